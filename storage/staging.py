"""Rows of a register, set down in a temporary table, compared with the catalogue and applied: all in SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from storage.identity import content_key, content_stem, plain
from storage.model import ENTRY_FIELDS
from storage.registers.records import EVERY_FIELD, Record

NEVER_ERASED = frozenset({"title", "purpose"})
"""Fields of which an empty value says nothing: a register that lost a purpose does not take it from us."""

COLUMNS = ", ".join(ENTRY_FIELDS)
# In a staged row null means "has no say" and an empty text "there is none".
SCHEMA = f"""
CREATE TABLE temp.staging (
    n INTEGER PRIMARY KEY, member TEXT, line INTEGER, date TEXT, stem TEXT, content_key TEXT, {COLUMNS}
);
CREATE TABLE temp.outcome (n INTEGER PRIMARY KEY, id INTEGER, kind TEXT);
"""
STAGE = f"INSERT INTO temp.staging VALUES ({', '.join('?' * (6 + len(ENTRY_FIELDS)))})"  # noqa: S608 - our own names


def _edited(field: str) -> str:
    return f"instr(',' || a.edited || ',', ',{field},')"


def _merged(field: str) -> str:
    value = f"s.{field}" if field in NEVER_ERASED else f"nullif(s.{field}, '')"
    return f"CASE WHEN s.{field} IS NULL OR {_edited(field)} THEN a.{field} ELSE {value} END"


def _first(field: str) -> str:
    if field in NEVER_ERASED:
        return f"ifnull(s.{field}, '')"
    return f"ifnull(s.{field}, 'active')" if field == "status" else f"nullif(s.{field}, '')"


def _json(values: Iterable[str]) -> str:
    pairs = ", ".join(f"'{field}', {value}" for field, value in zip(ENTRY_FIELDS, values, strict=True))
    return f"json_object({pairs})"


DIFFERS = " OR ".join(f"s.{f} <> ifnull(a.{f}, '')" for f in ENTRY_FIELDS)
CHANGES = " OR ".join(f"(s.{f} <> ifnull(a.{f}, '') AND NOT {_edited(f)})" for f in ENTRY_FIELDS)
KIND = f"""CASE
    WHEN a.id IS NULL THEN iif(r.identity IS NULL, 'new', 'kept')
    WHEN {CHANGES} THEN 'changed'
    WHEN {DIFFERS} THEN 'kept'
    ELSE 'unchanged' END"""
COMPARE = f"""
INSERT INTO temp.outcome
SELECT s.n, a.id, {KIND} FROM temp.staging s
LEFT JOIN associations a ON a.rna_id = s.rna_id
LEFT JOIN removed r ON r.identity = 'rna:' || s.rna_id
WHERE s.stem IS NULL
UNION ALL
SELECT s.n, a.id, {KIND} FROM temp.staging s
LEFT JOIN associations a ON a.content_key = s.content_key
LEFT JOIN removed r ON r.identity = 'key:' || s.content_key
WHERE s.stem IS NOT NULL
"""  # noqa: S608 - our own names
ADD = f"""
INSERT INTO associations ({COLUMNS}, content_key, source, created_at, updated_at)
SELECT {", ".join(map(_first, ENTRY_FIELDS))},
    s.content_key, :source, :at, :at
FROM temp.outcome o JOIN temp.staging s USING (n) WHERE o.kind = 'new' ORDER BY n
"""  # noqa: S608 - our own names
NOTE_ADDED = """
INSERT INTO changes (association_id, action, actor_id, at, batch)
SELECT id, 'add', :actor, :at, :batch FROM associations WHERE id > :last ORDER BY id
"""
NOTE_CHANGED = f"""
INSERT INTO changes (association_id, action, before, after, actor_id, at, batch)
SELECT a.id, 'edit', {_json(f"a.{f}" for f in ENTRY_FIELDS)}, {_json(map(_merged, ENTRY_FIELDS))}, :actor, :at, :batch
FROM temp.outcome o JOIN temp.staging s USING (n) JOIN associations a ON a.id = o.id
WHERE o.kind = 'changed' ORDER BY n
"""  # noqa: S608 - our own names
CHANGE = f"""
UPDATE associations AS a SET {", ".join(f"{f} = {_merged(f)}" for f in ENTRY_FIELDS)}, updated_at = :at
FROM temp.outcome o JOIN temp.staging s USING (n) WHERE o.kind = 'changed' AND a.id = o.id
"""  # noqa: S608 - our own names


class Staging:
    """The temporary tables of one import, on a connection of their own.

    Nothing is written to the catalogue before ``apply``; until then other writers are not held up.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._db.executescript(f"PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF; {SCHEMA}")

    def fill(self, rows: Iterable[tuple[str, Record]]) -> None:
        """Set down (member of the archive, record) pairs, in their order."""
        self._db.execute("BEGIN")
        self._db.executemany(STAGE, map(_staged, rows))
        self._db.execute("COMMIT")

    def compare(self) -> dict[str, int]:
        """Find out what each row would do; return how many are new, changed, kept and unchanged."""
        self._db.execute("DELETE FROM temp.outcome")
        self._db.execute(COMPARE)
        return dict(self._db.execute("SELECT kind, count(*) FROM temp.outcome GROUP BY kind"))

    def apply(self, values: dict[str, object]) -> None:
        """Carry out the comparison, inside the transaction that the caller has begun.

        Args:
            values: ``batch``, ``actor``, ``source`` and ``at`` (Unix time in seconds).
        """
        (last,) = self._db.execute(
            "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'associations'"
        ).fetchone()
        for statement in (NOTE_CHANGED, CHANGE, ADD, NOTE_ADDED):
            self._db.execute(statement, {**values, "last": last})


def _staged(row: tuple[str, Record]) -> tuple[object, ...]:
    member, (line, entry, said, date) = row
    stem = None if entry.rna_id else content_stem(entry)
    if said is EVERY_FIELD or len(said) == len(ENTRY_FIELDS):
        values = [getattr(entry, field) or "" for field in ENTRY_FIELDS]
    else:
        values = [getattr(entry, field) or "" if field in said else None for field in ENTRY_FIELDS]
    values[0] = entry.rna_id
    return (None, member, line, date, stem, stem and content_key(entry), *values)
