"""/import: what a file would do, then done and reported, whatever the file and the weather."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.conftest import RunningBot
from tests.handlers.admins_support import (
    Service,
    appointed,
    jsonl,
    labels,
    owner_of,
    plain,
    proposed,
    sheet,
    shown,
)
from tests.support import Talk, talk


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig"])
async def test_a_spreadsheet_is_tried_confirmed_and_taken_back(admin: Talk, encoding: str) -> None:
    rows = [f"Les Maçons n° {n} {encoding};Bâtir à l’ancienne – étape {n};Nevers;58000;" for n in range(7)]
    dry = await proposed(admin, "liste.csv", sheet(*rows, encoding=encoding))
    text = plain(dry["text"])
    assert "rien n’est encore écrit" in text
    assert "7 lignes lues" in text
    assert "nouvelles : 7" in text
    assert text.count("• Les Maçons n°") == 5
    assert "Les Maçons" not in (await admin.say("bâtir à l’ancienne"))["text"]
    await admin.press(dry, "Importer")
    done = await shown(admin, "Import terminé")
    assert "nouvelles : 7" in plain(done["text"])
    assert "Les Maçons" in (await admin.say("bâtir à l’ancienne"))["text"]
    sure = await admin.press(done, "Défaire cet import")
    await admin.press(sure, "Oui")
    assert "7 associations" in plain((await shown(admin, "Import défait"))["text"])
    assert "Les Maçons" not in (await admin.say("bâtir à l’ancienne"))["text"]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_rows_left_out_come_back_with_their_reason(bot: RunningBot, admin: Talk) -> None:
    rows = [f"Les Tailleurs n° {n};Tailler la pierre;Nevers;58000;" for n in range(200)]
    dry = await proposed(admin, "pierre.csv", sheet(*rows[:120], "une seule colonne", *rows[120:]))
    assert "écartées : 1" in plain(dry["text"])
    assert "ligne 122" in dry["text"]
    await admin.press(dry, "Importer")
    await shown(admin, "Import terminé")
    document = await shown(admin, "une ligne écartée")
    file = bot.sandbox.state.files[document["document"]["file_id"]]
    assert file.name.endswith(".csv")
    written = file.data.decode("utf-8-sig").splitlines()
    assert len(written) == 2
    assert "122" in written[1] and "colonnes" in written[1] and "une seule colonne" in written[1]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_a_badly_made_spreadsheet_is_understood_and_its_faults_are_named(
    bot: RunningBot, admin: Talk
) -> None:
    lines = [
        "Associations de la ville;;;;",
        ";;;;",
        "Nom de l’association;Activités;CP Ville;Site;Téléphone",
        "Les Luthiers de l’étang;Fabriquer des luths;34200 Sète;voir facebook;0102030405",
        "Les Ramiers;Observer les pigeons;Sète (34200);;",
    ]
    dry = await proposed(admin, "ville.csv", "\r\n".join([*lines, ""]).encode("cp1252"))
    text = plain(dry["text"])
    assert "• Les Luthiers de l’étang · Sète (34200)" in text
    assert "• Les Ramiers · Sète (34200)" in text
    assert "1 × « Site » illisible, laissé de côté (ligne 4)" in text
    assert "• ligne 4 (Site) voir facebook" in text
    assert "Colonne non reconnue, laissée de côté : « Téléphone »" in text
    await admin.press(dry, "Importer")
    await shown(admin, "Import terminé")
    document = await shown(admin, "une cellule illisible")
    written = bot.sandbox.state.files[document["document"]["file_id"]].data.decode("utf-8-sig")
    assert written.splitlines()[0] == "fichier;ligne;raison;contenu"
    assert "ville.csv;4;" in written and "voir facebook" in written


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_five_examples_of_each_kind_fit_however_long_they_are(admin: Talk) -> None:
    wide = "à l’ancienne " * 15
    known = [f"Les Tonneliers {n} {wide};Cercler {n} {wide};Nevers;58000;" for n in range(10)]
    await admin.press(await proposed(admin, "tonneaux.csv", sheet(*known)), "Importer")
    await shown(admin, "Import terminé")
    changed = [row.replace("Cercler", "Cercler et cuver") for row in known[:5]]
    new = [f"Les Cuviers {n} {wide};Cuver {n} {wide};Nevers;58000;" for n in range(5)]
    faulty = [f"Les Douves {n} {wide};Douver {wide};Nevers;58000;voir {wide}" for n in range(5)]
    uneven = [f"Les Cercles {n} {wide};trop court" for n in range(5)]
    text = plain(
        (await proposed(admin, "suite.csv", sheet(*changed, *known[5:], *new, *faulty, *uneven)))["text"]
    )
    for beginning in ("• Les Tonneliers", "• Les Cuviers", "(Site)", "plus ou moins de colonnes"):
        assert text.count(beginning) >= 5, beginning
    assert "Inchangées, par exemple" in text


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_the_same_file_again_changes_nothing(admin: Talk) -> None:
    data = jsonl([{"title": "Les Bateliers", "purpose": "Naviguer sur le canal", "city": "Decize"}])
    dry = await proposed(admin, "bateliers.jsonl", data)
    await admin.press(dry, "Importer")
    await shown(admin, "Import terminé")
    again = await proposed(admin, "bateliers.jsonl", data)
    assert "ne changerait rien" in again["text"]
    assert labels(again) == []


def _zip_in_a_zip() -> bytes:
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.csv", sheet("Titre;Objet;;;"))
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("dedans.zip", inner.getvalue())
    return outer.getvalue()


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("photo.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "une image"),
        ("vide.csv", b"", "vide"),
        ("separateur.csv", b"Titre/Objet/Commune\nA/B/C\n", "colonnes"),
        ("poupees.zip", _zip_in_a_zip(), "archive"),
        ("casse.jsonl", b"\x00\x01\x02" * 300, "pas du texte"),
    ],
)
async def test_a_file_that_cannot_be_used_is_explained(
    admin: Talk, name: str, data: bytes, said: str
) -> None:
    answer = await proposed(admin, name, data)
    assert "rien n’a été écrit" in plain(answer["text"])
    assert said in plain(answer["text"])


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_over_twenty_megabytes_the_command_line_is_given(bot: RunningBot, admin: Talk) -> None:
    before = len([call for call in bot.sandbox.calls if call.method == "getFile"])
    answer = await admin.send_file("national.csv", b"Titre;Objet\n", size=21_000_000)
    assert "20 Mo" in plain(answer["text"])
    assert 'python -m bot import "national.csv"' in answer["text"]
    assert len([call for call in bot.sandbox.calls if call.method == "getFile"]) == before


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_a_member_who_sends_a_file_is_told_whom_it_is_for(bot: RunningBot, member: Talk) -> None:
    before = len([call for call in bot.sandbox.calls if call.method == "getFile"])
    answer = await member.send_file("liste.csv", sheet("Les Intrus;Entrer;Nevers;58000;"))
    assert "de ceux qui tiennent l’annuaire" in plain(answer["text"])
    assert len([call for call in bot.sandbox.calls if call.method == "getFile"]) == before


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("strict")
async def test_an_import_given_up_writes_nothing(admin: Talk) -> None:
    dry = await proposed(admin, "non.csv", sheet("Les Absents;Ne pas être là;Nevers;58000;"))
    assert "rien n’a été écrit" in plain((await admin.press(dry, "Abandonner"))["text"])
    assert "Les Absents" not in (await admin.say("/search Les Absents"))["text"].partition("\n")[0]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_download_that_breaks_is_explained_and_nothing_stays(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    kept.sandbox.fail("getFile", 400, "Bad Request: wrong file_id or the file is temporarily unavailable")
    await owner.send_file("liste.csv", sheet("Les Patients;Attendre;Nevers;58000;"))
    assert "pas remis" in plain((await shown(owner, "liste.csv"))["text"])
    await owner.send_file("court.csv", sheet("Les Patients;Attendre;Nevers;58000;"), size=5000)
    assert "pas remis" in plain((await shown(owner, "court.csv"))["text"])
    assert list((kept.folder / "waldeck.sqlite3.spool").glob("9001-*")) == []
    kept.sandbox.calls.clear()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_file_of_unusable_rows_is_not_called_known(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    said = await proposed(owner, "vide.csv", sheet(";;Nevers;58000;"))
    assert "Aucune ligne" in said["text"]
    await shown(owner, "une ligne écartée")
    kept.sandbox.calls.clear()


@pytest.mark.asyncio(loop_scope="session")
async def test_what_an_import_would_do_is_shown_even_if_telegram_fails_once(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    kept.sandbox.fail("editMessageText", 502, "Bad Gateway")
    dry = await proposed(owner, "liste.csv", sheet("Les Tenaces;Ne rien lâcher;Nevers;58000;"))
    kept.sandbox.drop("editMessageText")
    await owner.press(dry, "Importer")
    await shown(owner, "Import terminé")
    kept.sandbox.calls.clear()


@pytest.mark.asyncio(loop_scope="session")
async def test_progress_that_telegram_slows_down_does_not_stop_the_import(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    before = len(kept.titles())
    rows = [f"Les Lents n° {n};Aller doucement {n};Nevers;58000;" for n in range(10_000)]
    kept.sandbox.too_many("editMessageText", 1, times=2)
    dry = await proposed(owner, "lents.csv", sheet(*rows))
    await owner.press(dry, "Importer")
    await shown(owner, "Import terminé")
    assert len(kept.titles()) == before + 10_000
    kept.sandbox.calls.clear()


@pytest.mark.asyncio(loop_scope="session")
async def test_members_are_answered_while_ten_thousand_rows_are_imported(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    admin = await appointed(owner)
    member = talk(kept.sandbox)
    before = len(kept.titles())
    rows = [f"Les Marcheurs n° {n};Marcher le dimanche matin {n};Nevers;58000;" for n in range(10_000)]
    dry = await proposed(admin, "marcheurs.csv", sheet(*rows))
    kept.sandbox.press(admin.user, dry, dry["reply_markup"]["inline_keyboard"][0][0]["callback_data"])
    answers = [await member.say("jongler sur le canal") for _ in range(20)]
    assert all("Les Jongleurs du canal" in answer["text"] for answer in answers)
    report = kept.sandbox.state.messages[admin.chat["id"], dry["message_id"]]
    while "Import terminé" not in report["text"]:
        assert "ne peut pas être importé" not in report["text"]
        assert "Les Jongleurs du canal" in (await member.say("jongler sur le canal"))["text"]
    assert len(kept.titles()) == before + 10_000
    assert "Les Marcheurs" in (await member.say("marcher le dimanche"))["text"]
