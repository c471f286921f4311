"""« Utile ? »: one vote a person, question and association, without keeping who the person is."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import aiosqlite

from storage.database import Database


class Votes(NamedTuple):
    """How many found something useful, and how many did not."""

    up: int
    down: int


@dataclass(frozen=True, slots=True)
class Disliked:
    """An answer that people did not find useful.

    Attributes:
        question: As it was asked; empty when it is no longer kept.
        association_id: What the answer was.
        votes: What people said.
    """

    question: str
    association_id: int
    votes: Votes


class Feedback:
    """The votes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _voter(self, db: aiosqlite.Connection, user_id: int) -> bytes:
        async with db.execute("SELECT value FROM secrets WHERE name = 'voters'") as cursor:
            row = await cursor.fetchone()
        if row is None:
            raise LookupError("the key of the voters is missing from table secrets")
        return blake2b(str(user_id).encode(), key=row[0], digest_size=16).digest()

    async def vote(self, search_id: int, association_id: int, user_id: int, vote: int) -> None:
        """Keep a vote, 1 or -1, in the place of the person's earlier one; 0 takes it back."""
        key = (search_id, association_id)
        async with self._database.write() as db:
            voter = await self._voter(db, user_id)
            if vote:
                await db.execute(
                    "INSERT OR REPLACE INTO feedback (search_id, association_id, voter, vote, at)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (*key, voter, vote, int(time.time())),
                )
            else:
                await db.execute(
                    "DELETE FROM feedback WHERE search_id = ? AND association_id = ? AND voter = ?",
                    (*key, voter),
                )

    async def erase(self, user_id: int) -> int:
        """Forget all votes of a person; returns how many there were."""
        async with self._database.write() as db:
            voter = await self._voter(db, user_id)
            cursor = await db.execute("DELETE FROM feedback WHERE voter = ?", (voter,))
        return cursor.rowcount

    async def totals(self, since: int = 0) -> Votes:
        """All votes since ``since`` (Unix time)."""
        statement = "SELECT total(vote = 1), total(vote = -1) FROM feedback WHERE at >= ?"
        async with self._database.read() as db, db.execute(statement, (since,)) as cursor:
            row = await cursor.fetchone()
        return Votes(int(row[0]), int(row[1])) if row else Votes(0, 0)

    async def worst(self, limit: int = 10, since: int = 0) -> list[Disliked]:
        """Answers with more votes against than for, the most disliked first."""
        statement = """
            SELECT ifnull(s.question, ''), f.association_id, total(vote = 1), total(vote = -1)
            FROM feedback f LEFT JOIN searches s ON s.id = f.search_id WHERE f.at >= ?
            GROUP BY ifnull(s.question, f.search_id), f.association_id HAVING sum(vote) < 0
            ORDER BY sum(vote), f.association_id LIMIT ?"""
        async with self._database.read() as db:
            rows = await db.execute_fetchall(statement, (since, limit))
        return [Disliked(row[0], row[1], Votes(int(row[2]), int(row[3]))) for row in rows]
