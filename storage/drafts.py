"""Conversations under way, one a person, so that a restart does not lose them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from storage.database import Database

COLUMNS = "user_id, chat_id, kind, step, content, updated_at, reminded_at"


@dataclass(frozen=True, slots=True)
class Draft:
    """How far a person has come.

    Attributes:
        user_id: Telegram user id.
        chat_id: Where the conversation takes place.
        kind: Which conversation, such as ``add``.
        step: Where it stands, in that conversation's own words.
        content: What was given so far; anything that JSON holds.
        updated_at: Unix time in seconds.
        reminded_at: When the person was reminded of it, or None.
    """

    user_id: int
    chat_id: int
    kind: str
    step: str
    content: dict[str, Any]
    updated_at: int
    reminded_at: int | None = None


class Drafts:
    """The conversations under way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Who may have a draft, complete after the first look: every message asks, and most people have none.
        self._people: set[int] = set()
        self._complete = False

    async def _fetch(self, rest: str, *parameters: int) -> list[Draft]:
        statement = f"SELECT {COLUMNS} FROM drafts {rest}"  # noqa: S608 - our own constants
        async with self._database.read() as db:
            rows = await db.execute_fetchall(statement, parameters)
        return [Draft(**{**dict(row), "content": json.loads(row["content"])}) for row in rows]

    async def load(self, user_id: int) -> Draft | None:
        """The person's draft, or None."""
        if not self._complete:
            self._people.update([draft.user_id for draft in await self._fetch("")])
            self._complete = True
        if user_id not in self._people:
            return None
        return next(iter(await self._fetch("WHERE user_id = ?", user_id)), None)

    async def save(self, user_id: int, chat_id: int, kind: str, step: str, content: dict[str, Any]) -> None:
        """Keep how far the person has come, in the place of any earlier draft."""
        statement = f"INSERT OR REPLACE INTO drafts ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL)"  # noqa: S608
        values = (user_id, chat_id, kind, step, json.dumps(content, ensure_ascii=False), int(time.time()))
        async with self._database.write() as db:
            await db.execute(statement, values)
        self._people.add(user_id)

    async def delete(self, user_id: int) -> bool:
        """Forget the person's draft; False when there was none."""
        async with self._database.write() as db:
            cursor = await db.execute("DELETE FROM drafts WHERE user_id = ?", (user_id,))
        return cursor.rowcount > 0

    async def stale(self, before: int) -> list[Draft]:
        """Drafts untouched since ``before`` (Unix time), oldest first, reminded or not."""
        return await self._fetch("WHERE updated_at < ? ORDER BY updated_at", before)

    async def reminded(self, user_id: int) -> None:
        """Note that the person was reminded; a later ``save`` forgets it."""
        async with self._database.write() as db:
            await db.execute(
                "UPDATE drafts SET reminded_at = ? WHERE user_id = ?", (int(time.time()), user_id)
            )
