"""Libraries for Python that rank by BM25 in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpus import Document, Query
from benchmarks.engine import TOP, Engine


class RankBM25(Engine):
    """The library whose scores are the measure; it reads every document for every query."""

    live = kept = False
    largest = 100_000

    def build(self, documents: Iterable[Document], folder: Path) -> None:  # noqa: ARG002 - nothing is kept
        """Index all documents, in memory."""
        from rank_bm25 import BM25Okapi  # noqa: PLC0415 - so that its memory is no other engine's

        every = list(documents)
        self._ids = [document.id for document in every]
        self._places = np.array([document.place for document in every])
        self._index: Any = BM25Okapi([document.terms for document in every])

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Score all documents and find the best ten."""
        scores = self._index.get_scores(list(query.terms))
        if query.place:
            scores = np.where(self._places == query.place, scores, 0.0)
        best = np.argpartition(scores, -TOP)[-TOP:]
        return lambda: [
            self._ids[at] for at in sorted(best, key=lambda at: (-scores[at], at)) if scores[at] > 0
        ]


class BM25S(Engine):
    """bm25s with its numba backend."""

    live = False

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents and save the index."""
        import bm25s  # noqa: PLC0415 - so that its memory is no other engine's

        places: list[str] = []
        known: dict[str, int] = defaultdict(count().__next__)

        def numbers(document: Document) -> list[int]:
            places.append(document.place)
            return list(map(known.__getitem__, document.terms))

        every = [numbers(document) for document in documents]
        self._index: Any = bm25s.BM25(method="atire", backend="numba")
        self._index.index(bm25s.tokenization.Tokenized(every, dict(known)), show_progress=False)
        self._index.save(folder)
        np.save(folder / "places.npy", np.array(places))
        self._places = np.array(places)

    def open(self, folder: Path) -> None:
        """Load the saved index."""
        import bm25s  # noqa: PLC0415

        self._index = bm25s.BM25.load(folder, mmap=False)
        self._index.backend = "numba"
        self._index.activate_numba_scorer()
        self._places = np.load(folder / "places.npy")

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten."""
        mask = (self._places == query.place).astype(np.float32) if query.place else None
        known = [term for term in query.terms if term in self._index.vocab_dict]
        if not known:
            return list
        found, scores = self._index.retrieve([known], k=TOP, show_progress=False, weight_mask=mask)
        return lambda: [int(at) + 1 for at, score in zip(found[0], scores[0], strict=True) if score > 0]
