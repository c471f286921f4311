"""/export, /backup and /stats: what leaves as documents, and the figures."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sandbox.errors import Json
from tests.handlers.admins_support import ENTRIES, Service, owner_of, plain, proposed, service, shown
from tests.support import SENDING, Talk, button, command, talk

PNG = b"\x89PNG\r\n\x1a\n"


def data_of(made: Service, message: Json) -> bytes:
    """The document of a message."""
    return bytes(made.sandbox.state.files[message["document"]["file_id"]].data)


async def exported(owner: Talk, form: str) -> Json:
    """Ask for an export; returns the message with the document."""
    await owner.press(await owner.say("/export"), form)
    return await shown(owner, "L’annuaire")


@pytest.mark.parametrize(("form", "name"), [("CSV", "annuaire.csv"), ("JSONL", "annuaire.jsonl")])
async def test_export_wipe_import_gives_the_same_catalogue(tmp_path: Path, form: str, name: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with service(first) as made, made.running():
        owner = owner_of(made.sandbox)
        await owner.say("/add Le Café des « Gourmets » ; & cie | L’objet, à l’ancienne | Nevers | 58000")
        data = data_of(made, await exported(owner, form))
        again = await proposed(owner, name, data)
        assert "ne changerait rien" in again["text"]
    (second / name).write_bytes(data)
    status, output = await command("import", name, "--database", "copy.sqlite3", folder=second)
    assert status == 0, output
    status, output = await command("export", f"again-{name}", "--database", "copy.sqlite3", folder=second)
    assert status == 0, output
    assert (second / f"again-{name}").read_bytes() == data


@pytest.mark.asyncio(loop_scope="session")
async def test_a_spreadsheet_opens_with_its_accents(kept: Service) -> None:
    data = data_of(kept, await exported(owner_of(kept.sandbox), "CSV"))
    assert data.startswith(b"\xef\xbb\xbf")
    lines = data.decode("utf-8-sig").splitlines()
    assert len(lines) == 1 + len(ENTRIES)
    assert "Apprendre à jongler et monter un spectacle de rue chaque été" in lines[1].split(";")


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("asked", ["/backup", "/export"])
async def test_a_file_that_may_not_have_arrived_is_not_waited_for_in_silence(
    kept: Service, asked: str
) -> None:
    owner = owner_of(kept.sandbox)
    kept.sandbox.fail("sendDocument", 502, "Bad Gateway")
    said = await owner.say(asked)
    if asked == "/export":
        await owner.press(said, "CSV")
    assert "n’a pas confirmé" in (await shown(owner, "waldeck-"))["text"]
    kept.sandbox.calls.clear()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_backup_is_a_whole_database(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await owner.say("/sauvegarde")
    document = await shown(owner, "Copie de la base")
    copy = kept.folder / "copy.sqlite3"
    copy.write_bytes(data_of(kept, document))
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM associations").fetchone() == (len(ENTRIES),)
    connection.close()


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("asked", ["/backup", "/stats"])
async def test_neither_database_nor_questions_go_to_a_group(kept: Service, asked: str) -> None:
    owner = owner_of(kept.sandbox)
    group = Talk(kept.sandbox, owner.user, kept.sandbox.group(members=(owner.user,)))
    assert "tête-à-tête" in (await group.say(asked))["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_figures_name_what_is_there_and_what_is_missing(kept: Service) -> None:
    owner, member = owner_of(kept.sandbox), talk(kept.sandbox)
    for question in ("spéléologie", "Spéléologie !", "spéléologie", "xylophone", "jongler", "merci"):
        await member.say(question)
    answer = await member.say("cerfs-volants")
    kept.sandbox.press(member.user, answer, button(answer, "👎"))
    await kept.sandbox.wait("answerCallbackQuery")
    figures = plain((await owner.say("/statistiques"))["text"])
    assert "3 associations" in figures
    assert "actives : 3" in figures
    assert "• Nièvre (58) : 3" in figures
    assert "éléologie" in figures
    assert "× 3" in figures
    assert figures.index("éléologie") < figures.index("xylophone")
    assert "• cerfs-volants (👍 0 👎 1)" in figures
    picture = await owner.answer(SENDING)
    photo = kept.sandbox.state.files[picture["photo"][-1]["file_id"]]
    assert photo.data.startswith(PNG)
