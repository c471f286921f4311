"""Migrations: whole or not at all, with a copy of an older file kept aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import schema
from storage.database import Database
from storage.errors import StorageError

SECOND = "ALTER TABLE admins ADD COLUMN phone TEXT;\nCREATE TABLE pets (name TEXT) STRICT;\n"


def with_second(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let there be one more migration than there is."""
    first = list(schema.migrations())

    def migrations() -> Iterator[tuple[int, str]]:
        yield from [*first, (first[-1][0] + 1, script)]

    monkeypatch.setattr(schema, "migrations", migrations)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def older(path: Path) -> int:
    """A database with something in it, before the next migration."""
    database = await Database.open(path)
    async with database.write() as connection:
        await connection.execute("INSERT INTO handled VALUES ('kept', 0)")
    await database.close()
    return version(path)


async def test_an_older_file_is_copied_then_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    present = await older(path)
    with_second(monkeypatch, SECOND)
    await (await Database.open(path)).close()
    copy = path.with_name(f"{path.name}.schema-{present}")
    assert (version(path), version(copy)) == (present + 1, present)
    assert "pets" in tables(path)
    assert "pets" not in tables(copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT update_key FROM handled").fetchall() == [("kept",)]


async def test_a_new_file_needs_no_copy(path: Path) -> None:
    await (await Database.open(path)).close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_a_failing_migration_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    present = await older(path)
    before = tables(path)
    with monkeypatch.context() as patch:
        with_second(patch, SECOND + "CREATE TABLE admins (again TEXT) STRICT;\n")
        with pytest.raises(sqlite3.OperationalError):
            await Database.open(path)
    assert (version(path), tables(path)) == (present, before)
    await (await Database.open(path)).close()


async def test_without_room_for_the_copy_there_is_no_migration(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = await older(path)
    path.with_name(f"{path.name}.schema-{present}").mkdir()
    with_second(monkeypatch, SECOND)
    with pytest.raises(StorageError):
        await Database.open(path)
    assert version(path) == present
