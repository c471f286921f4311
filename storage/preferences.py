"""What people chose for themselves: language and place."""

from __future__ import annotations

from typing import NamedTuple

from storage.database import Database


class Place(NamedTuple):
    """A commune that a person set as theirs."""

    commune_code: str
    name: str


class Preferences:
    """Choices by Telegram user id; all of a person's can be erased."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def language(self, user_id: int) -> str | None:
        """``fr``, ``en``, or None when the person did not choose."""
        statement = "SELECT language FROM preferences WHERE user_id = ?"
        async with self._database.read() as db, db.execute(statement, (user_id,)) as cursor:
            row = await cursor.fetchone()
        return row[0] if row else None

    async def set_language(self, user_id: int, language: str) -> None:
        """Keep the language, ``fr`` or ``en``."""
        statement = """
            INSERT INTO preferences (user_id, language) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET language = excluded.language"""
        async with self._database.write() as db:
            await db.execute(statement, (user_id, language))

    async def place(self, user_id: int) -> Place | None:
        """The person's commune, or None."""
        statement = "SELECT commune_code, commune_name FROM preferences WHERE user_id = ?"
        async with self._database.read() as db, db.execute(statement, (user_id,)) as cursor:
            row = await cursor.fetchone()
        return Place(row[0], row[1] or "") if row and row[0] else None

    async def set_place(self, user_id: int, place: Place | None) -> None:
        """Keep the person's commune, or forget it with None."""
        statement = """
            INSERT INTO preferences (user_id, commune_code, commune_name) VALUES (?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE
            SET commune_code = excluded.commune_code, commune_name = excluded.commune_name"""
        async with self._database.write() as db:
            await db.execute(statement, (user_id, *(place or (None, None))))

    async def erase(self, user_id: int) -> bool:
        """Forget everything this person chose; False when there was nothing."""
        async with self._database.write() as db:
            cursor = await db.execute("DELETE FROM preferences WHERE user_id = ?", (user_id,))
        return cursor.rowcount > 0
