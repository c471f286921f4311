"""The BM25 index: rank_bm25's statistics and formula over posting arrays that take changes at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from retrieval.collection import Collection
from retrieval.compaction import Frozen, compact, freeze
from retrieval.filters import EVERYTHING, Filter
from retrieval.okapi import Okapi, idf
from retrieval.segment import Segment, nothing
from retrieval.words import LiveWords

__all__ = ["EVERYTHING", "BM25Index", "Filter"]

T = TypeVar("T")

COMPACTION_SHARE = 0.1
COMPACTION_LEAST = 5000
"""A compaction starts when more documents, and more than that share of them all, have changed."""

FEW_CHANGES = 16
"""So many changes are repeated on a new segment while others wait."""

log = logging.getLogger(__name__)


class Interrupted(Exception):
    """The index was closed during a compaction."""


class BM25Index(BM25Okapi):  # type: ignore[misc]  # rank_bm25 is not typed
    """Okapi BM25 with the library's scores, over documents that come and go.

    Safe for several threads: each search sees the documents and statistics of one moment. Where the
    library's idf turns negative or 0, and for 0, 1 or 2 documents, where it fails, see ``okapi.idf``.
    """

    def __init__(
        self,
        *,
        k1: float = 1.5,
        b: float = 0.75,
        folder: Path | None = None,
        segment: Segment | None = None,
    ) -> None:
        """Start with no document, or with those of a segment.

        Args:
            k1: Saturation of the term frequency.
            b: Weight of the document's length.
            folder: Where compactions write segments; None to keep them in memory.
            segment: What to start with.
        """
        self.k1, self.b = k1, b
        self.folder = folder
        self.compaction_least = COMPACTION_LEAST
        self._lock = Lock()
        self._collection = Collection(segment or Segment(nothing()), Okapi(k1, b))
        self._journal: list[tuple[Callable[..., None], tuple[Any, ...]]] | None = None
        self._compaction: Thread | None = None
        self._closing = Event()
        self.words = LiveWords(lambda: self._collection.words)

    @property
    def corpus_size(self) -> int:
        """Number of living documents."""
        return self._collection.corpus_size

    @property
    def avgdl(self) -> float:
        """Mean length of the living documents in (weighted) terms."""
        return self._collection.average_length

    def __len__(self) -> int:
        return self.corpus_size

    def __contains__(self, document: int) -> bool:
        with self._lock:
            return document in self._collection

    def add(
        self,
        document: int,
        frequencies: Mapping[str, int],
        keys: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        """Add a document, searchable at once.

        Args:
            document: Its id.
            frequencies: Weighted frequency of each of its terms.
            keys: What filters may ask for; no part of the text.
            words: Its raw words, for spelling.

        Raises:
            ValueError: It is there already, or a frequency is out of range.
        """
        self._change(Collection.add, document, frequencies, keys, words)

    def remove(
        self,
        document: int,
        frequencies: Mapping[str, int],
        keys: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        """Take a document out, given as it was added.

        Raises:
            KeyError: There is no such document.
        """
        self._change(Collection.remove, document, frequencies, keys, words)

    def _change(self, change: Callable[..., None], *details: Any) -> None:
        with self._lock:
            change(self._collection, *details)
            if self._journal is not None:
                self._journal.append((change, details))
            elif self._collection.changes > max(self.compaction_least, COMPACTION_SHARE * self.corpus_size):
                self._start_compaction()

    def document_frequency(self, term: str) -> int:
        """Number of living documents that hold ``term``."""
        with self._lock:
            return self._collection.frequency(term)

    def inverse_document_frequency(self, term: str) -> float:
        """The weight of ``term``, above 0; see ``okapi.idf``."""
        with self._lock:
            return idf(self.corpus_size, self._collection.frequency(term))

    def top(
        self, weights: Mapping[str, float], limit: int, *, where: Filter = EVERYTHING
    ) -> list[tuple[int, float]]:
        """The ``limit`` best (document, score) with at least one of the terms.

        Args:
            weights: What each term's part of the score is multiplied by; terms at 0 or below are left out.
            limit: Number of documents wanted.
            where: Only documents that pass.

        Returns:
            By falling score, then rising id.
        """
        with self._lock:
            reading = self._collection.read(weights, where)
        return reading.top(limit) if limit > 0 else []

    def contributions(self, weights: Mapping[str, float], documents: Sequence[int]) -> NDArray[np.float64]:
        """What each term adds to each document's score, shape (documents, weights).

        A document that is no longer there has zeros.
        """
        with self._lock:
            return self._collection.contributions(weights, documents)

    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]:
        """Scores of all living documents by rising id, for a query given as the library takes it."""
        weights = {term: float(query.count(term)) for term in query}
        ids = self.members(EVERYTHING, 0, self.corpus_size)
        return np.asarray(self.contributions(weights, ids).sum(axis=1))

    def count(self, where: Filter = EVERYTHING) -> int:
        """Number of documents that pass the filter."""
        with self._lock:
            return self._collection.count(where)

    def members(self, where: Filter, offset: int, limit: int) -> list[int]:
        """Documents that pass the filter, by rising id, from ``offset``."""
        with self._lock:
            ids = self._collection.passing(where)
        return [int(id_) for id_ in ids[offset : offset + limit]]

    def keys(self, prefix: str) -> list[tuple[str, int]]:
        """(filter key, number of living documents that hold it) for a beginning, sorted by key."""
        with self._lock:
            return self._collection.keys(prefix)

    def read_state(self, read: Callable[[Collection], T]) -> T:
        """What ``read`` makes of the collection while nobody changes it."""
        with self._lock:
            return read(self._collection)

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
        """Give up a running compaction; the index stays as it is, on its former segment."""
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
            self._adopt(compact(frozen, self.folder, self._step))
        except Interrupted:
            log.info("Compaction of the index given up: closing")
        except OSError:
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
