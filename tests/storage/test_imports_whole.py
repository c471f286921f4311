"""Imports land whole or not at all, whatever comes between, and hold up nobody."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import UnwritableDatabase
from storage.imports import import_file
from storage.registers.records import RegisterError
from tests.storage.importing import counts, csv_file, rows, titles
from tests.storage.registers.made_up import IMPORT_COLUMNS, rna, table


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl"])
async def test_a_file_that_is_refused_leaves_nothing(database: Database, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    whole = table(IMPORT_COLUMNS, [rna(id=str(n)) for n in range(2_000)])
    path.write_bytes(whole[: len(whole) // 2] if name == "a.csv" else b'{"price": 1}\n' * 3)
    with pytest.raises(RegisterError):
        await import_file(database, path)
    assert await titles(database) == []


async def test_a_table_with_a_header_only_is_refused(database: Database, tmp_path: Path) -> None:
    with pytest.raises(RegisterError) as caught:
        await import_file(database, csv_file(tmp_path / "a.csv", []))
    assert caught.value.reason == "no_rows"


async def test_progress_is_told_on_the_event_loop(database: Database, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        asyncio.get_running_loop()
        told.append((done, total))

    path = csv_file(tmp_path / "a.csv", [rna(id=str(n)) for n in range(3_000)])
    await import_file(database, path, progress=progress)
    assert told[-1] == (3_000, 3_000)
    assert all(0 < done <= total for done, total in told)


async def test_writers_and_readers_go_on_during_an_import(database: Database, tmp_path: Path) -> None:
    path = csv_file(tmp_path / "a.csv", [rna(id=str(n)) for n in range(8_000)])
    importing = asyncio.create_task(import_file(database, path))
    written = 0
    while not importing.done():
        async with database.write() as connection:
            await connection.execute(
                "INSERT INTO associations (title, purpose, source, created_at, updated_at)"
                " VALUES ('Ours', '', 'telegram', 0, 0)"
            )
        written += 1
        await asyncio.sleep(0.01)
    assert counts(await importing)[0] == 8_000
    assert written > 1
    assert await rows(database, "SELECT count(*) FROM associations") == [(8_000 + written,)]


async def test_what_changed_while_reading_is_taken_into_account(database: Database, tmp_path: Path) -> None:
    path = csv_file(tmp_path / "a.csv", [rna(id="1")])
    async with database.write() as connection:
        importing = asyncio.create_task(import_file(database, path))
        await asyncio.sleep(0.5)
        await connection.execute(
            "INSERT INTO associations (rna_id, title, purpose, edited, source, created_at, updated_at)"
            " VALUES ('1', 'Ours', '', 'title', 'telegram', 0, 0)"
        )
        await connection.execute("INSERT INTO changes (association_id, action, at) VALUES (1, 'add', 0)")
    report = await importing
    assert counts(report) == (0, 1, 0, 0, 0)
    assert await titles(database) == ["Ours"]


async def test_a_cancelled_import_leaves_nothing(database: Database, tmp_path: Path) -> None:
    path = csv_file(tmp_path / "a.csv", [rna(id=str(n)) for n in range(20_000)])
    importing = asyncio.create_task(import_file(database, path))
    await asyncio.sleep(0.15)
    importing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await importing
    assert await titles(database) == []
    assert counts(await import_file(database, path))[0] == 20_000


async def test_a_database_that_refuses_to_write_is_explained_and_left_as_it_was(
    database: Database, tmp_path: Path
) -> None:
    path = csv_file(tmp_path / "a.csv", [rna(id=str(n)) for n in range(300)])
    async with database.write() as connection:
        await connection.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON associations WHEN NEW.rna_id = '299'"
            " BEGIN SELECT RAISE(ABORT, 'broken'); END"
        )
    with pytest.raises(sqlite3.IntegrityError, match="broken"):
        await import_file(database, path)
    assert await titles(database) == []
    assert await rows(database, "SELECT * FROM imports") == []


async def test_a_deleted_database_is_not_written_into(database: Database, tmp_path: Path) -> None:
    path = csv_file(tmp_path / "a.csv", [rna()])
    database.path.unlink()
    with pytest.raises(UnwritableDatabase):
        await import_file(database, path)


KILLED = """
import asyncio, sys
from pathlib import Path
from storage.database import Database
from storage.imports import import_file

async def main():
    database = await Database.open(Path(sys.argv[1]))
    print("open", flush=True)
    await import_file(database, Path(sys.argv[2]))
    print("done", flush=True)
    await database.close()

asyncio.run(main())
"""


async def test_killed_at_any_moment_an_import_is_there_whole_or_not_at_all(
    path: Path, tmp_path: Path
) -> None:
    total = 4_000
    register = csv_file(tmp_path / "a.csv", [rna(id=str(n)) for n in range(total)])
    chance = random.Random(1)
    for attempt in range(8):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLED, str(path), str(register), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"open\n"
        await asyncio.sleep(chance.uniform(0, 0.4) + attempt * 0.02)
        if process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)
        await process.communicate()
        database = await Database.open(path)
        (present,) = (await rows(database, "SELECT count(*) FROM associations"))[0]
        (noted,) = (await rows(database, "SELECT count(*) FROM changes"))[0]
        (check,) = (await rows(database, "PRAGMA integrity_check"))[0]
        await database.close()
        assert present in (0, total)
        assert noted == present
        assert check == "ok"
        if present:
            break
    database = await Database.open(path)
    report = await import_file(database, register)
    await database.close()
    assert report.added + report.unchanged == total
