"""Taking back one change, within the caller's transaction; taking back is a change itself."""

from __future__ import annotations

import json

import aiosqlite

from storage import changes
from storage.changes import ENTRY_JSON
from storage.editing import KEPT, finish, mark_removed, note
from storage.errors import Conflict, NotFound
from storage.identity import identity
from storage.model import ENTRY_FIELDS, Action, Change


async def undo(connection: aiosqlite.Connection, change_id: int, actor_id: int | None) -> Change:
    """Put an association back to where it was before a change, with all that belongs to it.

    Raises:
        NotFound: There is no such change.
        Conflict: The association is not any more what that change made of it, or its RNA number or
            place is held by another now.
    """
    undone = await changes.get(connection, change_id)
    if undone is None:
        raise NotFound("change", change_id)
    await _still_holds(connection, undone)
    await _place_is_free(connection, undone)
    taken_back = await note(connection, Action.UNDO, undone.association_id, actor_id, undoes=change_id)
    await _put_back(connection, undone)
    await _mend_removed(connection, undone, taken_back)
    return await finish(connection, taken_back)


async def _still_holds(connection: aiosqlite.Connection, undone: Change) -> None:
    # What the next change began with is what this one ended with. Changes that cancelled each other
    # out since, such as an edit and its undo, do not stand in the way.
    statement = f"""
        SELECT n.before IS (SELECT {ENTRY_JSON} FROM associations a WHERE a.id = n.association_id),
            (SELECT max(id) FROM changes WHERE association_id = n.association_id)
        FROM changes n WHERE n.association_id = ? AND n.id > ? ORDER BY n.id LIMIT 1"""  # noqa: S608
    values = (undone.association_id, undone.id)
    for holds, last in await connection.execute_fetchall(statement, values):
        newer = None if holds else await changes.get(connection, undone.undone_by or last)
        if newer is not None:
            raise Conflict(newer)


async def _place_is_free(connection: aiosqlite.Connection, undone: Change) -> None:
    """Make sure that no other association holds the RNA number or content key that comes back."""
    statement = """
        SELECT a.id FROM associations a, changes c
        WHERE c.id = ? AND a.id <> c.association_id AND c.before IS NOT NULL
        AND (a.rna_id = c.before ->> 'rna_id' OR a.content_key = c.kept ->> 'content_key')"""
    for row in await connection.execute_fetchall(statement, (undone.id,)):
        holder = await changes.get(connection, await changes.revision(connection, row[0]))
        if holder is not None:
            raise Conflict(holder)


async def _put_back(connection: aiosqlite.Connection, undone: Change) -> None:
    if undone.before is None:
        await connection.execute("DELETE FROM associations WHERE id = ?", (undone.association_id,))
        return
    (row,) = await connection.execute_fetchall("SELECT before, kept FROM changes WHERE id = ?", (undone.id,))
    values = {**json.loads(row["before"]), **json.loads(row["kept"] or "{}")}
    columns = [name for name in (*ENTRY_FIELDS, *KEPT) if name in values]
    updates = ", ".join(f"{name} = excluded.{name}" for name in columns)
    marks = ", ".join("?" * len(columns))
    statement = f"""
        INSERT INTO associations (id, updated_at, {", ".join(columns)}) VALUES (?, unixepoch(), {marks})
        ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, {updates}"""  # noqa: S608
    await connection.execute(statement, (undone.association_id, *(values[name] for name in columns)))


async def _mend_removed(connection: aiosqlite.Connection, undone: Change, taken_back: int) -> None:
    """Keep table ``removed`` right: what a deletion put there leaves with it, and comes back with it."""
    await connection.execute("DELETE FROM removed WHERE change_id = ?", (undone.id,))
    origin, depth = undone, 0
    while origin.undoes is not None:
        earlier = await changes.get(connection, origin.undoes)
        if earlier is None:
            raise NotFound("change", origin.undoes)
        origin, depth = earlier, depth + 1
    # An odd depth: the change undone was an undo, so a deletion or a change of name is being redone.
    if depth % 2 and origin.action in {Action.DELETE, Action.EDIT}:
        await _remove_again(connection, taken_back)


async def _remove_again(connection: aiosqlite.Connection, taken_back: int) -> None:
    statement = """
        SELECT c.before ->> 'rna_id', c.kept ->> 'content_key', a.rna_id, a.content_key, a.id
        FROM changes c LEFT JOIN associations a ON a.id = c.association_id WHERE c.id = ?"""
    (row,) = await connection.execute_fetchall(statement, (taken_back,))
    if row[0] is None and row[1] is None:
        return
    old, new = identity(row[0], row[1]), identity(row[2], row[3]) if row[4] is not None else None
    if old != new:
        await mark_removed(connection, old, taken_back)
