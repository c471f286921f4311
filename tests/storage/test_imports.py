"""What an import makes of its rows: twice the same, admins' work kept, who is who."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from storage.associations import Associations
from storage.database import Database
from storage.import_report import write_left_out
from storage.imports import import_file
from storage.model import Status
from tests.storage.importing import counts, csv_file, jsonl_file, rows, titles
from tests.storage.registers.made_up import WALDEC_COLUMNS, rna, table


async def test_the_same_file_again_changes_nothing(database: Database, tmp_path: Path) -> None:
    path = csv_file(tmp_path / "a.csv", [rna(id=str(n), titre=f"CLUB {n}") for n in range(20)])
    first = await import_file(database, path)
    assert counts(first) == (20, 0, 0, 0, 0)
    assert first.format == "RNA IMPORT"
    assert first.batch is not None
    before = await rows(database, "SELECT * FROM changes")
    again = await import_file(database, path)
    assert counts(again) == (0, 0, 20, 0, 0)
    assert again.batch is None
    assert await rows(database, "SELECT * FROM changes") == before


async def test_a_newer_file_updates_what_differs(database: Database, tmp_path: Path) -> None:
    await import_file(database, csv_file(tmp_path / "a.csv", [rna(id="1"), rna(id="2"), rna(id="3")]))
    newer = [rna(id="1"), rna(id="2", libcom="NEUVILLE"), rna(id="3", position="D"), rna(id="4")]
    report = await import_file(database, csv_file(tmp_path / "b.csv", newer), actor_id=7)
    assert counts(report) == (1, 2, 1, 0, 0)
    second = await Associations(database).by_rna("2")
    third = await Associations(database).by_rna("3")
    assert second is not None
    assert third is not None
    assert second.city == "NEUVILLE"
    assert third.status is Status.DISSOLVED
    edits = await rows(
        database,
        "SELECT association_id, before ->> 'city', after ->> 'city', actor_id, batch FROM changes"
        " WHERE action = 'edit' ORDER BY id",
    )
    assert edits == [
        (second.id, "VILLENEUVE", "NEUVILLE", 7, report.batch),
        (third.id, "VILLENEUVE", "VILLENEUVE", 7, report.batch),
    ]
    example = report.examples["changed"][0]
    assert example.before is not None
    assert (example.line, example.before.city, example.after.city) == (3, "VILLENEUVE", "NEUVILLE")


async def test_what_admins_edited_or_deleted_stays(database: Database, tmp_path: Path) -> None:
    await import_file(database, csv_file(tmp_path / "a.csv", [rna(id=n) for n in ("1", "2", "3")]))
    async with database.write() as connection:
        await connection.execute(
            "UPDATE associations SET purpose = 'Ours', edited = 'purpose' WHERE rna_id IN ('1', '2')"
        )
        await connection.execute("DELETE FROM associations WHERE rna_id = '3'")
        await connection.execute("INSERT INTO removed VALUES ('rna:3', 1)")
    newer = [rna(id="1", objet="Theirs"), rna(id="2", objet="Theirs", libcom="NEUVILLE"), rna(id="3")]
    report = await import_file(database, csv_file(tmp_path / "b.csv", newer))
    assert counts(report) == (0, 1, 0, 2, 0)
    second = await Associations(database).by_rna("2")
    assert second is not None
    assert (second.purpose, second.city) == ("Ours", "NEUVILLE")
    assert await Associations(database).by_rna("3") is None
    kept = report.examples["kept"][0]
    assert (kept.after.purpose, kept.said.purpose) == ("Ours", "Theirs")


async def test_a_dry_run_tells_the_same_and_writes_nothing(database: Database, tmp_path: Path) -> None:
    await import_file(database, csv_file(tmp_path / "a.csv", [rna(id="1"), rna(id="2")]))
    path = csv_file(
        tmp_path / "b.csv", [rna(id="1"), rna(id="2", titre="AUTRE"), rna(id="3"), rna(titre="", objet="o")]
    )
    dry = await import_file(database, path, dry_run=True)
    assert counts(dry) == (1, 1, 1, 0, 1)
    assert dry.reasons == {"nothing": 1}
    assert dry.batch is None
    assert len(await titles(database)) == 2
    real = await import_file(database, path)
    assert counts(real) == counts(dry)
    assert real.examples == dry.examples
    assert real.left_out_rows == dry.left_out_rows


async def test_one_number_twice_in_a_file_is_one_association(database: Database, tmp_path: Path) -> None:
    twice = [
        rna(id="1", titre="NEWER", maj_time="2020-01-01 00:00:00"),
        rna(id="1", titre="OLDER", maj_time="2010-01-01 00:00:00"),
    ]
    report = await import_file(database, csv_file(tmp_path / "a.csv", twice))
    assert counts(report) == (1, 0, 0, 0, 1)
    assert report.reasons == {"repeated": 1}
    assert [row.line for _, row in report.left_out_rows] == [3]
    assert await titles(database) == ["NEWER"]


async def test_announcements_about_one_association_add_up(database: Database, tmp_path: Path) -> None:
    number = {"numero_rna": "W012000001"}
    announcements = [
        {**number, "typeavis": "Dissolution", "titre": "Moulin", "dateparution": "2022-01-01"},
        {
            **number,
            "typeavis": "Création",
            "titre": "Moulin",
            "objet": "moudre",
            "commune_actuelle": "Villeneuve",
            "dateparution": "2020-01-01",
        },
        {
            **number,
            "typeavis": "Modification",
            "titre": None,
            "contenu": '{"nouveauTitre": "Moulin neuf"}',
            "dateparution": "2021-01-01",
        },
    ]
    path = tmp_path / "joafe.json"
    path.write_text(json.dumps(announcements), encoding="utf-8")
    report = await import_file(database, path)
    assert counts(report) == (1, 0, 0, 0, 2)
    found = await Associations(database).by_rna("W012000001")
    assert found is not None
    assert (found.title, found.purpose, found.city, found.status) == (
        "Moulin",
        "moudre",
        "Villeneuve",
        Status.DISSOLVED,
    )
    assert counts(await import_file(database, path)) == (0, 0, 1, 0, 2)


async def test_an_announcement_takes_nothing_away_from_the_register(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "waldec.csv"
    path.write_bytes(
        table(WALDEC_COLUMNS, [{"id": "W012000001", "titre": "MOULIN", "objet": "moudre", "position": "A"}])
    )
    await import_file(database, path)
    news = [
        {
            "numero_rna": "W012000001",
            "typeavis": "Dissolution",
            "titre": "MOULIN",
            "dateparution": "2022-01-01",
        }
    ]
    announcements = tmp_path / "joafe.json"
    announcements.write_text(json.dumps(news), encoding="utf-8")
    assert counts(await import_file(database, announcements)) == (0, 1, 0, 0, 0)
    found = await Associations(database).by_rna("W012000001")
    assert found is not None
    assert (found.purpose, found.status) == ("moudre", Status.DISSOLVED)


async def test_a_register_that_lost_a_purpose_does_not_take_it_from_us(
    database: Database, tmp_path: Path
) -> None:
    await import_file(database, csv_file(tmp_path / "a.csv", [rna(id="1")]))
    report = await import_file(database, csv_file(tmp_path / "b.csv", [rna(id="1", objet="voir titre")]))
    assert counts(report) == (0, 0, 1, 0, 0)


async def test_lines_of_plain_text_are_associations_once(database: Database, tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(
        "chanter ensemble\nlire (romans, poèmes\n) à voix haute\nchanter ensemble\n", encoding="utf-8"
    )
    second.write_text("jouer\nchanter ensemble", encoding="utf-8")
    assert counts(await import_file(database, first)) == (2, 0, 0, 0, 1)
    assert counts(await import_file(database, second)) == (1, 0, 1, 0, 0)
    assert counts(await import_file(database, first)) == (0, 0, 2, 0, 1)
    purposes = await rows(database, "SELECT purpose FROM associations WHERE title = '' ORDER BY id")
    assert [purpose for (purpose,) in purposes] == [
        "lire (romans, poèmes) à voix haute",
        "chanter ensemble",
        "jouer",
    ]


async def test_without_numbers_title_and_town_tell_who_is_who(database: Database, tmp_path: Path) -> None:
    sports = {"title": "Amicale", "city": "Villeneuve", "purpose": "jouer aux boules"}
    music = {**sports, "purpose": "chanter"}
    elsewhere = {**sports, "city": "Neuville"}
    path = jsonl_file(tmp_path / "a.jsonl", sports, music, elsewhere)
    assert counts(await import_file(database, path)) == (3, 0, 0, 0, 0)
    assert counts(await import_file(database, path)) == (0, 0, 3, 0, 0)
    backwards = jsonl_file(tmp_path / "b.jsonl", elsewhere, music, sports)
    assert counts(await import_file(database, backwards)) == (0, 0, 3, 0, 0)
    renewed = jsonl_file(tmp_path / "c.jsonl", music, {**sports, "purpose": "jouer aux boules et aux cartes"})
    assert counts(await import_file(database, renewed)) == (0, 1, 1, 0, 0)


async def test_an_association_without_number_that_was_deleted_stays_away(
    database: Database, tmp_path: Path
) -> None:
    sports = {"title": "Amicale", "city": "Villeneuve", "purpose": "jouer aux boules"}
    await import_file(database, jsonl_file(tmp_path / "a.jsonl", sports))
    async with database.write() as connection:
        await connection.execute("INSERT INTO removed SELECT 'key:' || content_key, 2 FROM associations")
        await connection.execute(
            "INSERT INTO changes (id, association_id, action, before, at)"
            " SELECT 2, id, 'delete', json_object('purpose', purpose), 0 FROM associations"
        )
        await connection.execute("DELETE FROM associations")
    other = {**sports, "purpose": "chanter"}
    report = await import_file(database, jsonl_file(tmp_path / "b.jsonl", other, sports))
    assert counts(report) == (1, 0, 0, 1, 0)
    assert await rows(database, "SELECT purpose FROM associations") == [("chanter",)]


async def test_left_out_rows_as_a_spreadsheet(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('titre;objet\nChorale;chanter\n=cmd();trop;long\n;\n"Mal" fermé;x\n', encoding="utf-8")
    report = await import_file(database, path)
    assert report.reasons == {"columns": 1, "blank": 1, "quote": 1}
    target = tmp_path / "left_out.csv"
    write_left_out(target, [report], wording=lambda reason, _field="": reason.upper())
    with target.open(encoding="utf-8-sig", newline="") as file:
        written = list(csv.reader(file, delimiter=";"))
    assert written == [
        ["file", "line", "reason", "text"],
        ["a.csv", "3", "COLUMNS", "'=cmd();trop;long"],
        ["a.csv", "4", "BLANK", ";"],
        ["a.csv", "5", "QUOTE", '"Mal" fermé;x'],
    ]
    assert json.loads(json.dumps(report.as_json()))["left_out_rows"][0] == {
        "file": "a.csv",
        "line": 3,
        "reason": "columns",
    }
