"""What admins change is found at once, told in the history, and never overwritten unseen."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from retrieval.catalogue import Catalogue
from storage.changes import Changes
from storage.database import Database
from storage.errors import AlreadyExists, Conflict, InvalidEntry, NotFound
from storage.model import Entry
from tests.retrieval.made_up import ANNA, BEN, CHOIR, contents, entries, found, register


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


async def test_an_edit_of_what_was_removed_meanwhile_tells_who_removed_it(catalogue: Catalogue) -> None:
    added = await catalogue.add(CHOIR, ANNA)
    removed = await catalogue.remove(added.association_id, BEN, "dissoute")
    with pytest.raises(Conflict) as caught:
        await catalogue.edit(added.association_id, {"city": "Cosne"}, ANNA, expected=added.id)
    assert caught.value.change == removed


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
