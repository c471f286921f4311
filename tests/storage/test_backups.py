"""Backups are whole, readable and kept in number; restoring keeps what was there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage.backups import backup, keep_backup, kept_backups, restore
from storage.database import Database
from storage.errors import DamagedDatabase, UnwritableDatabase


async def put(database: Database, *keys: str) -> None:
    async with database.write() as connection:
        await connection.executemany("INSERT INTO handled VALUES (?, 0)", [(key,) for key in keys])


async def keys(path: Path) -> list[str]:
    database = await Database.open(path)
    async with database.read() as connection:
        rows = await connection.execute_fetchall("SELECT update_key FROM handled ORDER BY update_key")
    await database.close()
    return [row[0] for row in rows]


async def test_a_copy_made_while_writing_goes_on_is_of_one_moment(database: Database, tmp_path: Path) -> None:
    await put(database, *(f"{n:08d}" for n in range(100_000)))
    running = True

    async def pairs() -> int:
        count = 0
        while running:
            await put(database, f"pair {count} a", f"pair {count} b")
            count += 1
        return count

    writing = asyncio.create_task(pairs())
    steps: list[tuple[int, int]] = []
    copy = await backup(
        database.path, tmp_path / "copy.sqlite3", progress=lambda done, total: steps.append((done, total))
    )
    running = False
    written = await writing
    found = [key for key in await keys(copy) if key.startswith("pair")]
    assert written > 0
    assert len(found) % 2 == 0
    assert steps[-1][0] == steps[-1][1]
    assert not list(tmp_path.glob("copy.sqlite3-*")), "a copy is one file"


async def test_a_copy_replaces_an_earlier_one(database: Database, tmp_path: Path) -> None:
    await backup(database.path, tmp_path / "copy.sqlite3")
    await put(database, "new")
    await backup(database.path, tmp_path / "copy.sqlite3")
    assert await keys(tmp_path / "copy.sqlite3") == ["new"]


async def test_a_damaged_source_gives_no_copy(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"no database at all, whatever its name says" * 200)
    with pytest.raises(DamagedDatabase):
        await backup(path, tmp_path / "copy.sqlite3")
    assert {each.name for each in tmp_path.iterdir()} == {path.name}


async def test_a_missing_source_is_not_made_up(path: Path, tmp_path: Path) -> None:
    with pytest.raises(UnwritableDatabase):
        await backup(path, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


async def test_a_target_that_cannot_be_written_is_explained(database: Database, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UnwritableDatabase):
        await backup(database.path, tmp_path / "file" / "copy.sqlite3")


async def test_giving_up_leaves_nothing(database: Database, tmp_path: Path) -> None:
    await put(database, *(f"{n:08d}" for n in range(100_000)))
    folder = tmp_path / "copies"
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def first_pages(_done: int, _total: int) -> None:
        loop.call_soon_threadsafe(started.set)

    task = asyncio.create_task(backup(database.path, folder / "copy.sqlite3", progress=first_pages))
    await started.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    # Either it was given up, without a trace, or it was finished already.
    for _ in range(100):
        if not list(folder.glob(".*")):
            break
        await asyncio.sleep(0.05)
    assert [each.name for each in folder.iterdir()] in ([], ["copy.sqlite3"])


async def test_only_the_newest_are_kept(database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"waldeck-2026010{day}-031500.sqlite3").write_bytes(b"")
    (folder / "waldeck-notes.sqlite3").write_bytes(b"somebody's own")
    (folder / ".waldeck-20260106-031500.sqlite3.77.part").write_bytes(b"of a process that was killed")
    newest = await keep_backup(database.path, folder, keep=3)
    names = [each.name for each in kept_backups(database.path, folder)]
    assert names == [newest.name, "waldeck-20260105-031500.sqlite3", "waldeck-20260104-031500.sqlite3"]
    assert (folder / "waldeck-notes.sqlite3").exists()
    assert not list(folder.glob(".*"))
    assert await keys(newest) == []


@pytest.mark.parametrize("keep", [1, 2])
async def test_the_new_one_is_kept_among_later_names(database: Database, tmp_path: Path, keep: int) -> None:
    """A clock that was wrong and set back since has left backups of days to come."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"waldeck-2999010{day}-031500.sqlite3").write_bytes(b"")
    newest = await keep_backup(database.path, folder, keep=keep)
    names = [each.name for each in kept_backups(database.path, folder)]
    assert names == [*["waldeck-29990103-031500.sqlite3"][: keep - 1], newest.name]


async def test_restoring_puts_the_copy_in_place_and_keeps_what_was_there(
    database: Database, tmp_path: Path
) -> None:
    await put(database, "then")
    copy = await backup(database.path, tmp_path / "copy.sqlite3")
    await put(database, "since")
    await database.close()
    aside = await restore(copy, database.path)
    assert await keys(database.path) == ["then"]
    assert aside is not None
    assert await keys(aside) == ["since", "then"]
    assert await keys(copy) == ["then"]


async def test_what_the_log_still_holds_is_kept_aside_too(database: Database, tmp_path: Path) -> None:
    copy = await backup(database.path, tmp_path / "copy.sqlite3")
    await put(database, "only in the write-ahead log")
    # Not closed, as after a crash: the log was never written into the file.
    aside = await restore(copy, database.path)
    assert aside is not None
    assert await keys(aside) == ["only in the write-ahead log"]
    assert await keys(database.path) == []


async def test_restoring_where_there_was_nothing(database: Database, tmp_path: Path) -> None:
    await put(database, "kept")
    assert await restore(database.path, tmp_path / "elsewhere" / "waldeck.sqlite3") is None
    assert await keys(tmp_path / "elsewhere" / "waldeck.sqlite3") == ["kept"]


@pytest.mark.parametrize("content", [b"", b"not a database " * 400])
async def test_a_bad_copy_is_refused_and_the_present_one_stays(
    database: Database, tmp_path: Path, content: bytes
) -> None:
    await put(database, "present")
    await database.close()
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(content)
    with pytest.raises(DamagedDatabase):
        await restore(copy, database.path)
    assert await keys(database.path) == ["present"]


async def test_a_present_database_that_is_damaged_is_kept_as_it_is(
    database: Database, tmp_path: Path
) -> None:
    copy = await backup(database.path, tmp_path / "copy.sqlite3")
    await database.close()
    database.path.write_bytes(b"broken beyond reading")
    aside = await restore(copy, database.path)
    assert aside is not None
    assert aside.read_bytes() == b"broken beyond reading"
    assert await keys(database.path) == []
