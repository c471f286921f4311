"""What was asked and what came of it; buttons refer to it. Rows are written behind the answers."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiosqlite

from storage.database import Database
from storage.errors import StorageError

BLOCK = 4_000
"""Ids reserved at a time."""
PAUSE_S = 0.3
"""Seconds between two writes of what has been asked meanwhile."""
LONGEST_PAUSE_S = 30.0
MOST_PENDING = 5_000

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Search:
    """A question that was answered; who asked is not kept.

    Attributes:
        id: What buttons carry.
        question: As typed.
        understood: How it was read.
        hits: How many associations fitted.
        at: Unix time in seconds.
    """

    id: int
    question: str
    understood: dict[str, Any]
    hits: int
    at: int


class Searches:
    """The questions of one database.

    ``record`` hands out an id at once and does not wait for the writer, but for the first block of
    ids; the next blocks are reserved while rows are written. Ids come from blocks reserved in table
    ``counters``, so that none is given twice, not even when the process was killed before the rows
    were written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: dict[int, Search] = {}
        self._free: deque[int] = deque()
        self._last = 0
        self._reserving = asyncio.Lock()
        self._writer: asyncio.Task[None] | None = None
        database.before_close(self.close)

    async def record(self, question: str, understood: Mapping[str, Any], hits: int) -> int:
        """Keep a question; returns the id for its buttons. The row is written shortly afterwards."""
        if not self._free:
            await self._reserve_first()
        # Without room to reserve more, numbers go on all the same: people are answered.
        id_ = self._last = self._free.popleft() if self._free else self._last + 1
        self._pending[id_] = Search(id_, question, dict(understood), hits, int(time.time()))
        while len(self._pending) > MOST_PENDING:
            self._pending.pop(next(iter(self._pending)))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_behind())
        return id_

    async def get(self, id_: int) -> Search | None:
        """The question with this id, written or not; None when it is no longer kept."""
        if pending := self._pending.get(id_):
            return pending
        statement = "SELECT id, question, understood, hits, at FROM searches WHERE id = ?"
        async with self._database.read() as db, db.execute(statement, (id_,)) as cursor:
            row = await cursor.fetchone()
        return Search(row[0], row[1], json.loads(row[2]), row[3], row[4]) if row else None

    async def prune(self, before: int) -> int:
        """Forget questions older than ``before`` (Unix time), and the votes on them; returns how many."""
        await self.flush()
        async with self._database.write() as db:
            await db.execute(
                "DELETE FROM feedback WHERE search_id IN (SELECT id FROM searches WHERE at < ?)", (before,)
            )
            cursor = await db.execute("DELETE FROM searches WHERE at < ?", (before,))
        return cursor.rowcount

    async def flush(self) -> None:
        """Write what is pending.

        Raises:
            StorageError: It can't be written, and stays pending.
        """
        rows = list(self._pending.values())
        if not rows:
            return
        async with self._database.write() as db:
            await db.executemany(
                "INSERT OR IGNORE INTO searches (id, question, understood, hits, at) VALUES (?, ?, ?, ?, ?)",
                [
                    (s.id, s.question, json.dumps(s.understood, ensure_ascii=False), s.hits, s.at)
                    for s in rows
                ],
            )
            more = await self._reserve(db) if len(self._free) < BLOCK // 2 else range(0)
        self._free.extend(more)
        for row in rows:
            self._pending.pop(row.id, None)

    async def close(self) -> None:
        """Write what is pending and stop; called when the database closes."""
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        try:
            await self.flush()
        except StorageError as error:
            logger.error("%d questions were not kept: %s", len(self._pending), error)

    async def _reserve_first(self) -> None:
        async with self._reserving:
            if self._free:
                return
            try:
                async with self._database.write() as db:
                    more = await self._reserve(db)
                self._free.extend(more)
            except StorageError as error:
                logger.error("numbers for questions can't be reserved: %s", error)

    async def _reserve(self, db: aiosqlite.Connection) -> range:
        """Reserve the next block of numbers, above all that were given, within a transaction."""
        statement = """
            INSERT INTO counters (name, reserved)
            SELECT 'searches', max(ifnull(max(id), 0), ?1) + ?2 FROM searches WHERE true
            ON CONFLICT (name) DO UPDATE SET reserved = max(reserved, ?1) + ?2 RETURNING reserved"""
        (row,) = await db.execute_fetchall(statement, (self._last, BLOCK))
        return range(row[0] - BLOCK + 1, row[0] + 1)

    async def _write_behind(self) -> None:
        pause = PAUSE_S
        while self._pending:
            await asyncio.sleep(pause)
            try:
                await self.flush()
                pause = PAUSE_S
            except StorageError as error:
                logger.error("%d questions wait to be kept: %s", len(self._pending), error)
                pause = min(pause * 2, LONGEST_PAUSE_S)
