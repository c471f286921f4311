"""One service a database: a lock file beside it, released by the system however the process ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import WaldeckError
from storage.faults import system_fault


class AlreadyRunning(WaldeckError):
    """Another process serves this database (arguments: path)."""

    code = "already-running"


@contextmanager
def sole_instance(database: Path) -> Iterator[None]:
    """Hold the lock beside ``database``.

    Raises:
        AlreadyRunning: Another process holds it.
        UnwritableDatabase: The folder can't be written.
    """
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{database}.lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise AlreadyRunning(f"{database} is served by another process", path=str(database)) from error
    except OSError as error:
        raise system_fault(error, database) from error
    try:
        yield
    finally:
        lock.release()
