"""Rows of a register, set down in temporary tables, compared with the catalogue and applied: all in SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from storage.changes import ENTRY_JSON, entry
from storage.identity import content_stem, plain
from storage.model import ENTRY_FIELDS, Entry
from storage.registers.records import Record

PURPOSE = ENTRY_FIELDS.index("purpose")
NEVER_ERASED = ("title", "purpose")
"""Fields of which an empty value says nothing: a register that lost a purpose does not take it from us."""
EXAMPLES = 5
COLUMNS = ", ".join(ENTRY_FIELDS)
# In a staged row null means "has no say" and an empty text "there is none".
SCHEMA = f"""
CREATE TABLE temp.staging (
    n INTEGER PRIMARY KEY, member TEXT, line INTEGER, date TEXT, stem TEXT, content_key TEXT, {COLUMNS}
);
CREATE TABLE temp.outcome (n INTEGER PRIMARY KEY, id INTEGER, kind TEXT);
CREATE TABLE temp.repeated (n INTEGER PRIMARY KEY, member TEXT, line INTEGER, title TEXT, purpose TEXT);
"""
STAGE = f"INSERT INTO temp.staging VALUES ({', '.join('?' * (6 + len(ENTRY_FIELDS)))})"  # noqa: S608


def _edited(field: str) -> str:
    return f"instr(',' || a.edited || ',', ',{field},')"


def _new(field: str) -> str:
    """The field of an association that was not there before."""
    if field in NEVER_ERASED:
        return f"ifnull(s.{field}, '')"
    return f"ifnull(s.{field}, 'active')" if field == "status" else f"nullif(s.{field}, '')"


def _said(field: str) -> str:
    """The field as the row would have it."""
    return f"CASE WHEN s.{field} IS NULL AND a.id IS NOT NULL THEN a.{field} ELSE {_new(field)} END"


def _merged(field: str) -> str:
    """The field as it becomes: what an admin set stays."""
    return f"CASE WHEN {_edited(field)} THEN a.{field} ELSE {_said(field)} END"


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
OF_KIND = "FROM temp.outcome o JOIN temp.staging s USING (n) LEFT JOIN associations a ON a.id = o.id"
EXAMPLE = f"""
SELECT s.member, s.line, o.id, iif(a.id IS NULL, NULL, {ENTRY_JSON}),
    {_json(map(_merged, ENTRY_FIELDS))}, {_json(map(_said, ENTRY_FIELDS))}
{OF_KIND} WHERE o.kind = ? ORDER BY n LIMIT {EXAMPLES}
"""
ADD = f"""
INSERT INTO associations ({COLUMNS}, content_key, source, created_at, updated_at)
SELECT {", ".join(map(_new, ENTRY_FIELDS))}, s.content_key, :source, :at, :at
FROM temp.outcome o JOIN temp.staging s USING (n) WHERE o.kind = 'new' ORDER BY n
"""  # noqa: S608 - our own names
NOTE_ADDED = """
INSERT INTO changes (association_id, action, actor_id, at, batch)
SELECT id, 'add', :actor, :at, :batch FROM associations WHERE id > :last ORDER BY id
"""
NOTE_CHANGED = f"""
INSERT INTO changes (association_id, action, before, after, actor_id, at, batch)
SELECT a.id, 'edit', {ENTRY_JSON}, {_json(map(_merged, ENTRY_FIELDS))}, :actor, :at, :batch
{OF_KIND} WHERE o.kind = 'changed' ORDER BY n
"""
CHANGE = f"""
UPDATE associations AS a SET {", ".join(f"{f} = {_merged(f)}" for f in ENTRY_FIELDS)}, updated_at = :at
FROM temp.outcome o JOIN temp.staging s USING (n) WHERE o.kind = 'changed' AND a.id = o.id
"""  # noqa: S608 - our own names
SEVERAL = f"""
SELECT n, {COLUMNS} FROM temp.staging WHERE rna_id IN (
    SELECT rna_id FROM temp.staging WHERE rna_id IS NOT NULL GROUP BY rna_id HAVING count(*) > 1)
ORDER BY rna_id, date, n
"""  # noqa: S608 - our own names
UNNUMBERED = f"""
SELECT n, stem, {COLUMNS} FROM temp.staging WHERE stem IS NOT NULL ORDER BY stem, date, n
"""  # noqa: S608 - our own names
# Live ones first, each with the purpose that it has or had.
NAMESAKES = """
SELECT content_key, purpose, 1 FROM associations
WHERE content_key >= :stem || '-' AND content_key < :stem || '.'
UNION ALL
SELECT substr(r.identity, 5), c.before ->> 'purpose', 0
FROM removed r LEFT JOIN changes c ON c.id = r.change_id
WHERE r.identity >= 'key:' || :stem || '-' AND r.identity < 'key:' || :stem || '.'
"""


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
        self._db.executescript(f"PRAGMA temp_store = FILE; {SCHEMA} PRAGMA temp.journal_mode = OFF;")
        self._revision = -1

    def fill(self, rows: Iterable[tuple[str, Record]]) -> None:
        """Set down (member of the archive, record) pairs in their order; one association keeps one row."""
        self._db.execute("BEGIN")
        self._db.executemany(STAGE, map(_staged, rows))
        self._db.execute("CREATE INDEX temp.staging_number ON staging (rna_id)")
        self._merge(map(tuple, self._groups(SEVERAL, itemgetter(1))))
        self._merge(_same_purpose(self._groups(UNNUMBERED, itemgetter(1)), at=2))
        self._db.execute("COMMIT")

    def _groups(self, query: str, key: itemgetter[object]) -> Iterator[list[tuple[object, ...]]]:
        for _, rows in groupby(self._db.execute(query), key):
            yield list(rows)

    def _merge(self, groups: Iterable[tuple[tuple[object, ...], ...]]) -> None:
        """Of rows about one association keep the last, with what only earlier ones say."""
        offset = -len(ENTRY_FIELDS)
        for group in list(groups):
            if len(group) > 1:
                *earlier, last = group
                values = [_last_said(column) for column in zip(*(row[offset:] for row in group), strict=True)]
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
        """Find out what each row would do; return how many are new, changed, kept and unchanged."""
        self._db.execute("BEGIN")
        try:
            return self._compare()
        finally:
            self._db.execute("COMMIT")

    def _compare(self) -> dict[str, int]:
        (self._revision,) = self._db.execute("SELECT ifnull(max(id), 0) FROM changes").fetchone()
        self._db.execute("DELETE FROM temp.outcome")
        for stem, rows in groupby(self._db.execute(UNNUMBERED).fetchall(), itemgetter(1)):
            self._assign_keys(stem, [(row[0], row[2 + PURPOSE]) for row in rows])
        self._db.execute(COMPARE)
        return dict(self._db.execute("SELECT kind, count(*) FROM temp.outcome GROUP BY kind"))

    def _assign_keys(self, stem: str, rows: list[tuple[int, str | None]]) -> None:
        """Pair rows of one title and town with associations of that name: by purpose, then by order."""
        namesakes = self._db.execute(NAMESAKES, {"stem": stem}).fetchall()
        by_purpose = {plain(purpose or ""): key for key, purpose, _ in reversed(namesakes)}
        keys = {n: by_purpose.pop(plain(purpose or ""), None) for n, purpose in sorted(rows)}
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
        for member, line, id_, before, after, said in self._db.execute(EXAMPLE, (kind,)):
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
        for statement in (NOTE_CHANGED, CHANGE, ADD, NOTE_ADDED):
            self._db.execute(statement, {**values, "last": last})

    def compare_again(self) -> dict[str, int] | None:
        """Inside the writing transaction: compare anew if the catalogue changed since, else None."""
        (revision,) = self._db.execute("SELECT ifnull(max(id), 0) FROM changes").fetchone()
        return None if revision == self._revision else self._compare()


def _staged(row: tuple[str, Record]) -> tuple[object, ...]:
    member, (line, entry, said, date) = row
    values = [getattr(entry, field) or "" for field in ENTRY_FIELDS]
    if len(said) < len(ENTRY_FIELDS):
        values = [value if field in said else None for field, value in zip(ENTRY_FIELDS, values, strict=True)]
    values[0] = entry.rna_id
    for place in _NEVER_ERASED_PLACES:
        values[place] = values[place] or None
    stem = None if entry.rna_id else content_stem(entry)
    return (None, member, line, date, stem, None, *values)


_NEVER_ERASED_PLACES = [ENTRY_FIELDS.index(field) for field in NEVER_ERASED]


def _last_said(values: tuple[object, ...]) -> object:
    return next((value for value in reversed(values) if value is not None), None)


def _same_purpose(
    groups: Iterable[list[tuple[object, ...]]], at: int
) -> Iterator[tuple[tuple[object, ...], ...]]:
    """Split rows of one title and town by purpose; a row without one goes with the first."""
    place = at + PURPOSE
    for rows in groups:
        parts: dict[str, list[tuple[object, ...]]] = {}
        for row in rows:
            purpose = plain(str(row[place] or "")) or next(iter(parts), "")
            parts.setdefault(purpose, []).append(row)
        yield from map(tuple, parts.values())


def _occurrence(key: str) -> int:
    return int(key.rpartition("-")[2])
