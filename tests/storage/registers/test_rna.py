"""Both layouts of the Répertoire national des associations."""

from __future__ import annotations

from pathlib import Path

from storage.model import Entry, Status
from storage.registers.opening import Register
from storage.registers.records import LeftOut, Record
from tests.storage.registers.made_up import IMPORT_COLUMNS, WALDEC_COLUMNS, entries_of, rna, rows_of, table


def test_an_import_row(tmp_path: Path) -> None:
    row = rna(
        objet_social1="6035",
        siteweb="www",
        date_creat="1987-03-04",
        adr1="chez Madame Untel",
        adr2="3 rue Haute",
    )
    (entry,) = entries_of(tmp_path / "rna_import_20221101_dpt_01.csv", table(IMPORT_COLUMNS, [row]))
    assert entry == Entry(
        rna_id="011S0000000001",
        title="LES AMIS DU MOULIN",
        purpose="Entretenir le moulin du village",
        theme="006000",
        city="VILLENEUVE",
        postcode="01000",
        commune_code="01004",
        founded="1987-03-04",
    )


def test_a_waldec_row(tmp_path: Path) -> None:
    row = {
        "id": "W012000001",
        "titre": "LES AMIS DU MOULIN",
        "titre_court": "LAM",
        "objet": "entretenir le moulin ; l'ouvrir au public",
        "objet_social1": "006000",
        "adrs_codepostal": "01000",
        "adrs_libcommune": "Villeneuve",
        "siteweb": "lesamisdumoulin.exemple.fr",
        "position": "A",
        "adrg_declarant": "Madame Untel",
    }
    (entry,) = entries_of(tmp_path / "rna_waldec_20221101_dpt_01.csv", table(WALDEC_COLUMNS, [row]))
    assert entry == Entry(
        rna_id="W012000001",
        title="LES AMIS DU MOULIN",
        short_title="LAM",
        purpose="entretenir le moulin ; l'ouvrir au public",
        theme="006000",
        city="Villeneuve",
        postcode="01000",
        website="https://lesamisdumoulin.exemple.fr",
    )


def test_what_names_people_is_nowhere_in_the_entry(tmp_path: Path) -> None:
    columns = [*IMPORT_COLUMNS, "telephone", "email"]
    secret = dict.fromkeys(("adr1", "adr2", "adr3", "telephone", "email", "dir_civilite"), "SECRET")
    (entry,) = entries_of(tmp_path / "a.csv", table(columns, [rna(**secret)]))
    assert "SECRET" not in str(entry)


def test_columns_count_by_name_not_by_place(tmp_path: Path) -> None:
    shuffled = ["telephone", *reversed(IMPORT_COLUMNS)]
    (entry,) = entries_of(tmp_path / "a.csv", table(shuffled, [rna()]))
    assert (entry.title, entry.city) == ("LES AMIS DU MOULIN", "VILLENEUVE")


def test_the_national_file_with_commas_is_read_as_well(tmp_path: Path) -> None:
    content = table(WALDEC_COLUMNS, [{"id": "W012000001", "titre": "MOULIN, AMIS", "position": "A"}])
    commas = content.decode().replace(";", ",")
    assert entries_of(tmp_path / "waldec.csv", commas)[0].title == "MOULIN, AMIS"


def test_positions(tmp_path: Path) -> None:
    rows = [
        rna(id="1", position="A"),
        rna(id="2", position="D"),
        rna(id="3", position="S"),
        rna(id="4", position="R", observation="Reprise W012000009 date"),
        rna(id="5", position="R", observation="Reprise sans numéro"),
        rna(id="6", position=""),
        rna(id="7", position="A", titre="CLUB DE TIR (DISSOUTE)"),
        rna(id="8", position="A", objet="en sommeil"),
    ]
    entries = entries_of(tmp_path / "a.csv", table(IMPORT_COLUMNS, rows))
    assert [(entry.status, entry.replaced_by) for entry in entries] == [
        (Status.ACTIVE, None),
        (Status.DISSOLVED, None),
        (Status.DISSOLVED, None),
        (Status.REPLACED, "W012000009"),
        (Status.REPLACED, None),
        (Status.ACTIVE, None),
        (Status.DISSOLVED, None),
        (Status.DISSOLVED, None),
    ]
    assert entries[7].purpose == ""


def test_cp1252_with_soft_breaks_inside_fields(tmp_path: Path) -> None:
    text = 'id;titre;objet;position\n"1";"L\'ÉTÉ";"première partie\x8d\nseconde partie","A"'
    content = (
        text.replace('","A"', '";"A"\n').encode("latin-1").replace(b"partie\x8d", b"partie \x9cuvre\x8d")
    )
    (row,) = rows_of(tmp_path / "a.csv", content)
    assert isinstance(row, Record)
    assert (row.entry.title, row.entry.purpose) == ("L'ÉTÉ", "première partie œuvre seconde partie")


def test_line_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    rows = [rna(id="1", objet="une\ndeux\ntrois"), rna(id="2", titre="", objet="o"), rna(id="3")]
    read = rows_of(tmp_path / "a.csv", table(IMPORT_COLUMNS, rows))
    assert [row.line for row in read] == [2, 5, 6]
    left_out = read[1]
    assert isinstance(left_out, LeftOut)
    assert left_out.reason == "nothing"


def test_the_layout_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(table(IMPORT_COLUMNS, [rna()], encoding="cp1252"))
    register = Register(path)
    list(register.rows())
    assert register.formats == ["RNA IMPORT"]
