"""What is exported comes back the same, to the byte."""

from __future__ import annotations

import asyncio
import csv
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.database import Database
from storage.exports import export_file
from storage.imports import import_file
from storage.model import ENTRY_FIELDS, Entry, Status
from storage.registers.records import RegisterError

WORDS = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=40
)
AWKWARD = st.one_of(
    WORDS,
    st.sampled_from(
        ["=1+1", "-", "+33", "@moi", "'=x", "''", "'", '"', ";", "a;b", "\r", "\n", "\t", "a\r\nb", " x "]
    ),
    st.sampled_from(
        ["o", "voir titre", "the~ID~tre", "&amp;", "\ufeff", "null", "{", "[", "en sommeil", "sep=;"]
    ),
)
ENTRIES = st.builds(
    Entry,
    rna_id=st.one_of(st.none(), st.integers(0, 5).map(lambda n: f"W01200000{n}")),
    title=AWKWARD,
    short_title=st.one_of(st.none(), AWKWARD),
    purpose=st.one_of(st.just(""), AWKWARD),
    theme=st.sampled_from([None, "007000", "006030"]),
    city=st.one_of(st.none(), AWKWARD),
    postcode=st.sampled_from([None, "01000", "97400"]),
    commune_code=st.sampled_from([None, "2A004", "01004"]),
    website=st.sampled_from([None, "https://exemple.fr/a?b=c;d"]),
    founded=st.sampled_from([None, "1987-03-04"]),
    status=st.sampled_from(Status),
    replaced_by=st.sampled_from([None, "W012000009"]),
)


async def fill(database: Database, entries: list[Entry]) -> None:
    """Put entries into the store as they are, whatever they contain."""
    columns = ", ".join((*ENTRY_FIELDS, "content_key", "source", "created_at", "updated_at"))
    marks = ", ".join("?" * (len(ENTRY_FIELDS) + 1))
    statement = f"INSERT OR IGNORE INTO associations ({columns}) VALUES ({marks}, 'test', 0, 0)"  # noqa: S608
    async with database.write() as connection:
        for number, entry in enumerate(entries):
            key = None if entry.rna_id else f"key-{number}"
            await connection.execute(statement, (*(getattr(entry, field) for field in ENTRY_FIELDS), key))


async def there_and_back(entries: list[Entry], suffix: str) -> None:
    """Export, import into an empty catalogue, export again: the same bytes; import once more: no change."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, f"first{suffix}"), Path(folder, f"second{suffix}")
        one = await Database.open(Path(folder, "one.sqlite3"))
        other = await Database.open(Path(folder, "other.sqlite3"))
        try:
            await fill(one, entries)
            written = await export_file(one, first)
            report = await import_file(other, first)
            assert report.added + report.reasons["repeated"] == written
            if not report.left_out:
                assert await export_file(other, second) == written
                assert second.read_bytes() == first.read_bytes()
            again = await import_file(other, first)
            assert (again.added, again.changed, again.kept) == (0, 0, 0)
        finally:
            await one.close()
            await other.close()


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
@settings(max_examples=40, deadline=None)
@given(entries=st.lists(ENTRIES, min_size=1, max_size=6))
def test_there_and_back(suffix: str, entries: list[Entry]) -> None:
    asyncio.run(there_and_back(entries, suffix))


async def test_json_lines_have_the_documented_keys(database: Database, tmp_path: Path) -> None:
    entries = [
        Entry(title="Chorale"),
        Entry(rna_id="1", title="Ancien club", status=Status.REPLACED, replaced_by="W012000001"),
    ]
    await fill(database, entries)
    target = tmp_path / "out.jsonl"
    assert await export_file(database, target) == 2
    first, second = (json.loads(line) for line in target.read_text(encoding="utf-8").splitlines())
    documented = [field for field in ENTRY_FIELDS if field != "replaced_by"]
    assert list(first) == documented
    assert list(second) == [*documented, "replaced_by"]


async def test_csv_opens_in_a_spreadsheet(database: Database, tmp_path: Path) -> None:
    await fill(database, [Entry(title="Chorale de l’été", purpose='=HYPERLINK("x")')])
    target = tmp_path / "out.csv"
    await export_file(database, target)
    content = target.read_bytes()
    assert content.startswith("\ufeffrna_id;title".encode())
    (row,) = csv.DictReader(content.decode("utf-8-sig").splitlines(), delimiter=";")
    assert row["title"] == "Chorale de l’été"
    assert row["purpose"] == '\'=HYPERLINK("x")'


async def test_what_was_there_stays_when_an_export_fails(database: Database, tmp_path: Path) -> None:
    await fill(database, [Entry(title="Chorale")])
    with pytest.raises(RegisterError) as caught:
        await export_file(database, tmp_path / "out.xlsx")
    assert caught.value.reason == "suffix"
    with pytest.raises(RegisterError) as caught:
        await export_file(database, tmp_path / "absent" / "out.csv")
    assert caught.value.reason == "unwritable"
    target = tmp_path / "out.csv"
    target.mkdir()
    with pytest.raises(RegisterError):
        await export_file(database, target)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
