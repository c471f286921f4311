"""Words that admins taught the bot to take for the same."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from storage.database import Database


@dataclass(frozen=True, slots=True)
class Synonym:
    """A group of words or phrases that mean the same.

    Attributes:
        id: Row id.
        words: As the admin typed them.
        actor_id: Telegram user id, or None for the command line.
        at: Unix time in seconds.
    """

    id: int
    words: tuple[str, ...]
    actor_id: int | None
    at: int


class Synonyms:
    """The groups of words that mean the same."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self) -> list[Synonym]:
        """All groups, oldest first."""
        statement = "SELECT id, words, actor_id, at FROM synonyms ORDER BY id"
        async with self._database.read() as db:
            rows = await db.execute_fetchall(statement)
        return [Synonym(row[0], tuple(json.loads(row[1])), row[2], row[3]) for row in rows]

    async def add(self, words: Sequence[str], actor_id: int | None = None) -> int:
        """Keep a group; returns its id, or that of the same group when it is there already."""
        statement = """
            INSERT INTO synonyms (words, actor_id, at) VALUES (?, ?, ?)
            ON CONFLICT (words) DO UPDATE SET words = words RETURNING id"""
        values = (json.dumps(list(words), ensure_ascii=False), actor_id, int(time.time()))
        async with self._database.write() as db:
            rows = list(await db.execute_fetchall(statement, values))
        return int(rows[0][0])

    async def remove(self, id_: int) -> Synonym | None:
        """Forget a group; returns what it was, so that it can be put back, or None."""
        statement = "DELETE FROM synonyms WHERE id = ? RETURNING id, words, actor_id, at"
        async with self._database.write() as db:
            rows = list(await db.execute_fetchall(statement, (id_,)))
        return Synonym(rows[0][0], tuple(json.loads(rows[0][1])), rows[0][2], rows[0][3]) if rows else None

    async def restore(self, synonym: Synonym) -> None:
        """Put back a group that ``remove`` returned, under its own id."""
        statement = "INSERT OR IGNORE INTO synonyms (id, words, actor_id, at) VALUES (?, ?, ?, ?)"
        values = (synonym.id, json.dumps(synonym.words, ensure_ascii=False), synonym.actor_id, synonym.at)
        async with self._database.write() as db:
            await db.execute(statement, values)
