"""A full, read-only, damaged or vanished disk under the running service: said plainly, nothing lost."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrieval.keeping import WORTH_KEEPING
from retrieval.snapshot import MANIFEST
from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.conftest import made_up_associations
from tests.support import (
    EDITING,
    OWNER_ID,
    SENDING,
    Talk,
    button,
    buttons,
    catalogue_file,
    command,
    running_bot,
    talk,
)

SMALL_DISK = "size=6m"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own that can be filled up."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounting a small file system needs root")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", SMALL_DISK, "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take up all the room that is left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            return filler


async def test_a_full_disk_refuses_changes_and_goes_on_answering(
    small_disk: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    database = await catalogue_file(small_disk / "waldeck.sqlite3", made_up_associations())
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        owner, camille = talk(sandbox, "Odile", id=OWNER_ID), talk(sandbox)
        filler = fill(small_disk)
        said = ""
        for number in range(40):  # the log of writes may have some room left
            said = (await owner.say(f"/add Cercle trop tard {number} | {'mots ' * 900}{number} | Nevers"))[
                "text"
            ]
            if "✅" not in said:
                break
        assert "place" in said or "ne peut rien enregistrer" in said
        assert "chorale" in (await camille.say("chorale"))["text"]
        filler.unlink()
        await asyncio.sleep(0.5)
        assert (
            "✅"
            in (await owner.say("/add Cercle revenu | reprendre après la panne | Nevers | 58000"))["text"]
        )
        assert "Cercle revenu" in (await camille.say("Cercle revenu"))["text"]
        assert process.process.returncode is None


async def test_an_import_that_meets_a_full_disk_is_kept_and_tried_again(
    small_disk: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    database = await catalogue_file(small_disk / "waldeck.sqlite3", made_up_associations())
    lines = "".join(f'{{"title": "Cercle {n}", "purpose": "{"mots " * 60}{n}"}}\n' for n in range(2000))
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        owner = talk(sandbox, "Odile", id=OWNER_ID)
        sandbox.send_file(owner.chat, owner.user, "cercles.jsonl", lines.encode())
        proposal = await with_button(owner, "Importer")
        filler = fill(small_disk)
        sandbox.press(owner.user, proposal, button(proposal, "Importer"))
        refused = await with_button(owner, "Importer")
        assert "gardé" in refused["text"]
        filler.unlink()
        sandbox.press(owner.user, refused, button(refused, "Importer"))
        while "2" not in (done := (await owner.answer(EDITING | SENDING))["text"]) or "✅" not in done:
            assert "impossible" not in done.lower()
        assert process.process.returncode is None
        assert "Cercle 1999" in (await talk(sandbox).say("Cercle 1999"))["text"]


async def with_button(person: Talk, label: str) -> Json:
    """The next message of the bot that has a button with this label."""
    while True:
        message = await person.answer(EDITING | SENDING)
        if any(label in one["text"] for one in buttons(message)):
            return message


@pytest.mark.parametrize("harm", ["truncate", "read-only"])
async def test_a_database_harmed_while_running_confirms_nothing_it_does_not_keep(
    tmp_path: Path, sandbox: Sandbox, harm: str
) -> None:
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", made_up_associations())
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        owner, camille = talk(sandbox, "Odile", id=OWNER_ID), talk(sandbox)
        before = (await camille.say("chorale"))["text"]
        if harm == "truncate":
            os.truncate(database, 0)
        else:
            database.with_name(f"{database.name}-wal").chmod(0o400)
            database.chmod(0o400)
        said = (await owner.say("/add Cercle fragile | disparaître sans trace | Nevers | 58000"))["text"]
        assert process.process.returncode is None
        assert await process.terminate() == 0
    if harm == "truncate":
        assert "✅" not in said
        return
    database.chmod(0o600)
    async with running_bot(tmp_path, sandbox, database_path=database):
        assert (await camille.say("chorale"))["text"] == before
        assert ("✅" in said) == ("Cercle fragile" in (await camille.say("Cercle fragile"))["text"])


async def test_a_read_only_disk_is_explained_at_start(
    small_disk: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    database = await catalogue_file(small_disk / "waldeck.sqlite3", made_up_associations()[:3])
    remount = await asyncio.create_subprocess_exec("mount", "-o", "remount,ro", str(small_disk))
    assert await remount.wait() == 0
    status, output = await command(
        "run",
        folder=tmp_path,
        telegram_bot_token=sandbox.token,
        telegram_api_url=sandbox.url,
        database_path=database,
    )
    assert status != 0
    assert "lecture seule" in output
    assert "Traceback" not in output


async def test_a_damaged_database_is_explained_at_start(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", made_up_associations())
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(20 * 4096))
    before = database.read_bytes()
    status, output = await command(
        "run",
        folder=tmp_path,
        telegram_bot_token=sandbox.token,
        telegram_api_url=sandbox.url,
        database_path=database,
    )
    assert status != 0
    assert "endommagée" in output
    assert "restore" in output
    assert "Traceback" not in output
    assert database.read_bytes() == before


async def test_a_database_deleted_while_running_confirms_nothing(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", made_up_associations())
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        owner = talk(sandbox, "Odile", id=OWNER_ID)
        for file in tmp_path.glob("waldeck.sqlite3*"):
            if file.is_file() and not file.name.endswith(".lock"):
                file.unlink()
        said = (await owner.say("/add Cercle perdu | disparaître sans trace | Nevers | 58000"))["text"]
        assert "✅" not in said
        assert await process.terminate() == 0


@pytest.mark.parametrize("harm", ["delete", "truncate", "scribble", "version"])
async def test_an_index_that_was_harmed_is_made_anew(tmp_path: Path, sandbox: Sandbox, harm: str) -> None:
    many = [{"title": f"Cercle numéro {n}", "purpose": f"lire {n} livres"} for n in range(WORTH_KEEPING)]
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", [*made_up_associations(), *many])
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        wanted = (await talk(sandbox).say("chorale"))["text"]
        assert await process.terminate() == 0
    files = [f for f in tmp_path.rglob("*") if f.is_file() and f.parent != tmp_path]
    assert files, "no index was kept beside the database"
    if harm == "version":
        files = [file for file in files if file.name == MANIFEST]
        assert files
    for file in files:
        if harm == "delete":
            file.unlink()
        elif harm == "version":
            as_by_another_version(file)
        elif harm == "truncate":
            os.truncate(file, file.stat().st_size // 2)
        else:
            file.write_bytes(os.urandom(max(1, file.stat().st_size)))
    async with running_bot(tmp_path, sandbox, database_path=database):
        assert (await talk(sandbox).say("chorale"))["text"] == wanted


def as_by_another_version(manifest: Path) -> None:
    """Let a version with another way of analysing words have written this whole index."""
    content = json.loads(manifest.read_text(encoding="utf-8"))
    del content["checksum"]
    content["analysis"] = "of another version"
    checksum = zlib.crc32(json.dumps(content, sort_keys=True).encode())
    manifest.write_text(json.dumps({**content, "checksum": checksum}), encoding="utf-8")


async def test_restore_goes_back_and_keeps_what_was(tmp_path: Path) -> None:
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", made_up_associations()[:5])
    copy = tmp_path / "copy.sqlite3"
    assert (await command("backup", str(copy), "--database", str(database), folder=tmp_path))[0] == 0
    await catalogue_file(database, [{"title": "Venue après la copie"}])
    status, output = await command("restore", str(copy), "--database", str(database), folder=tmp_path)
    assert status == 0, output
    _, found = await command(
        "search", "Venue après la copie", "--json", "--database", str(database), folder=tmp_path
    )
    assert "Venue après la copie" not in found
    aside = output.split()[-1]
    _, found = await command("search", "Venue après la copie", "--json", "--database", aside, folder=tmp_path)
    assert "Venue après la copie" in found


async def test_a_backup_replaces_no_other_file(tmp_path: Path) -> None:
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", made_up_associations()[:3])
    precious = tmp_path / "notes.txt"
    precious.write_text("à garder", encoding="utf-8")
    status, output = await command("backup", str(precious), "--database", str(database), folder=tmp_path)
    assert status != 0
    assert "existe déjà" in output
    assert precious.read_text(encoding="utf-8") == "à garder"
