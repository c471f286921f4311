"""Any sequence of additions, edits, deletions, imports and undos, against a plain model of what they mean."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Coroutine
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from retrieval.catalogue import Catalogue
from retrieval.search import Question
from storage.changes import Changes
from storage.database import Database
from storage.errors import AlreadyExists, Conflict
from storage.model import Change, Entry
from tests.retrieval.made_up import contents, in_step, register

T = TypeVar("T")
# Few values, so that entries meet: same titles in the same town, numbers that come back.
TITLES = st.sampled_from(["Amis du canal", "amis du Canal", "Club de yoyo", ""])
PURPOSES = st.sampled_from(["entretenir les écluses", "jouer dehors", "dormir"])
CITIES = st.sampled_from(["Nevers", "Lyon", None])
NUMBERS = st.sampled_from([None, None, "W000000001", "W000000002"])
ENTRIES = st.builds(Entry, rna_id=NUMBERS, title=TITLES, purpose=PURPOSES, city=CITIES)
FIELDS = st.fixed_dictionaries(
    {}, optional={"title": TITLES, "purpose": PURPOSES, "city": CITIES, "rna_id": NUMBERS}
)
PICK = st.integers(0, 10**6)


class CatalogueMachine(RuleBasedStateMachine):
    """The model: what each association is, and before and after of each change."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="waldeck-model-"))
        self.runner = asyncio.Runner()
        self.database = self.run(Database.open(self.folder / "waldeck.sqlite3"))
        self.catalogue = self.run(Catalogue.open(self.database))
        self.present: dict[int, Entry] = {}
        self.history: list[Change] = []
        self.dumps = [contents(self.database.path)]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(in_step(self.catalogue, self.database))
        self.run(self.catalogue.close())
        self.run(self.database.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def keep(self, change: Change) -> None:
        """Take a change over into the model."""
        assert change.before == self.present.get(change.association_id)
        if change.after is None:
            del self.present[change.association_id]
        else:
            self.present[change.association_id] = change.after
        self.history.append(change)
        self.dumps.append(contents(self.database.path))

    def holder(self, entry: Entry, other_than: int = 0) -> int | None:
        """Who holds this RNA number."""
        return next(
            (
                i
                for i, e in self.present.items()
                if entry.rna_id and e.rna_id == entry.rna_id and i != other_than
            ),
            None,
        )

    @rule(entry=ENTRIES)
    def add(self, entry: Entry) -> None:
        try:
            change = self.run(self.catalogue.add(entry, 1))
        except AlreadyExists as error:
            there = self.present[error.association.id]
            assert there.rna_id == entry.rna_id if entry.rna_id else there.purpose == entry.purpose
            return
        assert self.holder(entry) is None
        assert change.after == entry
        self.keep(change)

    @precondition(lambda self: self.present)
    @rule(pick=PICK, fields=FIELDS)
    def edit(self, pick: int, fields: dict[str, str | None]) -> None:
        id_ = sorted(self.present)[pick % len(self.present)]
        wanted = replace(self.present[id_], **fields)  # type: ignore[arg-type]  # by names of its fields
        try:
            change = self.run(self.catalogue.edit(id_, fields, 2))
        except AlreadyExists:
            return
        assert self.holder(wanted, id_) is None
        if wanted == self.present[id_]:
            assert change is None
            return
        assert change is not None
        assert change.after == wanted
        self.keep(change)

    @precondition(lambda self: self.present)
    @rule(pick=PICK)
    def remove(self, pick: int) -> None:
        id_ = sorted(self.present)[pick % len(self.present)]
        self.keep(self.run(self.catalogue.remove(id_, 3, "model")))

    @precondition(lambda self: self.history)
    @rule(pick=PICK)
    def undo(self, pick: int) -> None:
        undone = self.history[-1 - pick % len(self.history)]
        since = [c for c in self.history if c.association_id == undone.association_id and c.id > undone.id]
        holds = self.present.get(undone.association_id) == undone.after
        try:
            change = self.run(self.catalogue.undo(undone.id, 4))
        except Conflict as error:
            # In the way stands a newer change, or another association that took the number or place.
            assert not (holds and undone.before is None)
            assert not holds or error.change.association_id != undone.association_id
            return
        assert holds
        assert change.after == undone.before
        self.keep(change)
        if undone is self.history[-2]:
            assert not since
            assert self.dumps[-1] == self.dumps[-3], "the last change leaves no trace when taken back"

    @precondition(lambda self: len(self.history) > 1)
    @rule()
    def import_what_is_there(self) -> None:
        """An export read again changes nothing; so does a register that holds what admins removed."""
        before = contents(self.database.path)
        given = [entry for _, entry in sorted(self.present.items())]
        if not given:
            return
        report = self.run(self.catalogue.import_(register(self.folder, given)))
        assert (report.added, report.changed) == (0, 0)
        assert contents(self.database.path) == before

    @rule()
    def reopen(self) -> None:
        self.run(self.catalogue.close())
        self.run(self.database.close())
        self.database = self.run(Database.open(self.folder / "waldeck.sqlite3"))
        self.catalogue = self.run(Catalogue.open(self.database))

    @invariant()
    def the_store_is_as_the_model(self) -> None:
        with closing(sqlite3.connect(self.database.path)) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute("SELECT * FROM associations").fetchall()
        assert {row["id"]: {name: row[name] for name in asdict(Entry())} for row in rows} == {
            id_: asdict(entry) for id_, entry in self.present.items()
        }

    @invariant()
    def what_is_there_is_found(self) -> None:
        answer = self.run(self.catalogue.search(Question("yoyo", literal=True)))
        expected = {entry.title for entry in self.present.values() if "yoyo" in entry.title}
        assert {hit.association.title for hit in answer.hits} == expected

    @invariant()
    def the_history_is_complete(self) -> None:
        last = self.run(Changes(self.database).last_revision())
        assert last == (self.history[-1].id if self.history else 0)


def test_any_sequence_of_changes() -> None:
    run_state_machine_as_test(
        CatalogueMachine,
        settings=settings(
            max_examples=15,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
