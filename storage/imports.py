"""Importing a register: read it, compare it with the catalogue, and land it whole or not at all."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from storage.database import Database
from storage.faults import explained
from storage.import_report import KINDS, ImportReport
from storage.registers.opening import Register
from storage.registers.records import LeftOut, Record, RegisterError
from storage.staging import Staging

Progress = Callable[[int, int], None]
"""Called with rows done and an estimate of all rows, on the event loop, a few times a second."""
T = TypeVar("T")

BUSY_TIMEOUT_S = 60
STEP = 512
"""Rows between two looks at the clock and at the wish to stop."""
PROGRESS_S = 0.2
SQL_STEPS = 200_000
"""Instructions of SQLite between two looks at the wish to stop."""


async def import_file(
    database: Database,
    path: Path,
    *,
    actor_id: int | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import the register at ``path``: whole, in one transaction, or not at all.

    Reading and comparing hold up no other writer. Cancelling the task stops the work; if that comes too
    late, the import is there whole.

    Args:
        database: Where to.
        path: A register in any form that ``storage.registers`` reads.
        actor_id: Telegram user id, or None for the command line.
        dry_run: Only tell what would happen.
        progress: See ``Progress``.

    Raises:
        RegisterError: The file can't be imported.
        StorageError: The database can't be written.
    """
    loop = asyncio.get_running_loop()

    def told(rows: int, expected: int) -> None:
        if progress is not None:
            loop.call_soon_threadsafe(progress, rows, expected)

    work = _Import(database.path, path, actor_id, told)
    try:
        await _in_thread(work, work.stage)
        if not dry_run:
            async with database.exclusive():
                await _in_thread(work, work.apply)
    finally:
        work.close()
    return work.report


async def _in_thread(work: _Import, step: Callable[[], T]) -> T:
    """Run one step in a thread; when cancelled, ask it to stop and wait until it has."""
    task = asyncio.ensure_future(asyncio.to_thread(step))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        work.stop.set()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()
        raise


class _Stopped(Exception):
    """The task that wanted the import was cancelled."""


class _Import:
    """One import at work; its methods run in a thread, one after the other."""

    def __init__(self, database: Path, path: Path, actor_id: int | None, told: Progress) -> None:
        self.report = ImportReport(path.name)
        self.stop = threading.Event()
        self._database = database
        self._register = Register(path)
        self._actor_id = actor_id
        self._told = told
        self._told_at = 0.0
        self._connection: sqlite3.Connection | None = None

    def stage(self) -> None:
        """Read the register and find out what each of its rows would do."""
        with explained(self._database):
            # mode=rw: a file that is gone meanwhile must not be begun anew.
            address = f"{self._database.absolute().as_uri()}?mode=rw"
            self._connection = connection = sqlite3.connect(
                address, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_S, check_same_thread=False
            )
            connection.set_progress_handler(self.stop.is_set, SQL_STEPS)
            self._staging = Staging(connection)
            self._staging.fill(self._usable())
            report, register = self.report, self._register
            if not report.rows_read:
                raise RegisterError("no_rows", name=register.name)
            report.format, report.encoding = " + ".join(register.formats), register.encoding
            report.ignored = register.ignored
            for member, line, about in self._staging.repeated():
                report.leave_out(member, LeftOut(line, "repeated", about))
            connection.execute("BEGIN")
            report.count(self._staging.compare())
            report.examples = {kind: self._staging.examples(kind) for kind in KINDS}
            connection.execute("COMMIT")

    def _usable(self) -> Iterator[tuple[str, Record]]:
        register, report = self._register, self.report
        for number, row in enumerate(register.rows(), 1):
            if isinstance(row, Record):
                if row.unread:
                    report.note_unread(register.member, row)
                yield register.member, row
            else:
                report.leave_out(register.member, row)
            report.rows_read = number
            if not number % STEP:
                self._look_up()

    def _look_up(self) -> None:
        if self.stop.is_set():
            raise _Stopped
        now = time.monotonic()
        if now - self._told_at > PROGRESS_S:
            self._told_at = now
            rows, done = self.report.rows_read, max(self._register.bytes_done, 1)
            self._told(rows, max(rows, rows * self._register.bytes_total // done))

    def apply(self) -> None:
        """Carry out what ``stage`` found, in one transaction."""
        connection = self._connection
        assert connection is not None  # noqa: S101 - for the type checker: stage came before
        with explained(self._database):
            connection.execute("BEGIN IMMEDIATE")
            try:
                if self._staging.outdated:
                    self.report.count(self._staging.compare())
                if self.report.added or self.report.changed:
                    self._land(connection)
                connection.execute("COMMIT")
            except BaseException:
                # Harmless when SQLite rolled back by itself, as it does when the disk is full.
                connection.rollback()
                raise
        self._told(self.report.rows_read, self.report.rows_read)

    def _land(self, connection: sqlite3.Connection) -> None:
        report, at = self.report, int(time.time())
        values = {
            "file": report.file,
            "format": report.format,
            "actor_id": self._actor_id,
            "at": at,
            "rows_read": report.rows_read,
            "added": report.added,
            "changed": report.changed,
            "unchanged": report.unchanged,
            "kept": report.kept,
            "left_out": report.left_out,
            "reasons": json.dumps(report.reasons),
        }
        columns, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
        statement = f"INSERT INTO imports ({columns}) VALUES ({marks})"  # noqa: S608 - our own names
        report.batch = connection.execute(statement, values).lastrowid
        self._staging.apply(
            {"batch": report.batch, "actor": self._actor_id, "source": report.format, "at": at}
        )

    def close(self) -> None:
        """Let go of the database; the temporary tables go with it."""
        if self._connection is not None:
            self._connection.close()
