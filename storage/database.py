"""The SQLite file in use: one write path, read connections, closing on every path."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from storage.errors import ClosedDatabase, UnwritableDatabase
from storage.faults import explained
from storage.schema import BUSY_TIMEOUT_S, prepare

READERS = 3
WAL_LEFT_BYTES = 64 * 2**20
"""What remains of the write-ahead log after a long transaction, such as an import."""

T = TypeVar("T")


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Await ``work`` to its end even when the waiting task is cancelled; then pass the cancellation on."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            cancelled = error
    result = task.result()
    if cancelled:
        raise cancelled
    return result


class Database:
    """One SQLite file with one writer at a time and a few read-only connections.

    Use ``open`` and always ``close``: an aiosqlite connection left open keeps the process alive.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: tuple[int, int] | None = None
        self._writer: aiosqlite.Connection | None = None
        self._readers: list[aiosqlite.Connection] = []
        self._idle: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        self._of_thread = threading.local()
        self._of_threads: list[sqlite3.Connection] = []
        self._lock = asyncio.Lock()
        self._before_close: list[Callable[[], Awaitable[None]]] = []

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open (creating and migrating as needed) the database at ``path``.

        Raises:
            StorageError: The file can't be used; the exception says why and what to do.
        """
        database = cls(path)
        try:
            await asyncio.to_thread(prepare, path)
            await database._connect()
        except BaseException:
            await database.close()
            raise
        return database

    async def _connect(self) -> None:
        with explained(self.path):
            self._writer = await self._connection()
            # FULL: what an admin was told is saved outlives a power cut as well.
            await self._writer.execute("PRAGMA synchronous = FULL")
            await self._writer.execute(f"PRAGMA journal_size_limit = {WAL_LEFT_BYTES}")
            self._file = self._present_file()
            for _ in range(READERS):
                reader = await self._connection()
                self._readers.append(reader)
                await reader.execute("PRAGMA query_only = ON")
                self._idle.put_nowait(reader)

    async def _connection(self) -> aiosqlite.Connection:
        connection = await aiosqlite.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        connection.row_factory = aiosqlite.Row
        await connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _present_file(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    @asynccontextmanager
    async def write(self) -> AsyncIterator[aiosqlite.Connection]:
        """One transaction: committed whole at the end of the block, rolled back on any exception.

        A task cancelled while it commits learns of it only afterwards, so that it is never in doubt
        whether the transaction took place: ask ``changes``.

        Raises:
            UnwritableDatabase: Nothing was written: read-only, no room, or the file is gone.
            BusyDatabase: Another process kept the database locked for too long.
            ClosedDatabase: After ``close``.
        """
        async with self._lock:
            connection = self._opened()
            self._make_sure_of_the_file()
            with explained(self.path):
                try:
                    await connection.execute("BEGIN IMMEDIATE")
                    yield connection
                    await _to_the_end(_execute(connection, "COMMIT"))
                except BaseException:
                    # A cancelled task leaves its statement running; it need not come to its end.
                    await connection.interrupt()
                    # Harmless when SQLite rolled back by itself, as it does when the disk is full.
                    await _to_the_end(connection.rollback())
                    raise

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Hold the writer’s turn for a transaction on the caller’s own connection, such as an import’s."""
        async with self._lock:
            self._opened()
            self._make_sure_of_the_file()
            yield

    @asynccontextmanager
    async def read(self) -> AsyncIterator[aiosqlite.Connection]:
        """A read-only connection of the pool; each statement sees what is committed by then."""
        self._opened()
        connection = await self._idle.get()
        try:
            self._opened()
            with explained(self.path):
                yield connection
        except (ValueError, sqlite3.OperationalError):
            # What aiosqlite and SQLite say of a connection that ``close`` took from under its user.
            self._opened()
            raise
        except asyncio.CancelledError:
            # The statement goes on without its task: the next user need not wait for it.
            await connection.interrupt()
            raise
        finally:
            self._idle.put_nowait(connection)

    def read_in_thread(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Rows for a thread that works on its own, read on a connection of that thread.

        Raises:
            StorageError: They can't be read.
        """
        self._opened()
        try:
            with explained(self.path):
                connection = getattr(self._of_thread, "connection", None)
                if connection is None:
                    address = f"{self.path.absolute().as_uri()}?mode=ro"
                    # Closed by the thread of ``close``.
                    connection = sqlite3.connect(
                        address, BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False, uri=True
                    )
                    self._of_thread.connection = connection
                    self._of_threads.append(connection)
                return connection.execute(statement, parameters).fetchall()
        except sqlite3.ProgrammingError:
            self._opened()
            raise

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[aiosqlite.Connection]:
        """A read-only connection on which all statements see the database as of one moment."""
        async with self.read() as connection:
            try:
                await connection.execute("BEGIN")
                yield connection
            finally:
                await _to_the_end(connection.rollback())

    def _opened(self) -> aiosqlite.Connection:
        if self._writer is None:
            raise ClosedDatabase(f"{self.path} is closed", path=str(self.path))
        return self._writer

    def _make_sure_of_the_file(self) -> None:
        # SQLite goes on writing into a file that was deleted or replaced: all of it would be lost.
        if self._present_file() != self._file:
            message = f"{self.path} was deleted or replaced while in use: put it back and restart"
            raise UnwritableDatabase(message, path=str(self.path), reason="moved")

    def before_close(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have ``work`` done when the database closes, while it can still be written."""
        self._before_close.append(work)

    async def close(self) -> None:
        """Let a running write end, then close every connection; harmless when repeated."""
        while self._before_close:
            await self._before_close.pop()()
        async with self._lock:
            writer, self._writer = self._writer, None
        readers, self._readers = self._readers, []
        for reader in readers:
            await reader.interrupt()
            await reader.close()
        while self._of_threads:
            self._of_threads.pop().close()
        if writer is not None:
            await writer.close()


async def _execute(connection: aiosqlite.Connection, statement: str) -> None:
    await connection.execute(statement)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for the present thread that sees the database as of one moment."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with explained(path), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        yield connection
