"""Who may keep the catalogue: admins and owners that were appointed in Telegram."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from storage.database import Database

StoredRole = Literal["admin", "owner"]


@dataclass(frozen=True, slots=True)
class Admin:
    """A person who may change the catalogue.

    Attributes:
        user_id: Telegram user id.
        name: As the person was called when appointed.
        role: ``admin`` or ``owner``.
        added_by: Telegram user id of who appointed them, or None.
        added_at: Unix time in seconds.
    """

    user_id: int
    name: str
    role: StoredRole
    added_by: int | None
    added_at: int


class Admins:
    """The appointed admins; owners named in the settings are not among them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def role(self, user_id: int) -> StoredRole | None:
        """``admin``, ``owner``, or None for everybody else."""
        statement = "SELECT role FROM admins WHERE user_id = ?"
        async with self._database.read() as db, db.execute(statement, (user_id,)) as cursor:
            row = await cursor.fetchone()
        return row[0] if row else None

    async def list(self) -> list[Admin]:
        """All of them, first appointed first."""
        statement = "SELECT user_id, name, role, added_by, added_at FROM admins ORDER BY added_at, user_id"
        async with self._database.read() as db:
            return [Admin(*row) for row in await db.execute_fetchall(statement)]

    async def add(
        self, user_id: int, name: str, role: StoredRole = "admin", added_by: int | None = None
    ) -> None:
        """Appoint a person, or give them another role."""
        statement = """
            INSERT INTO admins (user_id, name, role, added_by, added_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, role = excluded.role"""
        async with self._database.write() as db:
            await db.execute(statement, (user_id, name, role, added_by, int(time.time())))

    async def remove(self, user_id: int) -> bool:
        """Take the role from a person; False when they had none."""
        async with self._database.write() as db:
            cursor = await db.execute("DELETE FROM admins WHERE user_id = ?", (user_id,))
        return cursor.rowcount > 0
