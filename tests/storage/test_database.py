"""Opening, writing and closing: what is committed stays, what is not leaves no trace."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import (
    ClosedDatabase,
    StorageError,
)
from tests.storage.handled import OPEN, keys, put, spoken


async def test_what_is_committed_is_there_after_reopening(path: Path) -> None:
    database = await Database.open(path)
    await put(database, "a")
    await database.close()
    again = await Database.open(path)
    assert await keys(again) == ["a"]
    await again.close()


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "new" / "deeper" / "waldeck.sqlite3")
    assert await keys(database) == []
    await database.close()


async def test_a_failing_block_leaves_no_trace_and_the_next_works(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.write() as connection:
            await connection.execute("INSERT INTO handled VALUES ('lost', 0)")
            raise RuntimeError
    await put(database, "kept")
    assert await keys(database) == ["kept"]


async def test_a_task_cancelled_while_writing_leaves_no_trace(database: Database) -> None:
    started = asyncio.Event()

    async def slow() -> None:
        async with database.write() as connection:
            await connection.execute("INSERT INTO handled VALUES ('lost', 0)")
            started.set()
            # An endless statement: cancelling has to stop it, or the next write waits for ever.
            await connection.execute_fetchall(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            )

    task = asyncio.create_task(slow())
    await started.wait()
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await put(database, "kept")
    assert await keys(database) == ["kept"]


@pytest.mark.parametrize("turns", range(12))
async def test_cancelling_at_any_moment_is_all_or_nothing(database: Database, turns: int) -> None:
    async def both() -> None:
        async with database.write() as connection:
            await connection.execute("INSERT INTO handled VALUES ('one', 0)")
            await connection.execute("INSERT INTO handled VALUES ('two', 0)")

    task = asyncio.create_task(both())
    for _ in range(turns):
        await asyncio.sleep(0.0002)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await keys(database) in ([], ["one", "two"])
    await put(database, "next")
    assert "next" in await keys(database)


async def test_writers_of_one_process_take_turns(database: Database) -> None:
    async def increment() -> None:
        async with database.write() as connection:
            rows = list(await connection.execute_fetchall("SELECT ifnull(max(reserved), 0) FROM counters"))
            await asyncio.sleep(0)
            await connection.execute("INSERT OR REPLACE INTO counters VALUES ('n', ?)", (rows[0][0] + 1,))

    await asyncio.gather(*(increment() for _ in range(100)))
    async with database.read() as connection:
        rows = list(await connection.execute_fetchall("SELECT reserved FROM counters"))
    assert rows[0][0] == 100


async def test_readers_see_only_what_is_committed(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute("INSERT INTO handled VALUES ('soon', 0)")
        assert await keys(database) == []
    assert await keys(database) == ["soon"]


async def test_a_snapshot_stays_at_its_moment(database: Database) -> None:
    await put(database, "a")
    async with database.snapshot() as connection:
        first = await connection.execute_fetchall("SELECT count(*) FROM handled")
        await put(database, "b")
        second = await connection.execute_fetchall("SELECT count(*) FROM handled")
    assert [tuple(row) for row in first] == [tuple(row) for row in second] == [(1,)]


async def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError):
        async with database.read() as connection:
            await connection.execute("DELETE FROM handled")


async def test_used_after_closing_it_says_so_and_closing_again_is_harmless(database: Database) -> None:
    await database.close()
    await database.close()
    with pytest.raises(ClosedDatabase):
        await keys(database)
    with pytest.raises(ClosedDatabase):
        await put(database, "late")


async def test_closing_does_not_wait_for_a_reader_that_never_ends(database: Database) -> None:
    async def endless() -> None:
        async with database.read() as connection:
            await connection.execute_fetchall(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            )

    task = asyncio.create_task(endless())
    await asyncio.sleep(0.05)
    await asyncio.wait_for(database.close(), 10)
    with pytest.raises(ClosedDatabase):
        await task


async def test_no_thread_is_left_behind(path: Path) -> None:
    before = set(threading.enumerate())
    database = await Database.open(path)
    await put(database, "a")
    await database.close()
    # The threads that asyncio keeps for later work are no connection's.
    left = [t for t in set(threading.enumerate()) - before if not t.name.startswith("asyncio_")]
    assert left == []


async def test_two_processes_open_a_new_database_at_once(path: Path) -> None:
    outputs = await asyncio.gather(*(spoken(OPEN.replace("'a'", f"'{n}'"), str(path)) for n in range(4)))
    assert outputs == ["written"] * 4
    database = await Database.open(path)
    assert await keys(database) == ["0", "1", "2", "3"]
    await database.close()
