"""What members suggest for the catalogue, and what admins decided."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Literal

from storage.changes import entry
from storage.database import Database
from storage.model import Entry

State = Literal["open", "accepted", "refused"]
COLUMNS = "id, user_id, language, content AS entry, state, at, decided_by, decided_at, association_id"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An association that a member suggests.

    Attributes:
        id: Row id.
        user_id: Who is to hear the outcome; None once they have.
        language: In which language.
        entry: What was suggested.
        state: ``open``, ``accepted`` or ``refused``.
        at: Unix time in seconds.
        decided_by: Telegram user id of the admin, or None.
        decided_at: Unix time in seconds, or None.
        association_id: What came of it, when accepted.
    """

    id: int
    user_id: int | None
    language: str
    entry: Entry
    state: State
    at: int
    decided_by: int | None
    decided_at: int | None
    association_id: int | None


class Suggestions:
    """The members' suggestions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _fetch(self, rest: str, *parameters: int) -> list[Suggestion]:
        statement = f"SELECT {COLUMNS} FROM suggestions {rest}"  # noqa: S608 - our own constants
        async with self._database.read() as db:
            rows = await db.execute_fetchall(statement, parameters)
        return [Suggestion(**{**dict(row), "entry": entry(row["entry"])}) for row in rows]

    async def add(self, user_id: int, language: str, suggested: Entry) -> int:
        """Keep a suggestion; returns its id."""
        statement = "INSERT INTO suggestions (user_id, language, content, at) VALUES (?, ?, ?, ?)"
        content = json.dumps(asdict(suggested), ensure_ascii=False)
        async with self._database.write() as db:
            cursor = await db.execute(statement, (user_id, language, content, int(time.time())))
        return int(cursor.lastrowid or 0)

    async def get(self, id_: int) -> Suggestion | None:
        """The suggestion with this id, or None."""
        return next(iter(await self._fetch("WHERE id = ?", id_)), None)

    async def waiting_of(self, user_id: int) -> int:
        """How many suggestions of this person nobody decided on."""
        return len(await self._fetch("WHERE state = 'open' AND user_id = ?", user_id))

    async def decide(
        self, id_: int, state: State, decided_by: int, association_id: int | None = None
    ) -> bool:
        """Keep the decision; False when somebody decided before."""
        statement = """
            UPDATE suggestions SET state = ?, decided_by = ?, decided_at = ?, association_id = ?
            WHERE id = ? AND state = 'open'"""
        async with self._database.write() as db:
            cursor = await db.execute(statement, (state, decided_by, int(time.time()), association_id, id_))
        return cursor.rowcount > 0

    async def told(self, id_: int) -> None:
        """Forget who suggested it, once the person has heard the outcome."""
        async with self._database.write() as db:
            await db.execute("UPDATE suggestions SET user_id = NULL WHERE id = ?", (id_,))

    async def erase(self, user_id: int) -> None:
        """Forget who suggested what this person did: the suggestions stay, without an outcome to tell."""
        async with self._database.write() as db:
            await db.execute("UPDATE suggestions SET user_id = NULL WHERE user_id = ?", (user_id,))
