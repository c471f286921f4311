"""How SQLite's and the system's own errors become ours, which say what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import BusyDatabase, DamagedDatabase, StorageError, UnwritableDatabase

PRIMARY_CODE = 0xFF

UNWRITABLE = {
    sqlite3.SQLITE_READONLY_DBMOVED: "moved",
    sqlite3.SQLITE_IOERR_SHMSIZE: "no-room",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_FULL: "no-room",
    sqlite3.SQLITE_CANTOPEN: "no-folder",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_IOERR: "disk",
}
DAMAGED = {
    sqlite3.SQLITE_CORRUPT: "check",
    sqlite3.SQLITE_NOTADB: "not-a-database",
    sqlite3.SQLITE_FORMAT: "not-a-database",
}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SYSTEM = {
    errno.ENOSPC: "no-room",
    errno.EDQUOT: "no-room",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.EROFS: "read-only",
    errno.EIO: "disk",
}


def fault(error: sqlite3.Error, path: Path) -> StorageError | None:
    """Our exception for an SQLite error about the file, or None for any other (a constraint, say)."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    primary = code & PRIMARY_CODE
    reason = UNWRITABLE.get(code) or UNWRITABLE.get(primary)
    if reason == "no-folder" and path.parent.is_dir() and not os.access(path.parent, os.W_OK):
        # Even to read, SQLite has to put its log beside the file.
        reason = "read-only"
    if reason:
        return UnwritableDatabase(
            f"{path} can't be written ({reason}: {error})", path=str(path), reason=reason, detail=str(error)
        )
    if reason := DAMAGED.get(primary):
        return DamagedDatabase(
            f"{path} is damaged ({reason}: {error})", path=str(path), reason=reason, detail=str(error)
        )
    if primary in BUSY:
        return BusyDatabase(f"{path} is kept locked by another process", path=str(path))
    return None


def system_fault(error: OSError, path: Path) -> UnwritableDatabase:
    """Our exception for the system refusing to create or write ``path``."""
    reason = SYSTEM.get(error.errno or 0, "no-folder")
    return UnwritableDatabase(
        f"{path} can't be written ({reason}: {error.strerror})",
        path=str(path),
        reason=reason,
        detail=error.strerror or str(error),
    )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite errors about the file at ``path`` into a ``StorageError``; let all others pass."""
    try:
        yield
    except sqlite3.Error as error:
        if known := fault(error, path):
            raise known from error
        raise
