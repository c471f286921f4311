"""The index of one database: opened, kept in step with its history, made anew aside when much has changed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

from retrieval.bm25 import BM25Index
from retrieval.indexed import Indexed
from retrieval.keeping import WORTH_KEEPING, keep, kept, make
from retrieval.search import Searcher, shipped
from storage.changes import Delta
from storage.database import Database, reading
from storage.errors import StorageError
from storage.model import Change

Progress = Callable[[int, int], None]
T = TypeVar("T")

MANY = 20_000
"""With more changes to catch up with, an index is made anew, while the old one goes on answering."""
SMALL = 1_000
"""Associations up to which a search takes less time than handing it to a thread."""
THREADS = 2
KEEP_EVERY = 5_000
"""Changes after which a new snapshot is worth the second that it takes."""
KEEP_AT_END = 500
"""Changes that the next start should not have to catch up with; fewer take it a moment."""

log = logging.getLogger(__name__)


class Closing(Exception):
    """The index is being closed: work on it is given up."""


class LiveIndex:
    """A searcher that follows the history of a database."""

    def __init__(self, database: Database, folder: Path) -> None:
        """Not for use: see ``open``."""
        self._database = database
        self._folder = folder
        self._current: Indexed
        self._synonyms: Sequence[Sequence[str]] = ()
        self._lock = asyncio.Lock()
        self._threads = ThreadPoolExecutor(THREADS, "search")
        self._closing = threading.Event()
        self._renewal: asyncio.Task[None] | None = None

    @property
    def searcher(self) -> Searcher:
        """Answers over what is known at this moment."""
        return self._current.searcher

    @property
    def index(self) -> BM25Index:
        """The index at this moment."""
        return self.searcher.index

    @property
    def revision(self) -> int:
        """The last change up to which all is known."""
        return self._current.revision

    @property
    def catching_up(self) -> bool:
        """Whether an index is being made anew, so that a large import can't be found yet."""
        return self._renewal is not None and not self._renewal.done()

    @classmethod
    async def open(
        cls,
        database: Database,
        folder: Path,
        synonyms: Sequence[Sequence[str]] = (),
        progress: Progress | None = None,
    ) -> Self:
        """Open the index of a database, brought up to date.

        Args:
            database: What to follow.
            folder: Where the index is kept.
            synonyms: Groups of words that mean the same.
            progress: Called on the event loop with (associations read, associations in all).
        """
        live = cls(database, folder)
        live._synonyms = synonyms
        try:
            live._current = await live._in_thread(live._prepared, _on_loop(progress))
        except BaseException:
            # When nobody waits for it any more, the thread must not go on making the index.
            live._closing.set()
            raise
        return live

    def _prepared(self, progress: Progress | None) -> Indexed:
        with ThreadPoolExecutor(1, "lexicon") as aside:
            lexicon = aside.submit(shipped)  # meanwhile files are checked, or other processes build
            with reading(self._database.path) as connection:
                former = kept(self._folder, connection)
            if former:
                lexicon.result()
            current = Indexed(*former) if former else self._build(progress)
        if not self._catch_up(current):
            current = self._build(progress)
        current.searcher.teach(self._synonyms)
        return current

    async def close(self) -> None:
        """Give up what is under way and let go of threads and files."""
        self._closing.set()
        if self._renewal is not None:
            await asyncio.gather(self._renewal, return_exceptions=True)
        async with self._lock:
            await asyncio.to_thread(self.index.close)
            await asyncio.to_thread(self._keep, KEEP_AT_END)
        await asyncio.to_thread(self._threads.shutdown)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run ``work`` over the index: in a thread, unless the index is small."""
        if len(self.index) <= SMALL:
            return work(*arguments)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def teach(self, synonyms: Sequence[Sequence[str]]) -> None:
        """Use these groups of words that mean the same, from now on."""
        async with self._lock:
            self._synonyms = synonyms
            await self._in_thread(self.searcher.teach, synonyms)

    async def follow(self, change: Change | None = None) -> None:
        """Learn of what was committed, by this process or another.

        Args:
            change: One that this process has just committed: searches know of it on return, even
                while an index is being made anew.
        """
        # A task that is cancelled meanwhile leaves the index neither half changed nor out of step.
        try:
            await asyncio.shield(asyncio.ensure_future(self._follow(change)))
        except Closing:
            log.info("Changes were not taken over: closing")

    async def settled(self) -> None:
        """Wait until an index that is being made anew answers."""
        if self._renewal is not None:
            await asyncio.shield(self._renewal)

    async def _follow(self, change: Change | None) -> None:
        async with self._lock:
            current = self._current
            try:
                if change is not None and current.knows_all_before(change) and not self.catching_up:
                    current.apply(Delta(change.association_id, change.before, change.after))
                    current.revision = change.id
                    await self._in_thread(self.searcher.gazetteer.prepare)
                elif self.catching_up or not await self._in_thread(self._catch_up, current):
                    self._renew_once()
                    if change is not None:
                        await self._in_thread(self._run_ahead, current, change.association_id)
            except (KeyError, ValueError):
                log.exception("The index is out of step with the catalogue; it is made anew")
                current.whole = False
                self._renew_once()
            if current.revision - current.kept >= KEEP_EVERY:
                await self._in_thread(self._keep, KEEP_EVERY)

    def _renew_once(self) -> None:
        if not self.catching_up:
            self._renewal = asyncio.create_task(self._renew())

    def _catch_up(self, current: Indexed) -> bool:
        with reading(self._database.path) as connection:
            caught_up = current.catch_up(connection, MANY, self._look_up)
        current.searcher.gazetteer.prepare()
        return caught_up

    def _keep(self, least: int) -> None:
        """Write a snapshot if it would know of at least so many changes more."""
        current = self._current
        if not current.whole or len(self.index) < WORTH_KEEPING:
            return
        if current.revision - current.kept >= least:
            with reading(self._database.path) as connection:
                keep(self.index, self._folder, connection, current.revision)
            current.kept = current.revision

    def _run_ahead(self, current: Indexed, association_id: int) -> None:
        with reading(self._database.path) as connection:
            current.run_ahead(connection, association_id)

    async def _renew(self) -> None:
        """Make an index of the present associations aside, then go over to it."""
        try:
            fresh = await self._in_thread(self._build, None)
            while not await self._in_thread(self._catch_up, fresh):
                fresh = await self._in_thread(self._build, None)
            taught = self._synonyms
            await self._in_thread(fresh.searcher.teach, taught)
            async with self._lock:
                await self._in_thread(self._catch_up, fresh)
                if self._synonyms is not taught:
                    await self._in_thread(fresh.searcher.teach, self._synonyms)
                former, self._current = self._current, fresh
            await asyncio.to_thread(former.searcher.index.close)
        except Closing:
            log.info("The index was not made anew: closing")
        except StorageError as error:
            log.error("The index was not made anew: %s", error)

    def _build(self, progress: Progress | None) -> Indexed:
        """Make an index of all associations as of this moment."""
        told = -1

        def tell(done: int, total: int) -> None:
            nonlocal told
            self._look_up()
            if progress and done != told:
                told = done
                progress(done, total)

        with reading(self._database.path) as connection:
            return Indexed(*make(connection, self._folder, tell))

    def _look_up(self) -> None:
        if self._closing.is_set():
            raise Closing

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        # Not in the threads of the searches, which must never wait for this.
        return await asyncio.to_thread(work, *arguments)


def _on_loop(progress: Progress | None) -> Progress | None:
    """Have ``progress`` called on the event loop, from whatever thread."""
    if progress is None:
        return None
    loop, told = asyncio.get_running_loop(), progress

    def tell(done: int, total: int) -> None:
        loop.call_soon_threadsafe(told, done, total)

    return tell
