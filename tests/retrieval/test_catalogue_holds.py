"""Crowds, full disks, cancelled tasks and kill -9: nothing confirmed is lost."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import textwrap
from pathlib import Path

import pytest

from retrieval.catalogue import Catalogue
from storage.changes import Changes
from storage.database import Database
from storage.errors import Conflict, NotFound, UnwritableDatabase
from storage.model import ENTRY_FIELDS, Entry
from tests.retrieval.made_up import ANNA, BIKES, CHOIR, entries, found, in_step

ROOT = Path(__file__).parents[2]


CONFIRMING = """
    import asyncio, random, sys
    from pathlib import Path
    from retrieval.catalogue import Catalogue
    from storage.database import Database
    from storage.errors import Conflict, NotFound
    from storage.model import Entry

    async def main():
        dice = random.Random(int(sys.argv[2]))
        database = await Database.open(Path(sys.argv[1]))
        catalogue = await Catalogue.open(database)
        print("ready", flush=True)
        ids = []
        while True:
            try:
                kind = dice.random()
                if kind < 0.6 or not ids:
                    change = await catalogue.add(Entry(title=f"Amis {dice.random()}", purpose="durer"), 7)
                    ids.append(change.association_id)
                elif kind < 0.8:
                    change = await catalogue.edit(dice.choice(ids), {"purpose": f"durer {dice.random()}"}, 7)
                elif kind < 0.9:
                    change = await catalogue.remove(dice.choice(ids), 7, None)
                else:
                    change = await catalogue.undo(dice.randint(1, catalogue.revision), 7)
                print(change.id, flush=True)
            except (Conflict, NotFound):
                pass

    asyncio.run(main())
"""


async def test_two_hundred_admins_at_once(catalogue: Catalogue, database: Database) -> None:
    """Nothing is lost, the history is complete, and the index is as if made anew."""
    dice = random.Random(1901)
    starting = [await catalogue.add(each, ANNA) for each in entries(60)]
    first = await Changes(database).last_revision()

    async def one(n: int) -> str:
        target = starting[n % 60].association_id
        kind = dice.choice(["add", "edit", "remove", "undo"])
        try:
            if kind == "add":
                await catalogue.add(Entry(title=f"Nouvelle {n}", purpose="arriver"), n)
            elif kind == "edit":
                await catalogue.edit(target, {"purpose": f"changer pour la {n}e fois"}, n)
            elif kind == "remove":
                await catalogue.remove(target, n, None)
            else:
                await catalogue.undo(starting[n % 60].id, n)
        except (NotFound, Conflict):
            return "refused"
        return kind

    done = await asyncio.gather(*(one(n) for n in range(200)))
    history = [each for each in reversed(await Changes(database).history(limit=1_000)) if each.id > first]
    assert len(history) == sum(kind != "refused" for kind in done)
    assert {n for n, kind in enumerate(done) if kind != "refused"} == {change.actor_id for change in history}
    # Replaying the history from nothing ends where the catalogue is.
    replayed: dict[int, Entry | None] = {change.association_id: change.after for change in starting}
    for change in history:
        assert change.before == replayed.get(change.association_id)
        replayed[change.association_id] = change.after
    present = {
        each.id: Entry(**{name: getattr(each, name) for name in ENTRY_FIELDS})
        for each in await catalogue.associations.get_many(list(replayed))
    }
    assert await catalogue.associations.count() == len(present)
    assert present == {id_: entry for id_, entry in replayed.items() if entry is not None}
    await in_step(catalogue, database)


async def test_a_cancelled_change_leaves_store_and_index_in_step(
    catalogue: Catalogue, database: Database
) -> None:
    for turns in range(15):
        task = asyncio.create_task(catalogue.add(Entry(title=f"Peut-être {turns}"), ANNA))
        for _ in range(turns):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await catalogue.refresh()
    await in_step(catalogue, database)


async def test_a_full_disk_refuses_the_change_and_keeps_answering(
    catalogue: Catalogue, database: Database
) -> None:
    await catalogue.add(CHOIR, ANNA)
    async with database.write() as connection:
        (pages,) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages[0]}")
    with pytest.raises(UnwritableDatabase):
        for n in range(100):
            await catalogue.add(Entry(title=f"Trop {n}", purpose="x" * 5_000), ANNA)
    assert await found(catalogue, "chanter") == [CHOIR.title]
    await in_step(catalogue, database)
    async with database.write() as connection:
        await connection.execute("PRAGMA max_page_count = 1000000")
    await catalogue.add(BIKES, ANNA)
    assert await found(catalogue, "bicyclettes") == [BIKES.title]


async def test_killed_at_any_moment_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "waldeck.sqlite3"
    dice = random.Random(7)
    confirmed: set[int] = set()
    for round_ in range(4):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", textwrap.dedent(CONFIRMING), str(path), str(round_)),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        await asyncio.sleep(dice.uniform(0.02, 0.4))
        process.send_signal(signal.SIGKILL)
        said, _ = await process.communicate()
        confirmed |= {int(line) for line in said.split(b"\n")[:-1]}
    database = await Database.open(path)
    catalogue = await Catalogue.open(database)
    kept = {change.id for change in await Changes(database).history(limit=100_000)}
    assert confirmed
    assert confirmed <= kept
    await in_step(catalogue, database)
    await catalogue.close()
    await database.close()
