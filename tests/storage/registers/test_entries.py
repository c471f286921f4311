"""The project's own forms, and spreadsheets of people who never heard of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.model import Entry, Status
from storage.registers.entries import guarded, unguarded
from storage.registers.records import LeftOut, Record, RegisterError
from tests.storage.registers.made_up import entries_of, rows_of


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize(
    "names",
    [
        ("Titre", "Objet", "Code postal", "Ville", "Site internet", "Créée le", "Remarque"),
        ("name", "PURPOSE", "zip code", "city", "web site", "founded", "remark"),
    ],
)
def test_columns_by_name_in_either_language(
    tmp_path: Path, codec: str, delimiter: str, names: tuple[str, ...]
) -> None:
    cells = ("Chorale de l'été", "chanter", "1000", "Villeneuve", "exemple.fr", "04/03/1987", "rien")
    content = f"{delimiter.join(names)}\r\n{delimiter.join(cells)}\r\n".encode(codec)
    (entry,) = entries_of(tmp_path / "tableau.csv", content)
    assert entry == Entry(
        title="Chorale de l'été",
        purpose="chanter",
        postcode="01000",
        city="Villeneuve",
        website="https://exemple.fr",
        founded="1987-03-04",
    )


def test_a_spreadsheets_separator_line_is_passed_over(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.csv", "sep=;\ntitre;objet\nChorale;chanter\n")
    assert isinstance(row, Record)
    assert row.line == 3


def test_columns_that_are_missing_have_no_say(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.csv", "n° rna;titre;statut\nW012000001;Chorale;Dissoute\n")
    assert isinstance(row, Record)
    assert row.said == {"rna_id", "title", "status"}
    assert row.entry.status is Status.DISSOLVED


def test_unknown_columns_are_named(tmp_path: Path) -> None:
    with pytest.raises(RegisterError) as caught:
        rows_of(tmp_path / "a.csv", "prix;quantité\n3;4\n")
    assert caught.value.reason == "columns"
    assert "prix, quantité" in str(caught.value)
    assert "purpose (objet)" in str(caught.value)


def test_an_unknown_status_leaves_the_row_out(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.csv", "titre;statut\nChorale;peut-être\n")
    assert isinstance(row, LeftOut)
    assert row.reason == "status"


def test_a_cell_that_cannot_be_read_is_named_and_has_no_say(tmp_path: Path) -> None:
    header = "titre;site;créée le;cp;n° rna"
    content = f"{header}\nChorale;voir facebook;mai 98;3420O;en cours\nCercle;www;;00000;néant\n"
    chorale, cercle = rows_of(tmp_path / "a.csv", content)
    assert isinstance(chorale, Record) and isinstance(cercle, Record)
    assert dict(chorale.unread) == {
        "website": "voir facebook",
        "founded": "mai 98",
        "postcode": "3420O",
        "rna_id": "en cours",
    }
    assert chorale.said == {"title"}
    assert chorale.entry == Entry(title="Chorale")
    assert cercle.unread == ()
    assert cercle.said == {"title", "website", "founded", "postcode", "rna_id"}


@pytest.mark.parametrize(
    ("town", "city", "postcode"),
    [
        ("34200 Sète", "Sète", "34200"),
        ("Sète (34200)", "Sète", "34200"),
        ("SÈTE - 34200", "SÈTE", "34200"),
        ("75011 Paris 11", "Paris 11", "75011"),
        ("Sète", "Sète", None),
    ],
)
def test_a_town_with_its_postcode_in_one_cell_is_both(
    tmp_path: Path, town: str, city: str, postcode: str | None
) -> None:
    (entry,) = entries_of(tmp_path / "a.csv", f"titre;commune\nChorale;{town}\n")
    assert (entry.city, entry.postcode) == (city, postcode)


def test_a_heading_above_the_columns_is_passed_over(tmp_path: Path) -> None:
    above = "Associations de la ville;;\n;;\nNom;Objet;Code postal\n"
    content = f"{above}Chorale;chanter;34 200\n;;\n ;;\nCercle;jouer;34200,0\n"
    first, *blank, second = rows_of(tmp_path / "a.csv", content)
    assert isinstance(first, Record) and isinstance(second, Record)
    assert (first.line, second.line) == (4, 7)
    assert [(row.line, row.reason) for row in blank if isinstance(row, LeftOut)] == [
        (5, "blank"),
        (6, "blank"),
    ]
    assert first.entry.postcode == second.entry.postcode == "34200"


def test_themes_by_label(tmp_path: Path) -> None:
    content = "titre;thème\nChorale;Associations philanthropiques\n"
    assert entries_of(tmp_path / "a.csv", content)[0].theme == "002005"


def test_json_lines(tmp_path: Path) -> None:
    lines = [
        {"rna_id": "W012000001", "title": "Chorale", "purpose": None, "city": "Villeneuve", "postcode": 1000},
        {"purpose": "chanter\nsur deux lignes", "status": "dissolved"},
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    first, second = rows_of(tmp_path / "a.jsonl", content)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.entry == Entry(rna_id="W012000001", title="Chorale", city="Villeneuve", postcode="01000")
    assert first.said == {"rna_id", "title", "purpose", "city", "postcode"}
    assert second.entry == Entry(purpose="chanter\nsur deux lignes", status=Status.DISSOLVED)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{broken", "json"),
        ("[1]", "json"),
        ('{"title": ["a"]}', "type"),
        ('{"title": "\\ud800"}', "characters"),
        ('{"title": "a\\u0000b"}', "characters"),
        ('{"title": "a", "status": "gone"}', "status"),
        ('{"city": "Villeneuve"}', "nothing"),
    ],
)
def test_one_bad_line_is_left_out_and_the_others_are_read(tmp_path: Path, line: str, reason: str) -> None:
    good = '{"title": "Chorale"}\n'
    rows = rows_of(tmp_path / "a.jsonl", good + line + "\n" + good)
    assert [row.reason if isinstance(row, LeftOut) else row.entry.title for row in rows] == [
        "Chorale",
        reason,
        "Chorale",
    ]
    assert rows[1].line == 2


def test_json_of_something_else_names_its_keys(tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match="price, quantity"):
        rows_of(tmp_path / "a.json", '[{"price": 1, "quantity": 2}]')


def test_a_bad_first_line_spoils_no_file(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a.jsonl", '{"city": "Villeneuve"}\n{"title": "Chorale"}\n')
    assert [isinstance(row, LeftOut) for row in rows] == [True, False]


def test_a_key_of_another_format_spoils_no_file(tmp_path: Path) -> None:
    (entry,) = entries_of(tmp_path / "a.jsonl", '{"fields": "x", "title": "Chorale"}\n')
    assert entry.title == "Chorale"


@given(st.text())
def test_guarding_cells_is_undone_by_reading(value: str) -> None:
    cell = guarded(value)
    assert unguarded(cell) == value
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
