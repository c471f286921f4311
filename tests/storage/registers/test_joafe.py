"""Announcements of the Journal officiel, from CSV and from JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage.model import Status
from storage.registers.records import LeftOut, Record
from tests.storage.registers.made_up import rows_of, table

CREATION = {
    "numero_rna": "W012000001",
    "typeavis": "Création",
    "titre": "Les amis du moulin",
    "objet": "entretenir le moulin",
    "codepostal_actuel": "01000",
    "commune_actuelle": "Villeneuve",
    "dateparution": "2020-02-01",
    "datedeclaration": "2020-01-15",
    "siteweb": "moulin.exemple.fr",
    "domaine_activite_libelle_categorise": "Sports, activités de plein air/football###Autre/",
}
MODIFICATION = {
    "numero_rna": "W012000001",
    "typeavis": "Modification",
    "titre": None,
    "titre_search": '"Les amis du moulin"',
    "objet": None,
    "dateparution": "2021-02-01",
    "contenu": json.dumps({"modification": {"titres": [{"nouveauTitre": "Le moulin retrouvé"}]}}),
}
DISSOLUTION = {
    "numero_rna": "W012000001",
    "typeavis": "Dissolution",
    "titre": "X",
    "dateparution": "2022-02-01",
}


@pytest.mark.parametrize("shape", ["list", "results", "fields", "lines", "csv", "indented"])
def test_every_shape_of_export_reads_the_same(tmp_path: Path, shape: str) -> None:
    item = {key: value for key, value in CREATION.items() if value}
    content = {
        "list": json.dumps([item]),
        "results": json.dumps({"total_count": 1, "results": [item]}),
        "fields": json.dumps([{"recordid": "x", "fields": item}]),
        "lines": json.dumps(item) + "\n",
        "csv": table(CREATION, [item]).decode(),
        "indented": json.dumps([item], indent=2),
    }[shape]
    (row,) = rows_of(tmp_path / ("joafe.csv" if shape == "csv" else "joafe.json"), content)
    assert isinstance(row, Record)
    entry = row.entry
    assert (entry.rna_id, entry.title, entry.purpose) == (
        "W012000001",
        "Les amis du moulin",
        "entretenir le moulin",
    )
    assert (entry.city, entry.postcode, entry.founded) == ("Villeneuve", "01000", "2020-01-15")
    assert entry.website == "https://moulin.exemple.fr"
    assert row.date == "2020-02-01"


def test_a_modification_has_its_title_in_the_content(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.json", json.dumps([MODIFICATION]))
    assert isinstance(row, Record)
    assert row.entry.title == "Le moulin retrouvé"
    assert row.said == {"rna_id", "title"}


def test_without_content_the_searched_title_serves(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.json", json.dumps([{**MODIFICATION, "contenu": "{damaged"}]))
    assert isinstance(row, Record)
    assert row.entry.title == "Les amis du moulin"


def test_a_dissolution_dissolves(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.json", json.dumps([DISSOLUTION]))
    assert isinstance(row, Record)
    assert row.entry.status is Status.DISSOLVED
    assert "status" in row.said
    assert "purpose" not in row.said


def test_an_announcement_number_is_no_rna_number(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.json", json.dumps([{**CREATION, "numero_rna": "ASS00001"}]))
    assert isinstance(row, Record)
    assert row.entry.rna_id is None


def test_announced_accounts_are_left_out(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path / "a.json", json.dumps([{**CREATION, "source": "dca"}]))
    assert isinstance(row, LeftOut)
    assert row.reason == "accounts"
