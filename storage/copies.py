"""Copying a database file while it is in use: one moment of it, verified, under its name only when whole."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import DamagedDatabase
from storage.faults import explained, system_fault

PAGES_AT_ONCE = 2_000
"""Pages copied between two calls of ``progress``: 8 MB."""


def open_existing(path: Path) -> sqlite3.Connection:
    """Connect to a database that must exist."""
    # mode=rw: a file that is missing must not come into being, empty, by copying it.
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)


def verify(path: Path) -> None:
    """Read every page of the copy at ``path``.

    Raises:
        DamagedDatabase: SQLite finds it damaged, or it is no database.
    """
    with explained(path), closing(open_existing(path)) as connection:
        finding = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if finding != "ok":
        raise DamagedDatabase(f"{path} is damaged: {finding}", path=str(path), reason="check", detail=finding)


def copy_file(source: Path, target: Path, progress: Callable[[int, int], None] | None) -> None:
    """Copy a database, which others may write meanwhile, as of this moment into one file."""

    def step(_status: int, remaining: int, total: int) -> None:
        if progress:
            progress(total - remaining, total)

    with (
        explained(source),
        closing(open_existing(source)) as origin,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        # One read transaction over the whole copy: otherwise each write begins the copy anew.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_master").fetchone()
        origin.backup(copy, pages=PAGES_AT_ONCE, progress=step, sleep=0)
        copy.execute("PRAGMA journal_mode = DELETE")


def unfinished_name(target: Path) -> Path:
    """Where this process writes what is to become ``target``."""
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def settle(path: Path) -> None:
    """Force the file at ``path`` and its name onto the disk."""
    for name, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        descriptor = os.open(name, flags)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def copy_whole(source: Path, target: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Copy, verify, then give the copy its name: whoever sees ``target`` sees a whole database."""
    unfinished = unfinished_name(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with discarded(unfinished):
            copy_file(source, unfinished, progress)
            verify(unfinished)
            settle(unfinished)
            unfinished.replace(target)
            settle(target)
    except OSError as error:
        raise system_fault(error, target) from error


@contextmanager
def discarded(path: Path) -> Iterator[None]:
    """Remove an unfinished file, before (a killed process left it) and after."""
    path.unlink(missing_ok=True)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
