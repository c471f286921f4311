"""What tests of the database write and read: keys of updates, also in a process of its own."""

from __future__ import annotations

import asyncio
import sys
import textwrap
from pathlib import Path

from storage.database import Database

ROOT = Path(__file__).parents[2]


async def keys(database: Database) -> list[str]:
    async with database.read() as connection:
        rows = await connection.execute_fetchall("SELECT update_key FROM handled ORDER BY update_key")
    return [row[0] for row in rows]


async def put(database: Database, key: str) -> None:
    async with database.write() as connection:
        await connection.execute("INSERT INTO handled VALUES (?, 0)", (key,))


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
