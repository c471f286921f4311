"""The catalogue: store and index in step, behind one door for conversations and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from retrieval import duplicates
from retrieval.browsing import Browser
from retrieval.gazetteer import Gazetteer
from retrieval.live_index import LiveIndex, Progress
from retrieval.search import Answer, Question, Searcher
from storage import batches, changes, editing, undoing, validation
from storage.associations import Associations
from storage.database import Database
from storage.exports import export_file
from storage.import_report import ImportReport
from storage.imports import import_file
from storage.model import Association, Change, Entry
from storage.synonyms import Synonyms


class Catalogue:
    """Associations to search and to change.

    Every change is one transaction; the index follows before the caller is told.
    """

    def __init__(self, database: Database, live: LiveIndex) -> None:
        """Not for use: see ``open``."""
        self._database = database
        self._live = live
        self.associations = Associations(database)

    @classmethod
    async def open(
        cls, database: Database, *, index_dir: Path | None = None, progress: Progress | None = None
    ) -> Self:
        """Open the catalogue over an open database.

        Args:
            database: Stays its opener's to close.
            index_dir: Where the index is kept; beside the database by default.
            progress: Called with (associations read, associations in all) when the index is made anew.

        Raises:
            StorageError: The database can't be read.
        """
        folder = index_dir or database.path.with_name(f"{database.path.name}.index")
        return cls(database, await LiveIndex.open(database, folder, await _taught(database), progress))

    async def close(self) -> None:
        """Give up what is under way; the database stays open."""
        await self._live.close()

    @property
    def revision(self) -> int:
        """Last change that searches know of."""
        return self._live.revision

    @property
    def size(self) -> int:
        """Number of associations in the index."""
        return len(self._live.index)

    @property
    def catching_up(self) -> bool:
        """Whether the index is being made anew, so that a large import can't be found yet."""
        return self._live.catching_up

    @property
    def gazetteer(self) -> Gazetteer:
        """The places that the catalogue knows."""
        return self._live.searcher.gazetteer

    @property
    def browser(self) -> Browser:
        """Places, themes and lists, for looking through without a question."""
        return Browser(self._live.index, self.gazetteer)

    async def search(self, question: Question) -> Answer:
        """Answer a question."""
        return await self._live.run(self._answer, self._live.searcher, question)

    def _answer(self, searcher: Searcher, question: Question) -> Answer:
        # From beginning to end in one thread: each way to another and back takes longer than a step.
        query = searcher.understand(question)
        candidates = searcher.candidates(query)
        asked = candidates[question.offset : question.offset + question.limit]
        return searcher.rank(question, query, candidates, self.associations.rows([each.id for each in asked]))

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
        await self._live.follow(change)
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
        if change is not None:
            await self._live.follow(change)
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
        await self._live.follow(change)
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
        await self._live.follow(change)
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
        await self._live.follow()
        return concerned

    async def duplicates(self, entry: Entry) -> list[Association]:
        """Associations that may well be the same as ``entry``, most alike first."""
        ids = await self._live.run(duplicates.candidates, self._live.index, entry)
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
        if not dry_run:
            await self._live.follow()
        return report

    async def export(self, target: Path) -> int:
        """Write every association to ``target``, a ``.csv`` or ``.jsonl`` file; returns how many.

        Raises:
            RegisterError: ``target`` has another ending, or can't be written.
            StorageError: The database can't be read.
        """
        return await export_file(self._database, target)

    async def refresh_synonyms(self) -> None:
        """Understand questions with what admins taught until now."""
        await self._live.teach(await _taught(self._database))

    async def refresh(self) -> None:
        """Let searches learn of what another process committed; cheap when there is nothing new."""
        async with self._database.read() as connection:
            revision = await changes.revision(connection)
        if revision != self._live.revision:
            await self._live.follow()

    async def settled(self) -> None:
        """Wait until everything that was committed can be found; see ``catching_up``."""
        await self._live.settled()


async def _taught(database: Database) -> list[tuple[str, ...]]:
    return [group.words for group in await Synonyms(database).list()]
