"""Files and disks that can't be used: said plainly, left as they were, nothing lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from storage import schema
from storage.database import Database
from storage.errors import (
    DamagedDatabase,
    NewerDatabase,
    StorageError,
    UnwritableDatabase,
)
from tests.storage.handled import OPEN, ROOT, keys, put, spoken


async def refused(path: Path) -> StorageError:
    with pytest.raises(StorageError) as caught:
        await Database.open(path)
    return caught.value


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


async def test_a_read_only_mount_is_explained(path: Path) -> None:
    await (await Database.open(path)).close()
    folder = path.parent
    script = folder / "script.py"
    script.write_text(textwrap.dedent(OPEN))
    mount = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} || exit 77; "
    said = await mounted(f"{mount}PYTHONPATH=. {sys.executable} {script} {path}")
    assert said == "database-unwritable-read-only"


async def mounted(shell: str) -> str:
    """What a shell says that may mount file systems of its own; skips where that is not allowed."""
    if shutil.which("unshare") is None:
        pytest.skip("no unshare: a file system can't be mounted here")
    process = await asyncio.create_subprocess_exec(
        *("unshare", "-rm", "sh", "-c", shell),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    if process.returncode == 77 or b"unshare" in errors:
        pytest.skip("mounting is not allowed here")
    assert process.returncode == 0, errors.decode()
    return output.decode().strip()


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
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(FULL_DISK))
    disk = tmp_path / "disk"
    disk.mkdir()
    said = await mounted(
        f"mount -t tmpfs -o size=3m none {disk} || exit 77; "
        f"head -c 1000000 /dev/zero > {disk}/ballast; PYTHONPATH=. {sys.executable} {script} {disk}"
    )
    assert said == "went on"


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
