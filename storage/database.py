"""The SQLite file: opening, migrations, one write path, read connections, closing on every path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Self

import aiosqlite

READERS = 2
BUSY_TIMEOUT_MS = 30_000


class StorageError(Exception):
    """Something about the database that a person can mend; the message says what and how.

    StorageError
    ├── NewerDatabase     written by a newer version of Waldeck
    ├── DamagedDatabase   not SQLite, or its integrity check fails
    ├── UnwritableDatabase  read-only file, folder or file system, or no room left
    └── ClosedDatabase    used after closing
    """


class NewerDatabase(StorageError):
    """The file was written by a newer version of Waldeck."""


class DamagedDatabase(StorageError):
    """The file is not an SQLite database, or is damaged."""


class UnwritableDatabase(StorageError):
    """Nothing can be written: read-only file, folder or file system, or no room left."""


class ClosedDatabase(StorageError):
    """The database was used after closing."""


def migrations() -> Iterator[tuple[int, str]]:
    """Yield (version, SQL) of each numbered file in ``storage/migrations``, in order."""
    for file in sorted(files("storage").joinpath("migrations").iterdir(), key=lambda f: f.name):
        if match := re.match(r"(\d{4})_.*\.sql$", file.name):
            yield int(match[1]), file.read_text(encoding="utf-8")


class Database:
    """One SQLite file with one writer at a time and a few read-only connections.

    Use ``open`` and always ``close``: an aiosqlite connection left open keeps the process alive.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: aiosqlite.Connection | None = None
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open (creating and migrating as needed) the database at ``path``.

        Raises:
            StorageError: The file can't be used; the message says why and what to do.
        """
        database = cls(path)
        try:
            await database._connect()
        except BaseException:
            await database.close()
            raise
        return database

    async def _connect(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = await self._connection()
        await self._writer.execute("PRAGMA journal_mode = WAL")
        await self._migrate(self._writer)
        for _ in range(READERS):
            reader = await self._connection()
            await reader.execute("PRAGMA query_only = ON")
            self._readers.put_nowait(reader)

    async def _connection(self) -> aiosqlite.Connection:
        connection = await aiosqlite.connect(self.path, isolation_level=None)
        connection.row_factory = aiosqlite.Row
        await connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    async def _migrate(self, writer: aiosqlite.Connection) -> None:
        async with writer.execute("PRAGMA user_version") as cursor:
            row = await cursor.fetchone()
        present = int(row[0]) if row else 0
        known = list(migrations())
        if present > known[-1][0]:
            raise NewerDatabase(str(self.path))
        for version, script in known:
            if version > present:
                await writer.executescript(
                    f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {version}; COMMIT;"
                )

    @asynccontextmanager
    async def write(self) -> AsyncIterator[aiosqlite.Connection]:
        """One transaction: committed whole at the end of the block, rolled back on any exception."""
        async with self._lock:
            if self._writer is None:
                raise ClosedDatabase
            await self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
            except BaseException:
                await self._writer.execute("ROLLBACK")
                raise
            await self._writer.execute("COMMIT")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[aiosqlite.Connection]:
        """A read-only connection of the pool; sees only what is committed."""
        if self._writer is None:
            raise ClosedDatabase
        connection = await self._readers.get()
        try:
            yield connection
        finally:
            self._readers.put_nowait(connection)

    async def close(self) -> None:
        """Let a running write end, then close every connection; harmless when repeated."""
        async with self._lock:
            writer, self._writer = self._writer, None
        while not self._readers.empty():
            await self._readers.get_nowait().close()
        if writer is not None:
            await writer.close()
