"""Archives and files that are not what they say, or mean harm."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from storage.registers import delimited
from storage.registers.opening import Register
from storage.registers.records import LeftOut, Record, RegisterError
from tests.storage.registers.made_up import IMPORT_COLUMNS, entries_of, rna, rows_of, table

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


def zipped(**members: bytes) -> bytes:
    """A zip of these files; two underscores in a name stand for a dot."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def refused(path: Path, content: bytes) -> RegisterError:
    """The error that this file causes."""
    with pytest.raises(RegisterError) as caught:
        rows_of(path, content)
    return caught.value


def test_a_zip_of_all_departements(tmp_path: Path) -> None:
    path = tmp_path / "rna_import_20221101.zip"
    path.write_bytes(
        zipped(
            rna_import_20221101_dpt_01__csv=table(IMPORT_COLUMNS, [rna(id="1")]),
            rna_import_20221101_dpt_2A__csv=table(IMPORT_COLUMNS, [rna(id="2")], encoding="cp1252"),
            LISEZMOI__txt=b"Ceci n'est pas un registre",
        )
    )
    register = Register(path)
    read = [(register.member, row.line) for row in register.rows()]
    assert read == [("rna_import_20221101_dpt_01.csv", 2), ("rna_import_20221101_dpt_2A.csv", 2)]
    assert register.bytes_done == register.bytes_total > 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv.gz", "titre;objet\nChorale;chanter\n"),
        ("a.jsonl.gz", '{"title": "Chorale", "purpose": "chanter"}\n'),
        ("a.json.gz", '[{"title": "Chorale", "purpose": "chanter"}]'),
    ],
)
def test_gzipped(tmp_path: Path, name: str, content: str) -> None:
    (entry,) = entries_of(tmp_path / name, gzip.compress(content.encode(), mtime=0))
    assert (entry.title, entry.purpose) == ("Chorale", "chanter")


def test_gzipped_plain_text(tmp_path: Path) -> None:
    assert len(entries_of(tmp_path / "a.txt.gz", gzip.compress(b"chanter ensemble\nlire\n", mtime=0))) == 2


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", b"", "empty"),
        ("a.csv", b"\n \n", "empty"),
        ("a.csv", PNG, "binary"),
        ("a.csv", b"\xff\xd8\xff\xe0" + bytes(40), "binary"),
        ("a.txt", b"text then\x00nothing", "binary"),
        ("a.jsonl", bytes(range(256)) * 20, "binary"),
        ("a.csv", b"%PDF-1.7 ...", "binary"),
        ("a.zip", b"PK\x03\x04 and then nothing", "damaged"),
        ("a.csv.gz", gzip.compress(b"titre;objet\n" * 5_000, mtime=0)[:-30], "damaged"),
        ("a.zip", zipped(inner__zip=zipped(a__csv=b"titre\nx\n")), "nested"),
        ("a.zip", zipped(a__csv=zipped(a__csv=b"titre\nx\n")), "nested"),
        ("a.zip", zipped(a__csv=gzip.compress(b"titre\nx\n", mtime=0)), "nested"),
        ("a.csv.gz", gzip.compress(zipped(a__csv=b"titre\nx\n"), mtime=0), "nested"),
        ("a.zip", zipped(photo__jpg=b"x"), "no_register"),
        ("a.zip", zipped(photo__csv=PNG), "binary"),
        ("classeur.xlsx", zipped(**{"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}), "binary"),
        ("a.zip", zipped(**{"../a.csv": b"titre\nx\n"}), "climbs"),
        ("a.zip", zipped(**{"/etc/a.csv": b"titre\nx\n"}), "climbs"),
        ("a.zip", zipped(**{"..\\a.csv": b"titre\nx\n"}), "climbs"),
        ("a.zip", zipped(**{"c:\\a.csv": b"titre\nx\n"}), "climbs"),
        ("a.json", b'[{"title": "Chorale"}, {"title": "Cha', "json"),
        ("a.json", b'{"total": 3}', "columns"),
        ("a.json", b'{"a": {\n', "json"),
    ],
    # The bytes of an archive hold the time: as names of tests they would differ from process to process.
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused_with_a_reason_that_names_the_file(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    error = refused(tmp_path / name, content)
    assert error.reason == reason
    assert error.text_id == f"register-{reason}"
    assert name in str(error) or ".csv" in str(error)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "absent.csv", "missing"), (tmp_path, "unreadable")):
        with pytest.raises(RegisterError) as caught:
            list(Register(path).rows())
        assert caught.value.reason == reason


def test_a_protected_zip(tmp_path: Path) -> None:
    content = bytearray(zipped(a__csv=b"titre\nx\n"))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.index(signature) + place
        struct.pack_into("<H", content, at, struct.unpack_from("<H", content, at)[0] | 1)
    assert refused(tmp_path / "a.zip", bytes(content)).reason == "encrypted"


@pytest.mark.parametrize(
    ("name", "reason"), [(b"\xff\xff.csv", "damaged"), (b"\x00_.csv", "no_register"), (b".", "no_register")]
)
def test_members_with_strange_names(tmp_path: Path, name: bytes, reason: str) -> None:
    placeholder = "é__csv" if len(name) > 1 else "_"
    content = zipped(**{placeholder: b"titre;objet\nLes Amis;jouer\n"})
    content = content.replace(placeholder.replace("__", ".").encode(), name)
    assert refused(tmp_path / "strange.zip", content).reason == reason


def test_bombs(tmp_path: Path) -> None:
    zeros = b"a" * (80 * 2**20)
    assert refused(tmp_path / "a.zip", zipped(a__csv=zeros)).reason == "bomb"
    assert refused(tmp_path / "a.csv.gz", gzip.compress(b"titre;objet\n" + zeros, mtime=0)).reason == "bomb"


def test_a_damaged_member_lands_nothing_by_halves(tmp_path: Path) -> None:
    content = bytearray(zipped(a__csv=table(IMPORT_COLUMNS, [rna(id=str(n)) for n in range(500)])))
    content[len(content) // 3] ^= 0xFF
    assert refused(tmp_path / "a.zip", bytes(content)).reason == "damaged"


@pytest.mark.parametrize("cut", [-1, -10, -80])
def test_a_table_cut_short_is_refused(tmp_path: Path, cut: int) -> None:
    whole = table(IMPORT_COLUMNS, [rna(id="1"), rna(id="2")]).rstrip(b"\n")
    error = refused(tmp_path / "a.csv", whole[:cut])
    assert (error.reason, error.arguments["line"]) == ("truncated", 3)


def test_one_stray_quotation_mark_costs_one_row(tmp_path: Path) -> None:
    good = "".join(f'"{n}";"Chorale {n}";"chanter"\n' for n in range(2, 12))
    rows = rows_of(tmp_path / "a.csv", f'rna;titre;objet\n"1";"Chorale "1";"chan"ter\n{good}')
    assert [row.reason for row in rows if isinstance(row, LeftOut)] == ["quote"]
    assert sum(isinstance(row, Record) for row in rows) == 10


def test_a_quotation_mark_that_is_never_closed_costs_one_row(tmp_path: Path) -> None:
    good = "".join(f"{n};Chorale {n};chanter\n" for n in range(3, 12))
    rows = rows_of(tmp_path / "a.csv", f'rna;titre;objet\n1;"Chorale;chanter\n{good}')
    assert [(row.line, row.reason) for row in rows if isinstance(row, LeftOut)] == [(2, "quote")]
    assert sum(isinstance(row, Record) for row in rows) == 9


def test_a_hundred_thousand_stray_quotation_marks_cost_those_rows(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a.csv", "titre;objet\n" + '"Chorale" 1;chanter\n' * 100_000 + "Club;jouer\n")
    assert sum(isinstance(row, LeftOut) for row in rows) == 100_000
    assert isinstance(rows[-1], Record)


def test_quotation_marks_sown_to_be_read_again_and_again_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "MOST_WOUND_BACK", 100_000)
    error = refused(tmp_path / "a.csv", b"titre;objet\n" + b'a";"\n' * 10_000)
    assert error.reason == "truncated"


def test_rows_of_another_width_are_left_out(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a.csv", "titre;objet\nChorale;chanter;;\nClub;jouer;trop\nseul\nAutre;lire\n")
    assert [row.reason if isinstance(row, LeftOut) else row.entry.title for row in rows] == [
        "Chorale",
        "columns",
        "columns",
        "Autre",
    ]


def test_an_array_on_one_long_line(tmp_path: Path) -> None:
    items = [{"title": f"Chorale é {n}", "purpose": "chanter " * 50} for n in range(4_000)]
    entries = entries_of(tmp_path / "a.json", json.dumps(items, ensure_ascii=False))
    assert [entry.title for entry in entries] == [item["title"] for item in items]
