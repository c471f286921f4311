"""Taking back: exactly, as often as one likes, and never over what came since."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from retrieval.catalogue import Catalogue
from storage.batches import Batches
from storage.changes import Changes
from storage.database import Database
from storage.errors import Conflict, NotFound
from storage.model import Action, Entry
from tests.retrieval.made_up import ANNA, BEN, BIKES, CHOIR, contents, entries, found, in_step, register


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
