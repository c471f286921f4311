"""Changing one association: the row and its line in the history, within the caller's transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import aiosqlite

from storage import associations, changes, validation
from storage.changes import ENTRY_JSON
from storage.errors import AlreadyExists, Conflict, NotFound
from storage.identity import content_key, content_stem, identity, same
from storage.model import ENTRY_FIELDS, Action, Association, Change, Entry

KEPT = ("content_key", "edited", "source", "created_at")
"""Columns of ``associations`` beside the entry that an undo puts back as they were."""
KEPT_PAIRS = ", ".join(f"'{name}', a.{name}" for name in KEPT)
KEPT_JSON = f"json_object({KEPT_PAIRS})"


async def note(
    connection: aiosqlite.Connection,
    action: Action,
    association_id: int,
    actor_id: int | None,
    *,
    reason: str | None = None,
    undoes: int | None = None,
) -> int:
    """Begin a line of the history with the association as it is now; ``finish`` it after the change.

    An addition has nothing before it and is noted once its id is known.

    Returns:
        The id of the change.
    """
    statement = f"""
        INSERT INTO changes (association_id, action, before, kept, actor_id, reason, at, undoes)
        SELECT ?1, ?2, a.before, a.kept, ?3, ?4, ?5, ?6 FROM (SELECT 1)
        LEFT JOIN (
            SELECT {ENTRY_JSON} AS before, {KEPT_JSON} AS kept FROM associations a
            WHERE a.id = ?1 AND ?2 <> 'add'
        ) a"""  # noqa: S608 - our own names
    values = (association_id, action.value, actor_id, reason, int(time.time()), undoes)
    row = await connection.execute_insert(statement, values)
    assert row is not None  # noqa: S101 - for the type checker: an insert has a row id
    return int(row[0])


async def finish(connection: aiosqlite.Connection, change_id: int) -> Change:
    """Complete a line of the history with the association as it has become; return it."""
    statement = f"""
        UPDATE changes SET after = (SELECT {ENTRY_JSON} FROM associations a WHERE a.id = association_id)
        WHERE id = ? RETURNING *"""  # noqa: S608 - our own names
    (row,) = await connection.execute_fetchall(statement, (change_id,))
    return changes.change(row)


async def existing(connection: aiosqlite.Connection, id_: int) -> Association:
    """The association with this id.

    Raises:
        NotFound: There is none.
    """
    found = await associations.fetch(connection, "id = ?", (id_,))
    if not found:
        raise NotFound("association", id_)
    return found[0]


async def kept(connection: aiosqlite.Connection, id_: int) -> dict[str, Any]:
    """What is kept of an association beside its entry, by column."""
    statement = f"SELECT {', '.join(KEPT)} FROM associations WHERE id = ?"  # noqa: S608 - our own names
    (row,) = await connection.execute_fetchall(statement, (id_,))
    return dict(row)


async def mark_removed(connection: aiosqlite.Connection, name: str, change_id: int) -> None:
    """Let registers that still hold the association named ``name`` not bring it back."""
    await connection.execute("INSERT OR IGNORE INTO removed VALUES (?, ?)", (name, change_id))


async def unchanged_since(connection: aiosqlite.Connection, id_: int, expected: int | None) -> None:
    """Make sure that ``expected`` is the last change of an association; None: any.

    Raises:
        Conflict: It is not.
    """
    last = await changes.revision(connection, id_)
    if expected is not None and last != expected:
        change = await changes.get(connection, last)
        if change is not None:
            raise Conflict(change)


async def free_key(connection: aiosqlite.Connection, entry: Entry, own_id: int = 0) -> str | None:
    """Content key for an entry, or None when its RNA number names it.

    Raises:
        AlreadyExists: Another association has this number, or says the same.
    """
    if entry.rna_id:
        holders = await associations.fetch(connection, "rna_id = ? AND id <> ?", (entry.rna_id, own_id))
        if holders:
            raise AlreadyExists(holders[0])
        return None
    stem = content_stem(entry)
    statement = (
        "SELECT id, content_key FROM associations WHERE content_key >= ? AND content_key < ? AND id <> ?"
    )
    rows = await connection.execute_fetchall(statement, (f"{stem}-", f"{stem}.", own_id))
    for namesake in await associations.fetch_many(connection, [row["id"] for row in rows]):
        if same(namesake, entry):
            raise AlreadyExists(namesake)
    taken = {row["content_key"] for row in rows}
    return next(key for n in count(1) if (key := content_key(entry, n)) not in taken)


async def add(
    connection: aiosqlite.Connection, entry: Entry, actor_id: int | None, *, source: str, reason: str | None
) -> Change:
    """Add an association.

    Raises:
        AlreadyExists: Its RNA number is there, or an entry that says the same.
    """
    key = await free_key(connection, entry)
    now = int(time.time())
    columns = (*ENTRY_FIELDS, "content_key", "source", "created_at", "updated_at")
    values = (*(getattr(entry, name) for name in ENTRY_FIELDS), key, source, now, now)
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO associations ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
    cursor = await connection.execute(statement, values)
    association_id = int(cursor.lastrowid or 0)
    change_id = await note(connection, Action.ADD, association_id, actor_id, reason=reason)
    return await finish(connection, change_id)


async def edit(
    connection: aiosqlite.Connection,
    id_: int,
    fields: Mapping[str, str | None],
    actor_id: int | None,
    *,
    expected: int | None,
) -> Change | None:
    """Set fields of an association; imports leave these fields alone from now on.

    Args:
        connection: Within a transaction.
        id_: The association.
        fields: Valid values by names of ``ENTRY_FIELDS``.
        actor_id: Telegram user id, or None for the command line.
        expected: Last change of the association that the actor knew of; None: whatever it is.

    Returns:
        The change, or None when all fields have these values already.

    Raises:
        NotFound: There is no such association.
        Conflict: It was changed after ``expected``.
        AlreadyExists: It would become the same as another.
        InvalidEntry: Neither title nor purpose would be left.
    """
    await unchanged_since(connection, id_, expected)
    present = await existing(connection, id_)
    differing = {name: value for name, value in fields.items() if getattr(present, name) != value}
    if not differing:
        return None
    entry = validation.filled(replace(present, **differing))  # type: ignore[arg-type]  # by names of its own fields
    change_id = await note(connection, Action.EDIT, id_, actor_id)
    await _put(connection, present, entry, differing, change_id)
    return await finish(connection, change_id)


async def _put(
    connection: aiosqlite.Connection,
    present: Association,
    entry: Entry,
    differing: Mapping[str, str | None],
    change_id: int,
) -> None:
    """Write the fields in which ``entry`` differs, note them as edited, and keep up what names it.

    Raises:
        AlreadyExists: It would become the same as another.
    """
    row = await kept(connection, present.id)
    edited = sorted({*filter(None, row["edited"].split(",")), *differing})
    key = row["content_key"]
    if entry.rna_id or content_stem(entry) != content_stem(present) or not key:
        key = await free_key(connection, entry, present.id)
    columns = {**differing, "edited": ",".join(edited), "content_key": key, "updated_at": int(time.time())}
    assignments = ", ".join(f"{name} = ?" for name in columns)
    await connection.execute(
        f"UPDATE associations SET {assignments} WHERE id = ?",  # noqa: S608 - our own names
        (*columns.values(), present.id),
    )
    old, new = identity(present.rna_id, row["content_key"]), identity(entry.rna_id, key)
    if old != new:
        await mark_removed(connection, old, change_id)


async def remove(
    connection: aiosqlite.Connection, id_: int, actor_id: int | None, reason: str | None
) -> Change:
    """Delete an association; a register read again does not bring it back.

    Raises:
        NotFound: There is no such association.
    """
    present = await existing(connection, id_)
    row = await kept(connection, id_)
    change_id = await note(connection, Action.DELETE, id_, actor_id, reason=reason)
    await connection.execute("DELETE FROM associations WHERE id = ?", (id_,))
    await mark_removed(connection, identity(present.rna_id, row["content_key"]), change_id)
    return await finish(connection, change_id)
