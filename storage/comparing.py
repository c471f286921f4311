"""The SQL of an import: staged rows compared with the catalogue, and what differs carried over."""

from __future__ import annotations

from collections.abc import Iterable

from storage.changes import ENTRY_JSON
from storage.model import ENTRY_FIELDS

NEVER_ERASED = ("title", "purpose")
"""Fields of which an empty value says nothing: a register that lost a purpose does not take it from us."""
EXAMPLES = 5
"""Rows of each kind that a report shows."""
COLUMNS = ", ".join(ENTRY_FIELDS)
# In a staged row null means "has no say" and an empty text "there is none".
SCHEMA = f"""
CREATE TABLE temp.staging (
    n INTEGER PRIMARY KEY, member TEXT, line INTEGER, date TEXT, stem TEXT, content_key TEXT, {COLUMNS}
);
CREATE INDEX temp.staging_stem ON staging (stem) WHERE stem IS NOT NULL;
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
REVISION = "SELECT ifnull(max(id), 0) FROM changes"
FIRST_KEYS = "UPDATE temp.staging SET content_key = stem || '-1' WHERE stem IS NOT NULL"
# Titles and towns for which a first occurrence of the key is not all there is to it.
AMBIGUOUS = """
CREATE TABLE temp.ambiguous AS
SELECT stem FROM temp.staging s WHERE stem IS NOT NULL GROUP BY stem HAVING count(*) > 1
    OR EXISTS (SELECT 1 FROM associations
        WHERE content_key > s.stem || '-1' AND content_key < s.stem || '.')
    OR EXISTS (SELECT 1 FROM removed
        WHERE identity > 'key:' || s.stem || '-' AND identity < 'key:' || s.stem || '.')
"""
# Live ones first, each with the purpose that it has or had.
NAMESAKES = """
SELECT content_key, purpose, 1 FROM associations
WHERE content_key >= :stem || '-' AND content_key < :stem || '.'
UNION ALL
SELECT substr(r.identity, 5), c.before ->> 'purpose', 0
FROM removed r LEFT JOIN changes c ON c.id = r.change_id
WHERE r.identity >= 'key:' || :stem || '-' AND r.identity < 'key:' || :stem || '.'
"""
