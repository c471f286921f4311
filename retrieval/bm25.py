"""The BM25 index: rank_bm25's statistics and formula over posting arrays that take changes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from retrieval.changing import Changing
from retrieval.collection import Collection
from retrieval.filters import EVERYTHING, Filter
from retrieval.okapi import Okapi
from retrieval.segment import Segment, nothing
from retrieval.words import LiveWords

__all__ = ["EVERYTHING", "BM25Index", "Filter"]

T = TypeVar("T")


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
        self._changing = Changing(Collection(segment or Segment(nothing()), Okapi(k1, b)), folder)
        self.words = LiveWords(lambda: self._changing.present.words)

    @property
    def corpus_size(self) -> int:
        """Number of living documents."""
        return self._changing.present.corpus_size

    @property
    def avgdl(self) -> float:
        """Mean length of the living documents in (weighted) terms."""
        return self._changing.present.average_length

    def __len__(self) -> int:
        return self.corpus_size

    def __contains__(self, document: int) -> bool:
        return self._changing.read(Collection.__contains__, document)

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
        self._changing.change(Collection.add, document, frequencies, keys, words)

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
        self._changing.change(Collection.remove, document, frequencies, keys, words)

    def document_frequency(self, term: str) -> int:
        """Number of living documents that hold ``term``."""
        return self._changing.read(Collection.frequency, term)

    def inverse_document_frequency(self, term: str) -> float:
        """The weight of ``term``, above 0; see ``okapi.idf``."""
        return self._changing.read(Collection.inverse_document_frequency, term)

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
        reading = self._changing.read(Collection.read, weights, where)
        return reading.top(limit) if limit > 0 else []

    def contributions(self, weights: Mapping[str, float], documents: Sequence[int]) -> NDArray[np.float64]:
        """What each term adds to each document's score, shape (documents, weights).

        A document that is no longer there has zeros.
        """
        return self._changing.read(Collection.contributions, weights, documents)

    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]:
        """Scores of all living documents by rising id, for a query given as the library takes it."""
        weights = {term: float(query.count(term)) for term in query}
        ids = self.members(EVERYTHING, 0, self.corpus_size)
        return np.asarray(self.contributions(weights, ids).sum(axis=1))

    def count(self, where: Filter = EVERYTHING) -> int:
        """Number of documents that pass the filter."""
        return self._changing.read(Collection.count, where)

    def members(self, where: Filter, offset: int, limit: int) -> list[int]:
        """Documents that pass the filter, by rising id, from ``offset``."""
        ids = self._changing.read(Collection.passing, where)
        return [int(id_) for id_ in ids[offset : offset + limit]]

    def keys(self, prefix: str) -> list[tuple[str, int]]:
        """(filter key, number of living documents that hold it) for a beginning, sorted by key."""
        return self._changing.read(Collection.keys, prefix)

    def read_state(self, read: Callable[[Collection], T]) -> T:
        """What ``read`` makes of the collection while nobody changes it."""
        return self._changing.read(read)

    @property
    def compacting(self) -> bool:
        """Whether a compaction is under way."""
        return self._changing.compacting

    def compact(self) -> None:
        """Make one segment of all living documents and wait for it; searches and changes go on."""
        self._changing.compact()

    def close(self) -> None:
        """Give up a running compaction; the index stays as it is, on its former segment."""
        self._changing.close()
