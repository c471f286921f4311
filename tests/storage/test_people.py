"""Roles, choices, drafts, suggestions, synonyms and what was handled: kept, replaced, erased."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from storage.admins import Admins
from storage.database import Database
from storage.drafts import Drafts
from storage.feedback import Feedback, Votes
from storage.handled import Handled
from storage.model import Entry, Status
from storage.preferences import Place, Preferences
from storage.searches import Searches
from storage.suggestions import Suggestions
from storage.synonyms import Synonyms

ANNA, BEN = 1001, 1002


async def test_roles(database: Database) -> None:
    admins = Admins(database)
    await admins.add(ANNA, "Anna", "admin", added_by=BEN)
    await admins.add(ANNA, "Anna D.", "owner", added_by=BEN)
    assert await admins.role(ANNA) == "owner"
    assert await admins.role(BEN) is None
    assert [(admin.user_id, admin.name, admin.added_by) for admin in await admins.list()] == [
        (ANNA, "Anna D.", BEN)
    ]
    assert await admins.remove(ANNA)
    assert not await admins.remove(ANNA)
    assert await admins.role(ANNA) is None


async def test_choices_are_kept_apart_and_erased_together(database: Database) -> None:
    preferences = Preferences(database)
    assert await preferences.language(ANNA) is None
    await preferences.set_place(ANNA, Place("58194", "Nevers"))
    await preferences.set_language(ANNA, "en")
    await preferences.set_language(BEN, "fr")
    assert await preferences.place(ANNA) == Place("58194", "Nevers")
    assert await preferences.language(ANNA) == "en"
    await preferences.set_place(ANNA, None)
    assert await preferences.place(ANNA) is None
    assert await preferences.erase(ANNA)
    assert await preferences.language(ANNA) is None
    assert await preferences.language(BEN) == "fr"
    assert not await preferences.erase(ANNA)


async def test_a_draft_is_one_a_person_and_survives_reopening(path: Path) -> None:
    database = await Database.open(path)
    await Drafts(database).save(ANNA, 7, "add", "title", {})
    await Drafts(database).save(ANNA, 7, "add", "purpose", {"title": "L’été «\x01» 🎉"})
    await database.close()
    again = await Database.open(path)
    draft = await Drafts(again).load(ANNA)
    assert draft is not None
    assert (draft.step, draft.content) == ("purpose", {"title": "L’été «\x01» 🎉"})
    assert await Drafts(again).delete(ANNA)
    assert await Drafts(again).load(ANNA) is None
    await again.close()


async def test_a_draft_left_alone_is_stale_and_reminded_once(database: Database) -> None:
    drafts = Drafts(database)
    await drafts.save(ANNA, 7, "add", "title", {})
    later = int(time.time()) + 10
    assert [draft.user_id for draft in await drafts.stale(later)] == [ANNA]
    await drafts.reminded(ANNA)
    (stale,) = await drafts.stale(later)
    assert stale.reminded_at is not None
    await drafts.save(ANNA, 7, "add", "purpose", {})
    draft = await drafts.load(ANNA)
    assert draft is not None
    assert draft.reminded_at is None
    assert await drafts.stale(draft.updated_at) == []


async def test_a_suggestion_is_decided_once(database: Database) -> None:
    suggestions = Suggestions(database)
    entry = Entry(title="Les Marmottes", purpose="dormir", status=Status.DISSOLVED)
    id_ = await suggestions.add(ANNA, "fr", entry)
    assert await suggestions.waiting_of(ANNA) == 1
    decided = await asyncio.gather(
        suggestions.decide(id_, "accepted", BEN, 5), suggestions.decide(id_, "refused", BEN)
    )
    assert sorted(decided) == [False, True]
    suggestion = await suggestions.get(id_)
    assert suggestion is not None
    assert suggestion.entry == entry
    assert suggestion.state in {"accepted", "refused"}
    assert await suggestions.waiting_of(ANNA) == 0
    await suggestions.told(id_)
    told = await suggestions.get(id_)
    assert told is not None
    assert told.user_id is None


async def test_synonyms_are_taught_removed_and_put_back(database: Database) -> None:
    synonyms = Synonyms(database)
    id_ = await synonyms.add(["vélo", "bicyclette"], ANNA)
    assert await synonyms.add(["vélo", "bicyclette"], BEN) == id_
    removed = await synonyms.remove(id_)
    assert removed is not None
    assert await synonyms.list() == []
    await synonyms.restore(removed)
    assert await synonyms.list() == [removed]
    assert removed.words == ("vélo", "bicyclette")


async def test_what_is_delivered_twice_is_handled_once(path: Path) -> None:
    database = await Database.open(path)
    handled = Handled(database)
    assert sorted(await asyncio.gather(*(handled.first_time("update:1") for _ in range(5)))) == [
        False
    ] * 4 + [True]
    await database.close()
    again = await Database.open(path)
    handled = Handled(again)
    assert not await handled.first_time("update:1")
    assert await handled.prune(int(time.time()) + 1) == 1
    assert await handled.first_time("update:1")
    await again.close()


async def test_a_person_has_one_vote_and_can_take_it_back(database: Database) -> None:
    feedback = Feedback(database)
    await feedback.vote(1, 10, ANNA, 1)
    await feedback.vote(1, 10, ANNA, -1)
    await feedback.vote(1, 10, BEN, 1)
    assert await feedback.totals() == Votes(up=1, down=1)
    await feedback.vote(1, 10, BEN, 0)
    assert await feedback.totals() == Votes(up=0, down=1)


async def test_erasing_takes_all_of_a_person_s_votes_and_no_others(database: Database) -> None:
    feedback = Feedback(database)
    for search in range(3):
        await feedback.vote(search, 10, ANNA, 1)
        await feedback.vote(search, 10, BEN, -1)
    assert await feedback.erase(ANNA) == 3
    assert await feedback.erase(ANNA) == 0
    assert await feedback.totals() == Votes(up=0, down=3)


async def test_who_voted_is_not_kept(database: Database) -> None:
    await Feedback(database).vote(1, 10, ANNA, 1)
    await database.close()
    content = b"".join(each.read_bytes() for each in database.path.parent.iterdir())
    assert str(ANNA).encode() not in content
    assert ANNA.to_bytes(2, "big") * 2 not in content


async def test_the_worst_answers_come_with_their_question(database: Database) -> None:
    searches, feedback = Searches(database), Feedback(database)
    bad = await searches.record("clarinette", {}, 3)
    fine = await searches.record("hautbois", {}, 3)
    for voter in range(3):
        await feedback.vote(bad, 10, voter, -1)
        await feedback.vote(fine, 11, voter, 1 if voter else -1)
    await searches.flush()
    worst = await feedback.worst()
    assert [(each.question, each.association_id, each.votes.down) for each in worst] == [
        ("clarinette", 10, 3)
    ]


@pytest.mark.parametrize("language", ["de", ""])
async def test_unknown_languages_are_refused(database: Database, language: str) -> None:
    with pytest.raises(Exception, match="CHECK"):
        await Preferences(database).set_language(ANNA, language)
    assert await Preferences(database).language(ANNA) is None
