"""The catalogue: store and index in step, behind one door for conversations and the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from retrieval import duplicates
from retrieval.bm25 import BM25Index
from retrieval.browsing import Browser
from retrieval.documents import document
from retrieval.places import Gazetteer
from retrieval.search import Answer, Question, Searcher
from storage import batches, changes, editing, undoing, validation
from storage.associations import Associations
from storage.database import Database
from storage.imports import ImportReport, import_file
from storage.model import Association, Change, Entry
from storage.synonyms import Synonyms

Progress = Callable[[int, int], None]


class Catalogue:
    """Associations to search and to change.

    Every change is one transaction; the index follows before the caller is told.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.associations = Associations(database)
        self._index = BM25Index()
        self._searcher = Searcher(self._index)
        self._revision = 0
        self._following = asyncio.Lock()

    @classmethod
    async def open(
        cls, database: Database, *, index_dir: Path | None = None, progress: Progress | None = None
    ) -> Self:
        """Open the catalogue over an open database."""
        catalogue = cls(database)
        await catalogue.refresh()
        await catalogue.refresh_synonyms()
        return catalogue

    async def close(self) -> None:
        """Stop; the database stays open."""

    @property
    def revision(self) -> int:
        """Last change that searches know of."""
        return self._revision

    @property
    def size(self) -> int:
        """Number of associations in the index."""
        return int(self._index.corpus_size)

    @property
    def gazetteer(self) -> Gazetteer:
        """The places that the catalogue knows."""
        return self._searcher.gazetteer

    @property
    def browser(self) -> Browser:
        """Places, themes and lists, for looking through without a question."""
        return Browser(self._searcher.index, self._searcher.gazetteer)

    async def search(self, question: Question) -> Answer:
        """Answer a question."""
        query = self._searcher.understand(question)
        candidates = self._searcher.candidates(query)
        rows = await self.associations.get_many([each.id for each in candidates[: question.limit]])
        return self._searcher.rank(question, query, candidates, {row.id: row for row in rows})

    async def get(self, id_: int) -> Association | None:
        """The association with this id, or None."""
        return await self.associations.get(id_)

    async def association_revision(self, id_: int) -> int:
        """Last change of an association, to hand to ``edit`` as ``expected``; ask before ``get``."""
        async with self._database.read() as connection:
            return await changes.revision(connection, id_)

    async def add(
        self, entry: Entry, actor_id: int | None, *, reason: str | None = None, source: str = "telegram"
    ) -> Change:
        """Add an association.

        Raises:
            InvalidEntry: A field can't be kept as typed.
            AlreadyExists: The same association is there.
            StorageError: It can't be written.
        """
        entry = validation.clean(entry)
        async with self._database.write() as connection:
            change = await editing.add(connection, entry, actor_id, source=source, reason=reason)
        await self.refresh()
        return change

    async def edit(
        self,
        id_: int,
        fields: Mapping[str, str | None],
        actor_id: int | None,
        *,
        expected: int | None = None,
    ) -> Change | None:
        """Set fields of an association.

        Args:
            id_: The association.
            fields: New values by names of ``ENTRY_FIELDS``.
            actor_id: Telegram user id, or None for the command line.
            expected: Last change that the actor knew of (``association_revision``).

        Returns:
            The change, or None when all fields have these values already.

        Raises:
            InvalidEntry: A field can't be kept as typed.
            NotFound: There is no such association.
            Conflict: Somebody changed it after ``expected``.
            AlreadyExists: It would become the same as another.
            StorageError: It can't be written.
        """
        cleaned = validation.clean_fields(fields)
        async with self._database.write() as connection:
            change = await editing.edit(connection, id_, cleaned, actor_id, expected=expected)
        await self.refresh()
        return change

    async def remove(
        self, id_: int, actor_id: int | None, reason: str | None = None, *, expected: int | None = None
    ) -> Change:
        """Delete an association; registers read again do not bring it back.

        Raises:
            NotFound: There is no such association.
            Conflict: Somebody changed it after ``expected``.
            StorageError: It can't be written.
        """
        async with self._database.write() as connection:
            await editing.unchanged_since(connection, id_, expected)
            change = await editing.remove(connection, id_, actor_id, reason)
        await self.refresh()
        return change

    async def undo(self, change_id: int, actor_id: int | None) -> Change:
        """Take back one change, also an undo.

        Raises:
            NotFound: There is no such change.
            Conflict: The association was changed since.
            StorageError: It can't be written.
        """
        async with self._database.write() as connection:
            change = await undoing.undo(connection, change_id, actor_id)
        await self.refresh()
        return change

    async def undo_batch(self, batch: int, actor_id: int | None) -> int:
        """Take back a whole import, or the taking back of one: whole or not at all.

        Returns:
            How many associations were put back, changed or taken out.

        Raises:
            NotFound: There is no such import.
            Conflict: Some of its associations were changed since.
            StorageError: It can't be written.
        """
        async with self._database.write() as connection:
            concerned = await batches.undo(connection, batch, actor_id)
        await self.refresh()
        return concerned

    async def duplicates(self, entry: Entry) -> list[Association]:
        """Associations that may well be the same as ``entry``, most alike first."""
        ids = duplicates.candidates(self._index, entry)
        return [found for found in await self.associations.get_many(ids) if duplicates.alike(entry, found)]

    async def import_(
        self,
        path: Path,
        *,
        actor_id: int | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import a register."""
        report = await import_file(
            self._database, path, actor_id=actor_id, dry_run=dry_run, progress=progress
        )
        await self.refresh()
        return report

    async def refresh_synonyms(self) -> None:
        """Understand questions with what admins taught until now."""
        groups = await Synonyms(self._database).list()
        self._searcher.teach([group.words for group in groups])

    async def refresh(self) -> None:
        """Let the index learn of all that was committed, by this process or another."""
        async with self._following:
            async with self._database.snapshot() as connection:
                revision = await changes.revision(connection)
                deltas = await changes.deltas(connection, self._revision) if revision > self._revision else []
            for delta in deltas:
                if delta.before is not None:
                    old = document(delta.before)
                    self._index.remove(delta.association_id, old.frequencies, old.keys, old.words)
                if delta.after is not None:
                    new = document(delta.after)
                    self._index.add(delta.association_id, new.frequencies, new.keys, new.words)
                    self._searcher.gazetteer.learn(new.keys)
            self._revision = revision
