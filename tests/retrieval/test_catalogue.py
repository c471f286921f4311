"""The catalogue: what is changed can be found at once, taken back exactly, and is never lost."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sqlite3
import sys
import textwrap
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
import pytest_asyncio

from retrieval import documents, keeping, live_index
from retrieval.bm25 import EVERYTHING, BM25Index
from retrieval.catalogue import Catalogue
from retrieval.documents import document
from retrieval.live_index import reading
from retrieval.search import Question
from storage import editing
from storage.associations import every
from storage.backups import backup, restore
from storage.batches import Batches
from storage.changes import Changes
from storage.database import Database
from storage.errors import AlreadyExists, Conflict, InvalidEntry, NotFound, UnwritableDatabase
from storage.model import ENTRY_FIELDS, Action, Entry

ROOT = Path(__file__).parents[2]
ANNA, BEN = 1001, 1002
CHOIR = Entry(title="Chorale des Hirondelles", purpose="chanter ensemble", city="Nevers", postcode="58000")
BIKES = Entry(title="Deux roues et demie", purpose="réparer des bicyclettes", city="Lyon", postcode="69003")


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "waldeck.sqlite3")
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def catalogue(database: Database) -> AsyncIterator[Catalogue]:
    opened = await Catalogue.open(database)
    yield opened
    await opened.close()


async def found(catalogue: Catalogue, text: str) -> list[str]:
    answer = await catalogue.search(Question(text))
    return [hit.association.title for hit in answer.hits]


def entries(count: int, first: int = 0) -> list[Entry]:
    """Made-up associations with RNA numbers, all with the word « rivière »."""
    return [
        Entry(
            rna_id=f"W{n:09d}",
            title=f"Amis de la rivière numéro {n}",
            purpose=f"veiller sur la rivière et ses poissons, section {n}",
            city="Nevers",
            postcode="58000",
        )
        for n in range(first, first + count)
    ]


def register(folder: Path, given: Iterable[Entry], name: str = "register") -> Path:
    """A register file in the project's own form."""
    path = folder / f"{name}.jsonl"
    lines = (json.dumps({k: v for k, v in asdict(each).items() if v}) for each in given)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that undoing has to put back: associations with what is kept of them, and who was removed."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM associations ORDER BY id")
        names = [column[0] for column in rows.description]
        at = names.index("updated_at")
        return {
            "associations": [row[:at] + row[at + 1 :] for row in rows],
            "removed": connection.execute("SELECT identity FROM removed ORDER BY identity").fetchall(),
        }


def fingerprint(index: BM25Index, associations: Iterable[Entry]) -> dict[str, object]:
    """What two indices over the same associations agree on, to the last score."""
    terms = sorted({term for each in associations for term in document(each).frequencies})
    words = sorted({word for each in associations for word in document(each).words})
    return {
        "documents": index.members(EVERYTHING, 0, 10**9),
        "mean length": round(index.avgdl, 9),
        "keys": index.keys(""),
        "frequencies": [index.document_frequency(term) for term in terms],
        "words": [index.words.frequency(word) for word in words],
        "scores": [[(d, round(s, 9)) for d, s in index.top({term: 1.0}, 20)] for term in terms],
    }


async def in_step(catalogue: Catalogue, database: Database) -> None:
    """Compare the catalogue's index with one made anew from the database."""
    with reading(database.path) as connection:
        present = list(every(connection))
    anew = BM25Index()
    for each in present:
        read = document(each)
        anew.add(each.id, read.frequencies, read.keys, read.words)
    assert fingerprint(catalogue._live.index, present) == fingerprint(anew, present)
    assert catalogue.revision == await Changes(database).last_revision()


async def test_an_association_is_found_as_soon_as_it_is_added(catalogue: Catalogue) -> None:
    change = await catalogue.add(CHOIR, ANNA, reason="seen at the market")
    assert await found(catalogue, "chanter") == [CHOIR.title]
    assert (change.before, change.after, change.actor_id) == (None, CHOIR, ANNA)
    assert change.reason == "seen at the market"


async def test_an_edit_is_found_by_its_new_words_only(catalogue: Catalogue) -> None:
    id_ = (await catalogue.add(CHOIR, ANNA)).association_id
    change = await catalogue.edit(id_, {"title": "Fanfare des Marmottes"}, ANNA)
    assert change is not None
    assert change.differences == {"title": (CHOIR.title, "Fanfare des Marmottes")}
    assert await found(catalogue, "marmottes") == ["Fanfare des Marmottes"]
    assert await found(catalogue, "hirondelles") == []


async def test_an_edit_that_changes_nothing_is_no_change(catalogue: Catalogue, database: Database) -> None:
    id_ = (await catalogue.add(CHOIR, ANNA)).association_id
    before = await Changes(database).last_revision()
    assert await catalogue.edit(id_, {"title": f"  {CHOIR.title} "}, ANNA) is None
    assert await Changes(database).last_revision() == before


async def test_what_is_removed_is_found_no_more(catalogue: Catalogue) -> None:
    id_ = (await catalogue.add(CHOIR, ANNA)).association_id
    await catalogue.remove(id_, ANNA, "dissoute")
    assert await found(catalogue, "chanter") == []
    assert await catalogue.get(id_) is None
    for refused in (catalogue.remove(id_, ANNA, None), catalogue.edit(id_, {"title": "x"}, ANNA)):
        with pytest.raises(NotFound):
            await refused


@pytest.mark.parametrize(
    "fields", [{"title": "", "purpose": ""}, {"postcode": "123"}, {"title": "x" * 251}, {"colour": "blue"}]
)
async def test_bad_fields_are_refused_and_nothing_is_written(
    catalogue: Catalogue, database: Database, fields: dict[str, str | None]
) -> None:
    id_ = (await catalogue.add(CHOIR, ANNA)).association_id
    before = contents(database.path)
    with pytest.raises(InvalidEntry):
        await catalogue.edit(id_, fields, ANNA)
    assert contents(database.path) == before


async def test_the_same_entry_twice_is_one_association(catalogue: Catalogue) -> None:
    first = await catalogue.add(CHOIR, ANNA)
    with pytest.raises(AlreadyExists) as caught:
        await catalogue.add(Entry(**{**asdict(CHOIR), "title": "chorale des hirondelles !"}), BEN)
    assert caught.value.association.id == first.association_id
    other_purpose = Entry(**{**asdict(CHOIR), "purpose": "voyager ensemble"})
    second = await catalogue.add(other_purpose, BEN)
    assert second.association_id != first.association_id


async def test_a_number_belongs_to_one_association(catalogue: Catalogue) -> None:
    numbered = entries(2)
    first = await catalogue.add(numbered[0], ANNA)
    second = await catalogue.add(numbered[1], ANNA)
    with pytest.raises(AlreadyExists) as caught:
        await catalogue.edit(second.association_id, {"rna_id": numbered[0].rna_id}, BEN)
    assert caught.value.association.id == first.association_id


async def test_two_admins_at_one_association_do_not_overwrite_each_other(catalogue: Catalogue) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    seen = await catalogue.association_revision(added.association_id)
    edited = await catalogue.edit(added.association_id, {"city": "Decize"}, BEN, expected=seen)
    assert edited is not None
    for late in (
        catalogue.edit(added.association_id, {"city": "Cosne"}, ANNA, expected=seen),
        catalogue.remove(added.association_id, ANNA, None, expected=seen),
    ):
        with pytest.raises(Conflict) as caught:
            await late
        assert caught.value.change == edited
    association = await catalogue.get(added.association_id)
    assert association is not None
    assert association.city == "Decize"


async def test_undo_puts_everything_back_and_can_be_undone(catalogue: Catalogue, database: Database) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    states = [contents(database.path)]
    edited = await catalogue.edit(added.association_id, {"title": "Fanfare", "city": "Cosne"}, ANNA)
    states.append(contents(database.path))
    removed = await catalogue.remove(added.association_id, BEN, "twice")
    states.append(contents(database.path))
    assert edited is not None
    again = await catalogue.undo(removed.id, ANNA)
    assert contents(database.path) == states[1]
    redone = await catalogue.undo(again.id, ANNA)
    assert contents(database.path) == states[2]
    await catalogue.undo(redone.id, ANNA)
    assert contents(database.path) == states[1]
    undone = await catalogue.undo(edited.id, ANNA)
    assert contents(database.path) == states[0]
    assert (undone.action, undone.undoes) == (Action.UNDO, edited.id)
    await catalogue.undo(undone.id, ANNA)
    assert contents(database.path) == states[1]
    await in_step(catalogue, database)


async def test_undo_does_not_overwrite_what_came_since(catalogue: Catalogue, database: Database) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    edited = await catalogue.edit(added.association_id, {"title": "Fanfare"}, ANNA)
    later = await catalogue.edit(added.association_id, {"purpose": "jouer du tuba"}, BEN)
    assert edited is not None
    assert later is not None
    before = contents(database.path)
    for change in (edited, added):
        with pytest.raises(Conflict) as caught:
            await catalogue.undo(change.id, ANNA)
        assert caught.value.change == later
    assert contents(database.path) == before
    await catalogue.undo(later.id, BEN)
    await catalogue.undo(edited.id, ANNA)
    association = await catalogue.get(added.association_id)
    assert association is not None
    assert association.title == CHOIR.title


async def test_pressed_twice_undo_tells_that_it_was_done(catalogue: Catalogue) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    undone = await catalogue.undo(added.id, ANNA)
    with pytest.raises(Conflict) as caught:
        await catalogue.undo(added.id, ANNA)
    assert caught.value.change.id == undone.id
    assert caught.value.change.undoes == added.id
    with pytest.raises(NotFound):
        await catalogue.undo(4711, ANNA)


async def test_undo_does_not_take_a_number_from_its_new_owner(catalogue: Catalogue) -> None:
    (entry,) = entries(1)
    removed = await catalogue.remove((await catalogue.add(entry, ANNA)).association_id, ANNA, None)
    successor = await catalogue.add(entry, BEN)
    with pytest.raises(Conflict) as caught:
        await catalogue.undo(removed.id, ANNA)
    assert caught.value.change == successor


async def test_plain_undo_takes_back_one_change_after_the_other(
    catalogue: Catalogue, database: Database
) -> None:
    changes = Changes(database)
    added = await catalogue.add(CHOIR, ANNA)
    edited = await catalogue.edit(added.association_id, {"title": "Fanfare"}, ANNA)
    await catalogue.add(BIKES, BEN)
    assert edited is not None
    for expected in (edited, added):
        last = await changes.last_by(ANNA)
        assert last is not None
        assert last.id == expected.id
        await catalogue.undo(last.id, ANNA)
    assert await changes.last_by(ANNA) is None


async def test_imports_keep_what_admins_edited_and_removed(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    numbered = entries(3)
    unnumbered = [CHOIR, BIKES]
    file = register(tmp_path, [*numbered, *unnumbered])
    await catalogue.import_(file)
    edited = await catalogue.edit(1, {"title": "Rebaptisée"}, ANNA)
    renamed = await catalogue.edit(4, {"title": "Fanfare"}, ANNA)
    await catalogue.remove(2, ANNA, "partie")
    removed = await catalogue.remove(5, ANNA, "partie aussi")
    before = contents(database.path)
    report = await catalogue.import_(file)
    assert (report.added, report.changed, report.kept, report.unchanged) == (0, 0, 4, 1)
    assert contents(database.path) == before
    for change in (edited, renamed, removed):
        assert change is not None
        await catalogue.undo(change.id, ANNA)
    report = await catalogue.import_(file)
    assert (report.added, report.changed, report.kept, report.unchanged) == (0, 0, 1, 4)
    await in_step(catalogue, database)


async def test_a_newer_register_changes_again_what_an_undone_edit_had_frozen(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    await catalogue.import_(register(tmp_path, [CHOIR]))
    edited = await catalogue.edit(1, {"purpose": "se taire"}, ANNA)
    newer = register(tmp_path, [Entry(**{**asdict(CHOIR), "purpose": "chanter à tue-tête"})], "newer")
    assert (await catalogue.import_(newer)).kept == 1
    assert edited is not None
    await catalogue.undo(edited.id, ANNA)
    assert (await catalogue.import_(newer)).changed == 1
    assert await found(catalogue, "tue-tête") == [CHOIR.title]


async def test_an_import_is_taken_back_as_a_whole_and_again(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    old = entries(30)
    await catalogue.import_(register(tmp_path, old))
    states = [contents(database.path)]
    changed = [Entry(**{**asdict(each), "purpose": "pêcher la truite"}) for each in old[:10]]
    report = await catalogue.import_(
        register(tmp_path, [*changed, *entries(20, 100)], "second"), actor_id=ANNA
    )
    states.append(contents(database.path))
    assert report.batch is not None
    assert await catalogue.undo_batch(report.batch, BEN) == 30
    assert contents(database.path) == states[0]
    await in_step(catalogue, database)
    taken_back = await Batches(database).get(report.batch + 1)
    assert taken_back is not None
    assert (taken_back.undoes, taken_back.actor_id) == (report.batch, BEN)
    assert await catalogue.undo_batch(taken_back.id, BEN) == 30
    assert contents(database.path) == states[1]
    await in_step(catalogue, database)
    batch = await Batches(database).get(report.batch)
    assert batch is not None
    assert batch.undone_at is None
    with pytest.raises(NotFound):
        await catalogue.undo_batch(4711, BEN)


async def test_an_import_of_which_something_changed_since_is_not_taken_back_at_all(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    report = await catalogue.import_(register(tmp_path, entries(10)))
    assert report.batch is not None
    edits = [await catalogue.edit(id_, {"purpose": "nager"}, ANNA) for id_ in (3, 7)]
    before = contents(database.path)
    with pytest.raises(Conflict) as caught:
        await catalogue.undo_batch(report.batch, BEN)
    assert (caught.value.change, caught.value.total) == (edits[1], 2)
    assert contents(database.path) == before
    for change in edits:
        assert change is not None
        await catalogue.undo(change.id, ANNA)
    assert await catalogue.undo_batch(report.batch, BEN) == 10
    assert catalogue.size == 0
    with pytest.raises(Conflict):
        await catalogue.undo_batch(report.batch, BEN)


async def test_one_association_of_an_import_can_be_taken_back(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    await catalogue.import_(register(tmp_path, entries(3)))
    (history, *_) = await Changes(database).history(2)
    assert history.after is not None
    assert history.after.rna_id == "W000000001"
    await catalogue.undo(history.id, ANNA)
    assert catalogue.size == 2
    report = await catalogue.import_(tmp_path / "register.jsonl")
    assert report.added == 1, "only what an admin deletes stays away"


async def test_the_history_tells_who_changed_what(
    catalogue: Catalogue, database: Database, tmp_path: Path
) -> None:
    await catalogue.import_(register(tmp_path, entries(50)), actor_id=BEN)
    added = await catalogue.add(CHOIR, ANNA)
    edited = await catalogue.edit(added.association_id, {"city": "Cosne"}, BEN)
    removed = await catalogue.remove(added.association_id, ANNA, "dissoute")
    changes = Changes(database)
    own = await changes.history(added.association_id)
    assert own == [removed, edited, added]
    over_all = await changes.history(limit=10)
    assert [change.action for change in over_all] == ["delete", "edit", "add", "add"]
    assert over_all[-1].batch == 1, "an import is one line"
    assert await changes.history(offset=1, limit=2) == [edited, added]
    undone = await catalogue.undo(removed.id, ANNA)
    (taken_back,) = [each for each in await changes.history(added.association_id) if each.id == removed.id]
    assert taken_back.undone_by == undone.id
    assert (await changes.history(limit=1)) == [undone]


async def test_likely_duplicates(catalogue: Catalogue) -> None:
    choir = (await catalogue.add(CHOIR, ANNA)).association_id
    purpose = "promouvoir la réparation des bicyclettes par des ateliers ouverts au public"
    bikes = (await catalogue.add(Entry(title="Rustine", purpose=purpose, city="Lyon"), ANNA)).association_id
    await catalogue.add(Entry(title="Chorale des Marmottes", purpose="dormir", city="Nevers"), ANNA)

    async def like(entry: Entry) -> list[int]:
        return [each.id for each in await catalogue.duplicates(entry)]

    assert await like(Entry(title="La chorale des hirondelles", city="NEVERS")) == [choir]
    assert await like(Entry(title="Chorale des hirondelles", city="Brest")) == []
    assert await like(Entry(title="Autre nom", purpose=f"{purpose}.", city="Brest")) == [bikes]
    assert await like(Entry(title="Tout autre chose")) == []


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
    with reading(database.path) as connection:
        present = {
            each.id: Entry(**{name: getattr(each, name) for name in ENTRY_FIELDS})
            for each in every(connection)
        }
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


@pytest.fixture
def soon_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten changes are many already, and ten associations too many for the event loop."""
    monkeypatch.setattr(live_index, "MANY", 10)
    monkeypatch.setattr(live_index, "SMALL", 10)


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
