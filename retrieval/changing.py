"""A collection that several threads read and change, and that is compacted meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from retrieval.collection import Collection
from retrieval.compaction import Frozen, compact, freeze
from retrieval.segment import Segment

T = TypeVar("T")

COMPACTION_SHARE = 0.1
COMPACTION_LEAST = 5000
"""A compaction starts when more documents, and more than that share of them all, have changed."""

FEW_CHANGES = 16
"""So many changes are repeated on a new segment while others wait."""

log = logging.getLogger(__name__)


class Interrupted(Exception):
    """The index was closed during a compaction."""


class Changing:
    """One thread at a time reads or changes the collection; compactions only swap it."""

    def __init__(self, collection: Collection, folder: Path | None) -> None:
        """Keep a collection.

        Args:
            collection: What to begin with.
            folder: Where compactions write segments; None to keep them in memory.
        """
        self._collection = collection
        self._folder = folder
        self.compaction_least = COMPACTION_LEAST
        self._lock = Lock()
        self._journal: list[tuple[Callable[..., None], tuple[Any, ...]]] | None = None
        self._compaction: Thread | None = None
        self._closing = Event()

    @property
    def present(self) -> Collection:
        """The collection at this moment, to read single numbers of."""
        return self._collection

    def read(self, read: Callable[..., T], *arguments: Any) -> T:
        """What ``read`` makes of the collection, and of the arguments, while nobody changes it."""
        with self._lock:
            return read(self._collection, *arguments)

    def change(self, change: Callable[..., None], *details: Any) -> None:
        """Have ``change`` change the collection; a compaction starts when many have."""
        with self._lock:
            change(self._collection, *details)
            if self._journal is not None:
                self._journal.append((change, details))
            elif self._collection.changes > self._many():
                self._start_compaction()

    def _many(self) -> float:
        return max(self.compaction_least, COMPACTION_SHARE * self._collection.corpus_size)

    @property
    def compacting(self) -> bool:
        """Whether a compaction is under way."""
        return self._journal is not None

    def compact(self) -> None:
        """Make one segment of all living documents and wait for it; searches and changes go on."""
        with self._lock:
            if self._journal is None:
                self._start_compaction()
        self._join()

    def close(self) -> None:
        """Give up a running compaction; the collection stays as it is, on its former segment."""
        self._closing.set()
        self._join()

    def _join(self) -> None:
        compaction = self._compaction
        if compaction is not None:
            compaction.join()

    def _start_compaction(self) -> None:
        self._journal = []
        frozen = freeze(self._collection)
        self._compaction = Thread(target=self._run_compaction, args=(frozen,), name="index compaction")
        self._compaction.start()

    def _run_compaction(self, frozen: Frozen) -> None:
        try:
            self._adopt(compact(frozen, self._folder, self._step))
        except Interrupted:
            log.info("Compaction of the index given up: closing")
        except (OSError, MemoryError):
            log.exception("Compaction of the index failed; it goes on uncompacted")
            self.compaction_least = 2 * self._collection.changes
        finally:
            with self._lock:
                self._journal = None

    def _step(self, _: float) -> None:
        if self._closing.is_set():
            raise Interrupted

    def _adopt(self, segment: Segment) -> None:
        """Bring a new segment up to date with the changes made meanwhile, and go over to it."""
        successor = Collection(segment, self._collection.okapi)
        done = 0
        while True:
            with self._lock:
                pending = (self._journal or [])[done:]
                if len(pending) <= FEW_CHANGES:
                    for change, details in pending:
                        change(successor, *details)
                    self._collection = successor
                    return
            for change, details in pending:
                change(successor, *details)
            done += len(pending)
