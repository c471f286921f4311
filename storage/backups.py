"""Backups of the database: made while writing goes on, verified, kept in number, put back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from storage.copies import copy_file, copy_whole, discarded, settle, unfinished_name, verify
from storage.faults import system_fault
from storage.schema import check_file


async def backup(source: Path, target: Path, *, progress: Callable[[int, int], None] | None = None) -> Path:
    """Copy the database at ``source`` to ``target`` while others read and write it.

    The copy is consistent as of one moment, verified by reading all of it, and complete in one file.

    Args:
        source: The database.
        target: The copy to write; replaced when it exists.
        progress: Called in a worker thread with (pages copied, pages in all).

    Returns:
        ``target``.

    Raises:
        UnwritableDatabase: No room, or ``target`` can't be written.
        DamagedDatabase: The source or the copy is damaged.
    """
    stop = threading.Event()

    def step(done: int, total: int) -> None:
        if stop.is_set():
            raise InterruptedError(f"copying {source} was given up")
        if progress:
            progress(done, total)

    try:
        await asyncio.to_thread(copy_whole, source, target, step)
    finally:
        stop.set()
    return target


async def keep_backup(source: Path, folder: Path, keep: int) -> Path:
    """Add a backup, named by the time (UTC), to ``folder`` and remove all but it and the newest others.

    ``keep`` remain. The new one is never removed, whatever the names say: after a clock was set back,
    earlier ones bear later times.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = await backup(source, folder / f"{source.stem}-{stamp}.sqlite3")
    await asyncio.to_thread(_discard_old, source, target, keep)
    return target


def _discard_old(source: Path, newest: Path, keep: int) -> None:
    folder = newest.parent
    others = [other for other in kept_backups(source, folder) if other != newest]
    abandoned = folder.glob(f".{source.stem}-*.part*")  # by a process that was killed
    for old in [*others[keep - 1 :], *abandoned]:
        old.unlink(missing_ok=True)


def kept_backups(source: Path, folder: Path) -> list[Path]:
    """Backups of ``source`` in ``folder`` by their names, newest first."""
    digits = "[0-9]"
    return sorted(folder.glob(f"{source.stem}-{digits * 8}-{digits * 6}.sqlite3"), reverse=True)


def _put_back(copy: Path, path: Path) -> Path | None:
    fresh = unfinished_name(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with discarded(fresh):
            copy_file(copy, fresh, None)
            verify(fresh)
            settle(fresh)
            aside = _set_aside(path) if path.exists() else None
            fresh.replace(path)
            settle(path)
    except OSError as error:
        raise system_fault(error, path) from error
    return aside


def _set_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.before-restore-{stamp}")
    # Whatever state it is in, the present file is kept byte for byte, its write-ahead log with it:
    # a log left behind would be replayed into the restored file.
    aside.hardlink_to(path)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        log.replace(aside.with_name(f"{aside.name}-wal"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside


async def restore(copy: Path, path: Path) -> Path | None:
    """Put the backup ``copy`` in the place of the database at ``path``; no process may use it.

    Args:
        copy: The backup; it stays where it is.
        path: Where the database is, or shall be.

    Returns:
        Where the database that was there is kept, or None when there was none.

    Raises:
        DamagedDatabase: ``copy`` is damaged or not Waldeck's.
        NewerDatabase: A newer version of Waldeck wrote it.
        UnwritableDatabase: No room, or nothing can be written there.
    """
    await asyncio.to_thread(check_file, copy)
    return await asyncio.to_thread(_put_back, copy, path)
