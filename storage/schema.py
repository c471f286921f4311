"""The schema's version: checking a file before use, and migrating it with a copy kept aside."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from storage.copies import copy_whole, open_existing
from storage.errors import DamagedDatabase, NewerDatabase
from storage.faults import explained, system_fault

APPLICATION_ID = 0x57414C44
"""``WALD``: marks the file as Waldeck's (PRAGMA application_id)."""

BUSY_TIMEOUT_S = 30.0
CHECKED_WHOLE = 128 * 2**20
"""Bytes of a file that is read whole whenever it is opened, in half a second or less. In a larger one,
damage in the middle is found by the daily backup, which reads all of it, or by ``python -m bot check``."""


def migrations() -> Iterator[tuple[int, str]]:
    """Yield (version, SQL) of each numbered file in ``storage/migrations``, in order."""
    for file in sorted(files("storage").joinpath("migrations").iterdir(), key=lambda f: f.name):
        if match := re.match(r"(\d{4})_.*\.sql$", file.name):
            yield int(match[1]), file.read_text(encoding="utf-8")


def prepare(path: Path) -> None:
    """Create, check and migrate the database at ``path`` as needed.

    Raises:
        StorageError: The file can't be used.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_fault(error, path.parent) from error
    with (
        explained(path),
        closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as connection,
    ):
        present = check(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        _migrate(connection, path, present)


def check_file(path: Path) -> None:
    """Make sure that the file at ``path`` exists and is a sound database of Waldeck.

    Raises:
        DamagedDatabase: It is not.
        NewerDatabase: A newer version of Waldeck wrote it.
    """
    with explained(path), closing(open_existing(path)) as connection:
        if check(connection, path) == 0:
            raise DamagedDatabase(f"{path} is empty", path=str(path), reason="foreign")


def check(connection: sqlite3.Connection, path: Path) -> int:
    """Make sure that the file is sound, Waldeck's and not of a newer version.

    Returns:
        The schema version of the file: 0 for a new one.

    Raises:
        DamagedDatabase: It is damaged, or another program's.
        NewerDatabase: A newer version of Waldeck wrote it.
    """
    present = _pragma(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _pragma(connection, "application_id") != APPLICATION_ID:
        raise DamagedDatabase(f"{path} belongs to another program", path=str(path), reason="foreign")
    known = max(version for version, _ in migrations())
    if present > known:
        message = f"{path} has schema {present}, this version of Waldeck knows {known}: upgrade Waldeck"
        raise NewerDatabase(message, path=str(path), version=present, known=known)
    if path.stat().st_size <= CHECKED_WHOLE:
        _read_whole(connection, path)
    else:
        _look_into(connection, path)
    return present


def _read_whole(connection: sqlite3.Connection, path: Path) -> None:
    finding = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if finding != "ok":
        raise DamagedDatabase(f"{path} is damaged: {finding}", path=str(path), reason="check", detail=finding)


def _look_into(connection: sqlite3.Connection, path: Path) -> None:
    """Find what shows at a glance: a file cut short, tables and indices that can't be entered."""
    in_log = path.with_name(f"{path.name}-wal").exists()
    size = _pragma(connection, "page_count") * _pragma(connection, "page_size")
    if not in_log and path.stat().st_size < size:
        raise DamagedDatabase(f"{path} is cut short", path=str(path), reason="check", detail="cut short")
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        quoted = table.replace('"', '""')
        connection.execute(f'SELECT * FROM "{quoted}" LIMIT 1').fetchone()  # noqa: S608 - quoted


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _migrate(connection: sqlite3.Connection, path: Path, present: int) -> None:
    """Bring the file to the newest schema, whole or not at all.

    A file of an older schema is first copied to ``<name>.schema-<present>`` beside it.
    """
    if present == max(version for version, _ in migrations()):
        return
    if present:
        copy_whole(path, path.with_name(f"{path.name}.schema-{present}"))
    connection.execute("BEGIN IMMEDIATE")
    try:
        _upgrade(connection)
    except BaseException:
        connection.rollback()
        raise
    connection.execute("COMMIT")


def _upgrade(connection: sqlite3.Connection) -> None:
    # Read again under the lock: another process may have migrated the file meanwhile.
    present = _pragma(connection, "user_version")
    for version, script in migrations():
        if version > present:
            for statement in _statements(script):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _statements(script: str) -> Iterator[str]:
    """Split a script, so that it runs within one transaction (``executescript`` commits first)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
