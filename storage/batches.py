"""Imports as batches of changes: listing them, and taking one back as a whole."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field

import aiosqlite

from storage import changes
from storage.changes import ENTRY_JSON
from storage.database import Database
from storage.editing import KEPT, KEPT_JSON
from storage.errors import Conflict, NotFound
from storage.model import ENTRY_FIELDS

COLUMNS = """id, file, format, actor_id, at, rows_read, added, changed, unchanged, kept, left_out,
    reasons, undoes, undone_at"""


@dataclass(frozen=True, slots=True)
class Batch:
    """One import, or the taking back of one.

    Attributes:
        id: What ``Change.batch`` refers to.
        file: Name of the file.
        format: Which register format it was recognised as.
        actor_id: Telegram user id, or None for the command line.
        at: Unix time in seconds.
        rows_read: Rows of the file, or associations put back.
        added: Associations that were not there.
        changed: Associations that differed.
        unchanged: Rows that say what is there already.
        kept: Rows that differ only in what admins edited or deleted.
        left_out: Rows that can't be used.
        reasons: Reason → number of rows left out.
        undoes: The batch that this one takes back, or None.
        undone_at: When it was taken back (Unix time), or None.
    """

    id: int
    file: str
    format: str
    actor_id: int | None
    at: int
    rows_read: int
    added: int
    changed: int
    unchanged: int
    kept: int
    left_out: int
    reasons: dict[str, int] = field(default_factory=dict)
    undoes: int | None = None
    undone_at: int | None = None


async def fetch(connection: aiosqlite.Connection, rest: str, *parameters: int) -> list[Batch]:
    """Batches that the SQL ``rest`` selects."""
    statement = f"SELECT {COLUMNS} FROM imports {rest}"  # noqa: S608 - our own constants
    rows = await connection.execute_fetchall(statement, parameters)
    return [Batch(**{**dict(row), "reasons": json.loads(row["reasons"])}) for row in rows]


class Batches:
    """The imports of one database, for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, id_: int) -> Batch | None:
        """The batch with this id, or None."""
        async with self._database.read() as connection:
            return next(iter(await fetch(connection, "WHERE id = ?", id_)), None)


# Per association of the batch: its first change there, whose beginning comes back, and its last.
COLLECT = """
CREATE TEMP TABLE undoing AS
SELECT association_id AS id, min(id) AS first, max(id) AS last FROM changes
WHERE batch = ? GROUP BY association_id
"""
CHANGED_SINCE = f"""
SELECT max(n.id), count(DISTINCT u.id) FROM undoing u JOIN changes n ON n.id = (
    SELECT min(id) FROM changes WHERE association_id = u.id AND id > u.last)
WHERE n.before IS NOT (SELECT {ENTRY_JSON} FROM associations a WHERE a.id = u.id)
"""  # noqa: S608 - our own names
# What comes back may have an RNA number or content key that another association holds by now.
PLACE_TAKEN = """
SELECT max(n.id), count(DISTINCT a.id)
FROM undoing u JOIN changes c ON c.id = u.first JOIN associations a ON a.id IN (
    SELECT id FROM associations WHERE rna_id = c.before ->> 'rna_id'
    UNION SELECT id FROM associations WHERE content_key = c.kept ->> 'content_key')
JOIN changes n ON n.association_id = a.id
WHERE a.id NOT IN (SELECT id FROM undoing)
"""
BEGIN_BATCH = """
INSERT INTO imports
    (file, format, actor_id, at, rows_read, added, changed, unchanged, kept, left_out, reasons, undoes)
SELECT file, format, :actor, :at, (SELECT count(*) FROM undoing),
    (SELECT count(*) FROM undoing u WHERE u.id NOT IN (SELECT id FROM associations)),
    (SELECT count(*) FROM undoing u JOIN changes c ON c.id = u.first
        WHERE c.before IS NOT NULL AND u.id IN (SELECT id FROM associations)),
    0, 0, 0, '{}', id
FROM imports WHERE id = :batch
"""
NOTE = f"""
INSERT INTO changes (association_id, action, before, kept, actor_id, at, batch, undoes)
SELECT u.id, 'undo', iif(a.id IS NULL, NULL, {ENTRY_JSON}), iif(a.id IS NULL, NULL, {KEPT_JSON}),
    :actor, :at, :new, u.last
FROM undoing u LEFT JOIN associations a ON a.id = u.id ORDER BY u.id
"""  # noqa: S608 - our own names
TAKE_OUT = """
DELETE FROM associations WHERE id IN (
    SELECT u.id FROM undoing u JOIN changes c ON c.id = u.first WHERE c.before IS NULL)
"""
PUT_BACK = f"""
INSERT INTO associations (id, updated_at, {", ".join((*ENTRY_FIELDS, *KEPT))})
SELECT u.id, :at, {", ".join(f"c.before ->> '{name}'" for name in ENTRY_FIELDS)},
    {", ".join(f"iif(c.kept IS NULL, a.{name}, c.kept ->> '{name}')" for name in KEPT)}
FROM undoing u JOIN changes c ON c.id = u.first LEFT JOIN associations a ON a.id = u.id
WHERE c.before IS NOT NULL ORDER BY u.id
ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at,
    {", ".join(f"{name} = excluded.{name}" for name in (*ENTRY_FIELDS, *KEPT))}
"""  # noqa: S608 - our own names
FINISH = f"""
UPDATE changes SET after = (SELECT {ENTRY_JSON} FROM associations a WHERE a.id = association_id)
WHERE batch = :new
"""  # noqa: S608 - our own names
MARK_UNDONE = "UPDATE imports SET undone_at = :at WHERE id = :batch"
MARK_REDONE = """
UPDATE imports SET undone_at = NULL WHERE id = (SELECT undoes FROM imports WHERE id = :batch)
"""


async def undo(connection: aiosqlite.Connection, batch: int, actor_id: int | None) -> int:
    """Take back a whole import, or the taking back of one, within the caller's transaction.

    Returns:
        How many associations were put back, changed or taken out.

    Raises:
        NotFound: There is no such batch.
        Conflict: Some of its associations were changed since; nothing was done.
    """
    if not await fetch(connection, "WHERE id = ?", batch):
        raise NotFound("import", batch)
    await connection.execute("DROP TABLE IF EXISTS temp.undoing")
    await connection.execute(COLLECT, (batch,))
    for obstacle in (CHANGED_SINCE, PLACE_TAKEN):
        await _none(connection, obstacle)
    values = {"batch": batch, "actor": actor_id, "at": int(time.time())}
    cursor = await connection.execute(BEGIN_BATCH, values)
    values["new"] = cursor.lastrowid
    cursor = await connection.execute(NOTE, values)
    for statement in (TAKE_OUT, PUT_BACK, FINISH, MARK_UNDONE, MARK_REDONE):
        await connection.execute(statement, values)
    await connection.execute("DROP TABLE temp.undoing")
    return cursor.rowcount


async def _none(connection: aiosqlite.Connection, obstacle: str) -> None:
    (row,) = await connection.execute_fetchall(obstacle)
    change = await changes.get(connection, row[0]) if row[1] else None
    if change is not None:
        raise Conflict(change, row[1])
