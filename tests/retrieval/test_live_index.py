"""The index follows the history: other processes’, large imports’, over restarts and damage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from retrieval import documents, keeping, live_index
from retrieval.catalogue import Catalogue
from retrieval.documents import document
from storage import editing
from storage.backups import backup, restore
from storage.database import Database
from storage.model import Entry
from tests.retrieval.made_up import ANNA, BEN, BIKES, CHOIR, entries, found, in_step, register


@pytest.fixture
def soon_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten changes are many already, and ten associations too many for the event loop."""
    monkeypatch.setattr(live_index, "MANY", 10)
    monkeypatch.setattr(live_index, "SMALL", 10)


@pytest.fixture
def soon_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index of ten associations is worth keeping on disk, and so are the changes of one."""
    monkeypatch.setattr(keeping, "WORTH_KEEPING", 10)
    monkeypatch.setattr(live_index, "WORTH_KEEPING", 10)
    monkeypatch.setattr(live_index, "KEEP_AT_END", 1)


async def filled(database: Database, file: Path) -> None:
    """Import a register and close before it is indexed."""
    catalogue = await Catalogue.open(database)
    await catalogue.import_(file)
    await catalogue.close()


async def reopened(database: Database) -> tuple[int, int]:
    """How many associations an opened catalogue knows, and how many it had to read for that."""
    steps: list[tuple[int, int]] = []
    catalogue = await Catalogue.open(database, progress=lambda done, total: steps.append((done, total)))
    await in_step(catalogue, database)
    await catalogue.close()
    return catalogue.size, steps[-1][0] if steps else 0


async def test_reopened_it_answers_the_same(catalogue: Catalogue, database: Database) -> None:
    for each in (CHOIR, BIKES, *entries(20)):
        await catalogue.add(each, ANNA)
    await catalogue.remove(3, ANNA, None)
    before = [await found(catalogue, text) for text in ("chanter", "bicyclette", "rivière")]
    await catalogue.close()
    again = await Catalogue.open(database)
    assert [await found(again, text) for text in ("chanter", "bicyclette", "rivière")] == before
    await in_step(again, database)
    await again.close()


async def test_what_another_process_changes_is_learned_of(catalogue: Catalogue, database: Database) -> None:
    await catalogue.add(CHOIR, ANNA)
    other_database = await Database.open(database.path)
    other = await Catalogue.open(other_database)
    await other.edit(1, {"title": "Fanfare"}, BEN)
    await other.add(BIKES, BEN)
    await other.close()
    await other_database.close()
    assert await found(catalogue, "fanfare") == []
    await catalogue.refresh()
    assert await found(catalogue, "fanfare") == ["Fanfare"]
    # Its own next change finds the index in step as well.
    await catalogue.add(Entry(title="Ensuite"), ANNA)
    await in_step(catalogue, database)


async def test_a_change_after_another_process_s_brings_both(catalogue: Catalogue, database: Database) -> None:
    other_database = await Database.open(database.path)
    other = await Catalogue.open(other_database)
    await other.add(BIKES, BEN)
    await other.close()
    await other_database.close()
    await catalogue.add(CHOIR, ANNA)
    assert await found(catalogue, "bicyclettes") == [BIKES.title]
    await in_step(catalogue, database)


@pytest.mark.usefixtures("soon_many")
async def test_a_large_import_is_indexed_aside_while_people_ask_and_admins_change(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    await catalogue.add(CHOIR, ANNA)
    await catalogue.import_(register(tmp_path, entries(3_000)))
    assert catalogue.catching_up
    assert await found(catalogue, "chanter") == [CHOIR.title]
    await catalogue.add(BIKES, ANNA)
    assert await found(catalogue, "bicyclettes") == [BIKES.title]
    await catalogue.edit(1, {"title": "Les Kangourous"}, ANNA)
    await catalogue.edit(1, {"title": "Les Harfangs"}, ANNA)
    await catalogue.remove(2, ANNA, None)
    assert await found(catalogue, "harfangs") == ["Les Harfangs"]
    assert await found(catalogue, "kangourous") == []
    await catalogue.edit(3, {"title": "Importée puis corrigée"}, ANNA)
    await catalogue.settled()
    assert not catalogue.catching_up
    assert await found(catalogue, "rivière numéro 77 section 77") != []
    assert await found(catalogue, "corrigée") == ["Importée puis corrigée"]
    await in_step(catalogue, database)


@pytest.mark.usefixtures("soon_many")
async def test_closing_gives_up_what_is_under_way(database: Database, tmp_path: Path) -> None:
    catalogue = await Catalogue.open(database)
    await catalogue.import_(register(tmp_path, entries(6_000)))
    assert catalogue.catching_up
    await asyncio.wait_for(catalogue.close(), 3)
    again = await Catalogue.open(database)
    assert again.size == 6_000
    await again.close()


@pytest.mark.usefixtures("soon_many")
async def test_opening_tells_how_far_it_is(database: Database, tmp_path: Path) -> None:
    first = await Catalogue.open(database)
    await first.import_(register(tmp_path, entries(2_500)))
    await first.close()
    steps: list[tuple[int, int]] = []
    again = await Catalogue.open(
        database, index_dir=tmp_path / "other", progress=lambda done, total: steps.append((done, total))
    )
    assert again.size == 2_500
    assert steps[0] == (0, 2_500)
    assert steps[-1] == (2_500, 2_500)
    assert steps == sorted(steps)
    await again.close()


@pytest.mark.usefixtures("soon_many", "soon_kept")
async def test_a_large_index_is_opened_from_disk_and_brought_up_to_date(
    database: Database, tmp_path: Path
) -> None:
    catalogue = await Catalogue.open(database)
    await catalogue.import_(register(tmp_path, entries(200)))
    await catalogue.settled()
    await catalogue.add(CHOIR, ANNA)
    await catalogue.remove(7, ANNA, None)
    await catalogue.close()
    assert await reopened(database) == (200, 0)
    async with database.write() as connection:
        await editing.remove(connection, 8, BEN, None)
    assert await reopened(database) == (199, 0)


@pytest.mark.usefixtures("soon_many", "soon_kept")
@pytest.mark.parametrize("harm", ["missing", "cut", "altered", "manifest"])
async def test_a_damaged_index_is_made_anew(database: Database, tmp_path: Path, harm: str) -> None:
    await filled(database, register(tmp_path, entries(200)))
    assert await reopened(database) == (200, 200)
    folder = database.path.with_name(f"{database.path.name}.index")
    largest = max((each for each in folder.rglob("*.npy")), key=lambda each: each.stat().st_size)
    content = largest.read_bytes()
    if harm == "missing":
        largest.unlink()
    elif harm == "cut":
        largest.write_bytes(content[: len(content) // 2])
    elif harm == "altered":
        largest.write_bytes(content[:-9] + bytes(each ^ 255 for each in content[-9:]))
    else:
        (folder / "manifest.json").write_text("{}")
    assert await reopened(database) == (200, 200)
    assert await reopened(database) == (200, 0)


@pytest.mark.usefixtures("soon_many", "soon_kept")
async def test_an_index_of_another_history_is_made_anew(database: Database, tmp_path: Path) -> None:
    catalogue = await Catalogue.open(database)
    await catalogue.import_(register(tmp_path, entries(100)))
    copy = await backup(database.path, tmp_path / "copy.sqlite3")
    await catalogue.settled()
    await catalogue.add(CHOIR, ANNA)
    await catalogue.close()
    await database.close()
    await restore(copy, database.path)
    restored = await Database.open(database.path)
    assert await reopened(restored) == (100, 100)
    await restored.close()


@pytest.mark.usefixtures("soon_many", "soon_kept")
async def test_a_program_that_reads_associations_otherwise_makes_the_index_anew(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(database, register(tmp_path, entries(100)))
    assert await reopened(database) == (100, 100)
    assert await reopened(database) == (100, 0)
    monkeypatch.setattr(documents, "SHORT_TITLE_WEIGHT", 7)
    assert await reopened(database) == (100, 100)


async def test_an_index_out_of_step_is_noticed_and_made_anew(
    catalogue: Catalogue, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    read = document(CHOIR)
    catalogue._live.index.remove(added.association_id, read.frequencies, read.keys, read.words)
    await catalogue.edit(added.association_id, {"title": "Les Harfangs"}, ANNA)
    await catalogue.settled()
    assert "out of step" in caplog.text
    assert await found(catalogue, "harfangs") == ["Les Harfangs"]
    await in_step(catalogue, database)


@pytest.mark.usefixtures("soon_many")
async def test_an_opening_given_up_does_not_go_on_unseen(database: Database, tmp_path: Path) -> None:
    await filled(database, register(tmp_path, entries(6_000)))
    begun = asyncio.Event()
    steps: list[int] = []

    def progress(done: int, _total: int) -> None:
        steps.append(done)
        begun.set()

    opening = asyncio.create_task(Catalogue.open(database, index_dir=tmp_path / "other", progress=progress))
    await begun.wait()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    # asyncio waits for its threads here: had the index been made to the end, progress would tell.
    await asyncio.get_running_loop().shutdown_default_executor()
    await asyncio.sleep(0)
    assert steps[-1] < 6_000
