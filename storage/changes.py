"""The history: who changed what and when, and what an index has yet to learn of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

import aiosqlite

from storage.associations import COLUMNS, association
from storage.database import Database
from storage.model import ENTRY_FIELDS, Action, Change, Entry, Status

PAIRS = ", ".join(f"'{name}', a.{name}" for name in ENTRY_FIELDS)
ENTRY_JSON = f"json_object({PAIRS})"
"""SQL: the entry of a row of ``associations AS a``, as JSON; equal entries give equal texts."""

# An imported addition does not repeat the entry: it is what the next change began with, or what is there now.
NEXT_BEFORE = """SELECT n.before FROM changes n
    WHERE n.association_id = c.association_id AND n.id > c.id ORDER BY n.id LIMIT 1"""
AFTER = f"""coalesce(c.after, CASE WHEN c.action = 'add' THEN coalesce(({NEXT_BEFORE}),
    (SELECT {ENTRY_JSON} FROM associations a WHERE a.id = c.association_id)) END)"""  # noqa: S608 - our own names
SELECT = f"""SELECT c.id, c.association_id, c.action, c.before, {AFTER} AS after,
    c.actor_id, c.reason, c.at, c.batch, c.undoes FROM changes c """  # noqa: S608 - our own names


def entry(text: str | None) -> Entry | None:
    """Read an entry back from its JSON; None for null."""
    if text is None:
        return None
    values = json.loads(text)
    return Entry(**{**values, "status": Status(values["status"])})


def change(row: sqlite3.Row, undone_by: int | None = None) -> Change:
    """Build the record of a row that holds all columns of ``changes``, or those of ``SELECT``."""
    return Change(
        id=row["id"],
        association_id=row["association_id"],
        action=Action(row["action"]),
        before=entry(row["before"]),
        after=entry(row["after"]),
        actor_id=row["actor_id"],
        reason=row["reason"],
        at=row["at"],
        batch=row["batch"],
        undoes=row["undoes"],
        undone_by=undone_by,
    )


async def undone_by(connection: aiosqlite.Connection, change_id: int) -> int | None:
    """The undo of a change that still holds, that is, was not taken back in turn; or None."""
    statement = "SELECT id FROM changes WHERE undoes = ? ORDER BY id DESC"
    for row in await connection.execute_fetchall(statement, (change_id,)):
        if await undone_by(connection, row[0]) is None:
            return int(row[0])
    return None


async def fetch(connection: aiosqlite.Connection, rest: str, *parameters: object) -> list[Change]:
    """Changes ``c`` that the SQL ``rest`` (WHERE, ORDER BY, LIMIT) selects."""
    rows = await connection.execute_fetchall(SELECT + rest, parameters)
    return [change(row, await undone_by(connection, row["id"])) for row in rows]


async def get(connection: aiosqlite.Connection, change_id: int) -> Change | None:
    """The change with this id, or None."""
    return next(iter(await fetch(connection, "WHERE c.id = ?", change_id)), None)


async def revision(connection: aiosqlite.Connection, association_id: int | None = None) -> int:
    """Id of the last change, of one association or of all; 0 when there is none."""
    condition, values = ("WHERE association_id = ?", (association_id,)) if association_id else ("", ())
    statement = f"SELECT ifnull(max(id), 0) FROM changes {condition}"  # noqa: S608 - our own constants
    async with connection.execute(statement, values) as cursor:
        row = await cursor.fetchone()
    return int(row[0]) if row else 0


@dataclass(frozen=True, slots=True)
class Delta:
    """What became of one association since a revision, however many changes there were.

    Attributes:
        association_id: Which one.
        before: The entry at that revision, or None when it did not exist.
        after: The entry as it is now, or None when it no longer exists.
    """

    association_id: int
    before: Entry | None
    after: Entry | None


DELTA_COLUMNS = ", ".join(f"a.{name}" for name in COLUMNS.split(", "))


def last(connection: sqlite3.Connection) -> int:
    """Id of the last change; 0 when there is none."""
    return int(connection.execute("SELECT ifnull(max(id), 0) FROM changes").fetchone()[0])


def deltas(connection: sqlite3.Connection, since: int, association_id: int | None = None) -> Iterator[Delta]:
    """What changed after revision ``since``, in id order: of all associations, or of one.

    To be read in the same transaction as ``last``.
    """
    one, values = ("AND association_id = ?", (since, association_id)) if association_id else ("", (since,))
    statement = f"""
        WITH first AS (
            SELECT association_id, min(id) AS id FROM changes WHERE id > ? {one} GROUP BY association_id)
        SELECT c.association_id, c.before, {DELTA_COLUMNS}
        FROM first JOIN changes c USING (id) LEFT JOIN associations a ON a.id = c.association_id
        ORDER BY c.association_id"""  # noqa: S608 - our own constants
    for id_, before, *row in connection.execute(statement, values):
        yield Delta(id_, entry(before), association(row) if row[0] is not None else None)


class Changes:
    """The history of one database, for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, change_id: int) -> Change | None:
        """The change with this id, or None."""
        async with self._database.snapshot() as connection:
            return await get(connection, change_id)

    async def history(
        self, association_id: int | None = None, offset: int = 0, limit: int = 10
    ) -> list[Change]:
        """Changes, newest first: of one association, or over all with one line for each import.

        An import shows as its last change; ``Change.batch`` leads to the rest.
        """
        if association_id is not None:
            rest = "WHERE c.association_id = ? ORDER BY c.id DESC LIMIT ? OFFSET ?"
            parameters: tuple[int, ...] = (association_id, limit, offset)
        else:
            # Neither half looks further back than the page: an import has hundreds of thousands of changes.
            rest = """WHERE c.id IN (
                SELECT * FROM (SELECT id FROM changes WHERE batch IS NULL ORDER BY id DESC LIMIT ?1 + ?2)
                UNION ALL SELECT * FROM (
                    SELECT (SELECT max(id) FROM changes WHERE batch = i.id)
                    FROM imports i ORDER BY i.id DESC LIMIT ?1 + ?2)
            ) ORDER BY c.id DESC LIMIT ?1 OFFSET ?2"""
            parameters = (limit, offset)
        async with self._database.snapshot() as connection:
            return await fetch(connection, rest, *parameters)

    async def last_revision(self) -> int:
        """Id of the last change; 0 when there is none."""
        async with self._database.read() as connection:
            return await revision(connection)

    async def last_by(self, actor_id: int) -> Change | None:
        """What a plain /undo takes back: the actor's last change that still holds and is no undo."""
        rest = """LEFT JOIN imports i ON i.id = c.batch
            WHERE c.actor_id = ? AND c.action <> 'undo' AND i.undone_at IS NULL AND c.id < ?
            ORDER BY c.id DESC LIMIT 20"""
        below = 2**62
        async with self._database.snapshot() as connection:
            while found := await fetch(connection, rest, actor_id, below):
                for change in found:
                    if change.undone_by is None:
                        return change
                below = found[-1].id
        return None
