"""Updates already carried out, so that one delivered twice acts once."""

from __future__ import annotations

import time

from storage.database import Database


class Handled:
    """Keys of what admins' messages and buttons have done."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def first_time(self, key: str) -> bool:
        """Whether ``key`` was never seen; it counts as seen from now on."""
        async with self._database.write() as db:
            cursor = await db.execute("INSERT OR IGNORE INTO handled VALUES (?, ?)", (key, int(time.time())))
        return cursor.rowcount > 0

    async def prune(self, before: int) -> int:
        """Forget keys older than ``before`` (Unix time); Telegram repeats updates for a day at most."""
        async with self._database.write() as db:
            cursor = await db.execute("DELETE FROM handled WHERE at < ?", (before,))
        return cursor.rowcount
