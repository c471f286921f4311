"""Questions are numbered at once, written behind, and a number is never given twice."""

from __future__ import annotations

import asyncio
import sys
import textwrap
import time
from pathlib import Path

import pytest

from storage.database import Database
from storage.searches import BLOCK, MOST_PENDING, Searches

ROOT = Path(__file__).parents[2]


async def rows(database: Database) -> int:
    async with database.read() as connection:
        (row,) = await connection.execute_fetchall("SELECT count(*) FROM searches")
    return int(row[0])


async def test_a_question_can_be_read_at_once_and_after_reopening(path: Path) -> None:
    database = await Database.open(path)
    searches = Searches(database)
    id_ = await searches.record("jouer du cor ?", {"place": "Nevers"}, 4)
    pending = await searches.get(id_)
    await database.close()
    again = await Database.open(path)
    kept = await Searches(again).get(id_)
    assert pending == kept
    assert kept is not None
    assert (kept.question, kept.understood, kept.hits) == ("jouer du cor ?", {"place": "Nevers"}, 4)
    await again.close()


async def test_recording_does_not_wait_for_a_writer_at_work(database: Database) -> None:
    searches = Searches(database)
    await searches.record("first", {}, 0)
    async with database.write():
        ids = [await asyncio.wait_for(searches.record(f"{n}", {}, 0), 5) for n in range(BLOCK // 2)]
        found = await asyncio.wait_for(searches.get(ids[-1]), 5)
    assert found is not None
    assert len(set(ids)) == len(ids)


async def test_they_are_written_without_closing(database: Database) -> None:
    searches = Searches(database)
    await searches.record("soon", {}, 0)
    for _ in range(200):
        if await rows(database):
            break
        await asyncio.sleep(0.05)
    assert await rows(database) == 1
    await searches.record("again", {}, 0)
    await searches.flush()
    assert await rows(database) == 2


async def test_numbers_are_distinct_over_blocks_and_tasks(database: Database) -> None:
    searches = Searches(database)
    ids = await asyncio.gather(*(searches.record("q", {}, 0) for _ in range(2 * BLOCK + 10)))
    assert len(set(ids)) == 2 * BLOCK + 10


async def test_a_full_disk_stops_no_answer_and_is_caught_up_with(database: Database) -> None:
    searches = Searches(database)
    first = await searches.record("before", {}, 0)
    await searches.flush()
    async with database.write() as connection:
        (pages,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages[0]}")
    ids = [await searches.record("x" * 4000, {}, 0) for _ in range(BLOCK + 50)]
    assert len({first, *ids}) == BLOCK + 51
    assert await searches.get(ids[-1]) is not None
    async with database.write() as connection:
        await connection.execute("PRAGMA max_page_count = 1000000")
    await searches.flush()
    assert await rows(database) == BLOCK + 51
    # Nor are the numbers that went on meanwhile given again.
    later = [await searches.record("later", {}, 0) for _ in range(BLOCK)]
    assert not {first, *ids} & set(later)


async def test_memory_is_bounded_while_nothing_can_be_written(database: Database) -> None:
    searches = Searches(database)
    await searches.record("before", {}, 0)
    await searches.flush()
    async with database.write() as connection:
        (pages,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages[0]}")
    ids = [await searches.record("x" * 4000, {}, 0) for _ in range(MOST_PENDING + 10)]
    assert await searches.get(ids[9]) is None
    assert await searches.get(ids[10]) is not None
    assert await searches.get(ids[-1]) is not None


KILLED = """
    import asyncio, os, signal, sys
    from pathlib import Path
    from storage.database import Database
    from storage.searches import Searches

    async def main():
        database = await Database.open(Path(sys.argv[1]))
        searches = Searches(database)
        ids = [await searches.record("q", {}, 0) for _ in range(int(sys.argv[2]))]
        print(*ids, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(main())
"""


async def test_numbers_of_a_killed_process_are_never_given_again(path: Path) -> None:
    seen: set[int] = set()
    for count in (3, BLOCK + 3, 1):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", textwrap.dedent(KILLED), str(path), str(count)),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await process.communicate()
        ids = {int(word) for word in output.split()}
        assert len(ids) == count
        assert not ids & seen
        seen |= ids
    database = await Database.open(path)
    assert await Searches(database).record("q", {}, 0) not in seen
    await database.close()


async def test_old_questions_are_forgotten_with_their_votes(database: Database) -> None:
    searches = Searches(database)
    old = await searches.record("old", {}, 0)
    await searches.flush()
    async with database.write() as connection:
        await connection.execute("UPDATE searches SET at = 1000")
        await connection.execute("INSERT INTO feedback VALUES (?, 1, x'00', 1, 1000)", (old,))
    new = await searches.record("new", {}, 0)
    assert await searches.prune(int(time.time()) - 60) == 1
    assert await searches.get(old) is None
    assert await searches.get(new) is not None
    async with database.read() as connection:
        (row,) = await connection.execute_fetchall("SELECT count(*) FROM feedback")
    assert row[0] == 0


async def test_closing_with_a_full_disk_ends_and_says_what_was_lost(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = await Database.open(path)
    searches = Searches(database)
    await searches.record("first", {}, 0)
    await searches.flush()
    async with database.write() as connection:
        (pages,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages[0]}")
    for _ in range(20):
        await searches.record("x" * 4000, {}, 0)
    await asyncio.wait_for(database.close(), 10)
    assert "20 questions were not kept" in caplog.text
    assert "xxx" not in caplog.text
