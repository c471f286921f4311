"""Opening, writing and closing: what is committed stays, what is not leaves no trace."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import textwrap
import threading
from contextlib import closing
from pathlib import Path

import pytest

from storage import schema
from storage.database import Database
from storage.errors import (
    ClosedDatabase,
    DamagedDatabase,
    NewerDatabase,
    StorageError,
    UnwritableDatabase,
)

ROOT = Path(__file__).parents[2]


async def keys(database: Database) -> list[str]:
    async with database.read() as connection:
        rows = await connection.execute_fetchall("SELECT update_key FROM handled ORDER BY update_key")
    return [row[0] for row in rows]


async def put(database: Database, key: str) -> None:
    async with database.write() as connection:
        await connection.execute("INSERT INTO handled VALUES (?, 0)", (key,))


async def refused(path: Path) -> StorageError:
    with pytest.raises(StorageError) as caught:
        await Database.open(path)
    return caught.value


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


async def test_a_file_that_is_no_database_is_explained(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 this is a zip, or something else" * 100)
    error = await refused(path)
    assert isinstance(error, DamagedDatabase)
    assert error.text_id == "database-damaged-not-a-database"
    assert error.arguments["path"] == str(path)


async def test_a_damaged_page_is_found_at_the_start(path: Path) -> None:
    database = await Database.open(path)
    async with database.write() as connection:
        await connection.executemany(
            "INSERT INTO handled VALUES (?, 0)", [(f"key {n:06d}",) for n in range(20_000)]
        )
    await database.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // 8192 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    error = await refused(path)
    assert isinstance(error, DamagedDatabase)
    assert error.text_id == "database-damaged-check"


@pytest.mark.parametrize("read_whole", [0, schema.CHECKED_WHOLE])
async def test_a_truncated_file_is_found_at_the_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, read_whole: int
) -> None:
    database = await Database.open(path)
    async with database.write() as connection:
        await connection.executemany(
            "INSERT INTO handled VALUES (?, 0)", [(f"{n:08d}",) for n in range(20_000)]
        )
    await database.close()
    os.truncate(path, path.stat().st_size // 2)
    monkeypatch.setattr(schema, "CHECKED_WHOLE", read_whole)
    assert isinstance(await refused(path), DamagedDatabase)


async def test_another_program_s_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (title)")
    before = path.read_bytes()
    error = await refused(path)
    assert error.text_id == "database-damaged-foreign"
    assert path.read_bytes() == before


async def test_a_newer_version_s_database_is_left_alone(path: Path) -> None:
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 9999")
    error = await refused(path)
    assert isinstance(error, NewerDatabase)
    assert error.arguments["version"] == 9999


async def test_a_folder_in_its_place_is_explained(path: Path) -> None:
    path.mkdir()
    error = await refused(path)
    assert isinstance(error, UnwritableDatabase)


async def test_a_file_in_the_way_of_its_folder_is_explained(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    error = await refused(tmp_path / "data" / "waldeck.sqlite3")
    assert isinstance(error, UnwritableDatabase)


async def spoken(script: str, *arguments: str) -> str:
    """What a script says in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", textwrap.dedent(script), *arguments),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    return (await process.communicate())[0].decode().strip()


OPEN = """
    import asyncio, os, sys
    from pathlib import Path
    from storage.database import Database
    from storage.errors import StorageError

    async def main():
        if len(sys.argv) > 2:
            # Root may write anything: once all modules are read, become somebody who may not.
            await (await Database.open(Path(sys.argv[2]))).close()
            os.setuid(65534)
        try:
            database = await Database.open(Path(sys.argv[1]))
            try:
                async with database.write() as connection:
                    await connection.execute("INSERT INTO handled VALUES ('a', 0)")
            finally:
                await database.close()
            print("written")
        except StorageError as error:
            print(error.text_id)

    asyncio.run(main())
"""


@pytest.mark.parametrize("what", ["file", "folder"])
async def test_read_only_is_explained(what: str) -> None:
    # Not in pytest's own folder, which other users may not enter.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "waldeck.sqlite3"
        await (await Database.open(path)).close()
        path.chmod(0o444)
        path.parent.chmod(0o555 if what == "folder" else 0o777)
        other = (f"{folder}/other.sqlite3",) if os.geteuid() == 0 else ()
        said = await spoken(OPEN, str(path), *other)
        path.parent.chmod(0o755)
    assert said == "database-unwritable-read-only"


async def test_no_room_left_is_explained_and_nothing_is_lost(database: Database) -> None:
    await put(database, "before")
    async with database.write() as connection:
        (pages,) = list(await connection.execute_fetchall("PRAGMA page_count"))
        await connection.execute(f"PRAGMA max_page_count = {pages[0] + 2}")
    with pytest.raises(UnwritableDatabase) as caught:
        async with database.write() as connection:
            await connection.executemany(
                "INSERT INTO handled VALUES (?, 0)", [(f"{n:0200d}",) for n in range(1_000)]
            )
    assert caught.value.text_id == "database-unwritable-no-room"
    assert await keys(database) == ["before"]
    async with database.write() as connection:
        await connection.execute("PRAGMA max_page_count = 1000000")
    await put(database, "after")
    assert await keys(database) == ["after", "before"]


FULL_DISK = """
    import asyncio, os, sys
    from pathlib import Path
    from storage.database import Database
    from storage.errors import UnwritableDatabase

    async def main():
        folder = Path(sys.argv[1])
        database = await Database.open(folder / "waldeck.sqlite3")
        said = []
        for size in range(200):
            try:
                async with database.write() as connection:
                    await connection.execute("INSERT INTO secrets VALUES (?, zeroblob(20000))", (str(size),))
                said.append(size)
            except UnwritableDatabase as error:
                assert error.text_id == "database-unwritable-no-room", error
                break
        async with database.read() as connection:
            rows = await connection.execute_fetchall("SELECT count(*) FROM secrets WHERE length(value) > 99")
        assert [tuple(row) for row in rows] == [(len(said),)]
        os.unlink(folder / "ballast")
        async with database.write() as connection:
            await connection.execute("INSERT INTO handled VALUES ('again', 0)")
        await database.close()
        print("went on")

    asyncio.run(main())
"""


async def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("no unshare: a small file system can't be mounted here")
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(FULL_DISK))
    disk = tmp_path / "disk"
    disk.mkdir()
    shell = (
        f"mount -t tmpfs -o size=3m none {disk} || exit 77; "
        f"head -c 1000000 /dev/zero > {disk}/ballast; PYTHONPATH=. {sys.executable} {script} {disk}"
    )
    process = await asyncio.create_subprocess_exec(
        *("unshare", "-rm", "sh", "-c", shell),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    if process.returncode == 77 or b"unshare" in errors:
        pytest.skip("mounting is not allowed here")
    assert output.decode().strip() == "went on", errors.decode()


async def test_a_file_deleted_while_running_is_noticed_before_anything_is_written(database: Database) -> None:
    database.path.unlink()
    with pytest.raises(UnwritableDatabase) as caught:
        await put(database, "into the void")
    assert caught.value.text_id == "database-unwritable-moved"


async def test_a_file_replaced_while_running_is_noticed(database: Database, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    await (await Database.open(other)).close()
    other.replace(database.path)
    with pytest.raises(UnwritableDatabase):
        await put(database, "into the void")


async def test_two_processes_open_a_new_database_at_once(path: Path) -> None:
    outputs = await asyncio.gather(*(spoken(OPEN.replace("'a'", f"'{n}'"), str(path)) for n in range(4)))
    assert outputs == ["written"] * 4
    database = await Database.open(path)
    assert await keys(database) == ["0", "1", "2", "3"]
    await database.close()
