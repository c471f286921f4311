"""Rows of a register in temporary tables: one a row for each association, compared, and applied in one go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from storage import comparing as sql
from storage.changes import entry
from storage.identity import content_stem, plain
from storage.model import ENTRY_FIELDS, Entry
from storage.registers.records import Record

Row = tuple[Any, ...]
"""A staged row: its number, then the fields of an entry."""
CACHE_KIB = 32_768
PURPOSE = ENTRY_FIELDS.index("purpose")
NEVER_ERASED = [ENTRY_FIELDS.index(field) for field in sql.NEVER_ERASED]


@dataclass(frozen=True, slots=True)
class Example:
    """One row of a register beside what the catalogue has.

    Attributes:
        member: Name of the file inside an archive, or empty.
        line: Line of that file, from 1.
        association_id: The association concerned, or None for a new one.
        before: The entry as it is, or None when there is none.
        after: The entry as the import leaves it.
        said: The entry as the row would have it; differs from ``after`` in what admins edited.
    """

    member: str
    line: int
    association_id: int | None
    before: Entry | None
    after: Entry
    said: Entry


class Staging:
    """The temporary tables of one import, on a connection of their own.

    Nothing is written to the catalogue before ``apply``; until then no other writer is held up.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._db.executescript(f"PRAGMA temp_store = FILE; PRAGMA cache_size = -{CACHE_KIB}; {sql.SCHEMA}")
        self._db.execute("PRAGMA temp.journal_mode = OFF")
        self._revision = -1

    def fill(self, rows: Iterable[tuple[str, Record]]) -> None:
        """Set down (member of the archive, record) pairs in their order; one association keeps one row."""
        self._db.execute("BEGIN")
        self._db.executemany(sql.STAGE, map(_staged, rows))
        self._db.execute("CREATE INDEX temp.staging_number ON staging (rna_id)")
        for group in self._several("rna_id"):
            self._merge(group)
        for group in self._several("stem"):
            for part in _by_purpose(group):
                self._merge(part)
        self._db.execute("COMMIT")

    def _several(self, column: str) -> Iterator[list[Row]]:
        """The rows of each value of ``column`` that more than one row has, the earliest first."""
        # The values in a table of their own: what is read must not be what _merge changes.
        self._db.execute(
            f"CREATE TABLE temp.several AS SELECT {column} FROM temp.staging WHERE {column} IS NOT NULL"  # noqa: S608
            f" GROUP BY {column} HAVING count(*) > 1"
        )
        rows = f"SELECT n, {sql.COLUMNS} FROM temp.staging WHERE {column} = ? ORDER BY date, n"  # noqa: S608
        for value in self._db.execute("SELECT * FROM temp.several"):
            yield self._db.execute(rows, value).fetchall()
        self._db.execute("DROP TABLE temp.several")

    def _merge(self, group: list[Row]) -> None:
        """Of rows about one association keep the last, with what only earlier ones say."""
        if len(group) == 1:
            return
        *earlier, last = group
        values = [_last_said(column) for column in list(zip(*group, strict=True))[1:]]
        assignments = ", ".join(f"{field} = ?" for field in ENTRY_FIELDS)
        statement = f"UPDATE temp.staging SET {assignments} WHERE n = ?"  # noqa: S608 - our own names
        self._db.execute(statement, (*values, last[0]))
        for row in earlier:
            self._take_out(row[0])

    def _take_out(self, n: object) -> None:
        copy = (
            "INSERT INTO temp.repeated SELECT n, member, line, title, purpose FROM temp.staging WHERE n = ?"
        )
        self._db.execute(copy, (n,))
        self._db.execute("DELETE FROM temp.staging WHERE n = ?", (n,))

    def repeated(self) -> Iterator[tuple[str, int, str]]:
        """Rows merged into a later one: member, line, what it is about."""
        yield from self._db.execute(
            "SELECT member, line, coalesce(nullif(title, ''), purpose) FROM temp.repeated"
        )

    def compare(self) -> dict[str, int]:
        """Find out what each row would do; return how many are new, changed, kept and unchanged.

        Call it inside a transaction, so that it sees the catalogue as of one moment.
        """
        (self._revision,) = self._db.execute(sql.REVISION).fetchone()
        self._db.execute("DELETE FROM temp.outcome")
        self._db.execute(sql.FIRST_KEYS)
        self._db.execute(sql.AMBIGUOUS)
        for (stem,) in self._db.execute("SELECT stem FROM temp.ambiguous"):
            rows = self._db.execute("SELECT n, purpose FROM temp.staging WHERE stem = ? ORDER BY n", (stem,))
            self._assign_keys(stem, rows.fetchall())
        self._db.execute("DROP TABLE temp.ambiguous")
        self._db.execute(sql.COMPARE)
        return dict(self._db.execute("SELECT kind, count(*) FROM temp.outcome GROUP BY kind"))

    @property
    def outdated(self) -> bool:
        """Whether the catalogue changed since the comparison."""
        return bool(self._db.execute(sql.REVISION).fetchone() != (self._revision,))

    def _assign_keys(self, stem: str, rows: list[tuple[int, str | None]]) -> None:
        """Pair rows of one title and town with associations of that name: by purpose, then by order."""
        namesakes = self._db.execute(sql.NAMESAKES, {"stem": stem}).fetchall()
        by_purpose = {plain(purpose or ""): key for key, purpose, _ in reversed(namesakes)}
        keys = {n: by_purpose.pop(plain(purpose or ""), None) for n, purpose in rows}
        live = [key for key, _, alive in namesakes if alive and key not in keys.values()]
        taken = {key for key, _, _ in namesakes}
        fresh = (f"{stem}-{number}" for number in range(1, len(rows) + len(taken) + 1))
        unused = iter([*sorted(live, key=_occurrence), *(key for key in fresh if key not in taken)])
        self._db.executemany(
            "UPDATE temp.staging SET content_key = ? WHERE n = ?",
            [(key or next(unused), n) for n, key in keys.items()],
        )

    def examples(self, kind: str) -> list[Example]:
        """The first few rows that are ``new``, ``changed``, ``kept`` or ``unchanged``."""
        found = []
        for member, line, id_, before, after, said in self._db.execute(sql.EXAMPLE, (kind,)):
            wanted = entry(said) or Entry()
            becomes = (entry(after) or wanted) if id_ is not None else wanted
            found.append(Example(member, line, id_, entry(before), becomes, wanted))
        return found

    def apply(self, values: dict[str, object]) -> None:
        """Carry out the comparison, inside the transaction that the caller has begun.

        Args:
            values: ``batch``, ``actor``, ``source`` and ``at`` (Unix time in seconds).
        """
        sequence = "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'associations'"
        (last,) = self._db.execute(sequence).fetchone()
        for statement in (sql.NOTE_CHANGED, sql.CHANGE, sql.ADD, sql.NOTE_ADDED):
            self._db.execute(statement, {**values, "last": last})


def _staged(row: tuple[str, Record]) -> tuple[object, ...]:
    member, (line, entry, said, date, _) = row
    values = [getattr(entry, field) or "" for field in ENTRY_FIELDS]
    if len(said) < len(ENTRY_FIELDS):
        values = [value if field in said else None for field, value in zip(ENTRY_FIELDS, values, strict=True)]
    values[0] = entry.rna_id
    for place in NEVER_ERASED:
        values[place] = values[place] or None
    stem = None if entry.rna_id else content_stem(entry)
    return (None, member, line, date, stem, None, *values)


def _last_said(values: tuple[object, ...]) -> object:
    return next((value for value in reversed(values) if value is not None), None)


def _by_purpose(group: list[Row]) -> Iterable[list[Row]]:
    """Split rows of one title and town by purpose; a row without one goes with the first."""
    parts: dict[str, list[Row]] = {}
    for row in group:
        purpose = plain(str(row[1 + PURPOSE] or "")) or next(iter(parts), "")
        parts.setdefault(purpose, []).append(row)
    return parts.values()


def _occurrence(key: str) -> int:
    return int(key.rpartition("-")[2])
