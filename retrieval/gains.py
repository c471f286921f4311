"""What terms add to the scores of documents, read off posting arrays in the cheapest way there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retrieval.segment import BLOCK_BITS, Segment

Numbers = NDArray[np.integer[Any]]
Scores = NDArray[np.float64]
Found = tuple[Numbers, Scores]
"""Documents and their scores."""

SEARCH_COST = 6
"""One binary search in a term's postings costs about as much as going through so many of them."""

SLACK = 1 - 1e-12
"""Keeps rounding from leaving out what reaches a threshold by a hair."""


class WeightedTerm(NamedTuple):
    """A term of the segment, its weight in this search (idf included), and its postings."""

    number: int
    weight: float
    first: int
    end: int


class Gains:
    """Read access to the postings of a segment, as parts of scores."""

    def __init__(self, segment: Segment, factors: Scores) -> None:
        self._segment, self._factors = segment, factors

    def all(self, term: WeightedTerm) -> Found:
        """All documents with a term, rising, and what it adds to each."""
        documents, codes = self._postings(term)
        return documents, self._weighted(codes, term)

    def of(self, term: WeightedTerm, documents: Numbers) -> Scores:
        """What a term adds to the score of each of some rising documents."""
        row = self._segment.dense.get(term.number)
        if row is not None:
            return self._weighted(self._segment.arrays.dense_codes[row].reshape(-1).take(documents), term)
        own, codes = self._postings(term)
        if len(documents) * SEARCH_COST > len(own):
            return self._spread(term, lambda gains: gains.take(documents))
        places = np.minimum(own.searchsorted(documents.astype(np.int32)), len(own) - 1)
        return self._weighted(np.where(own.take(places) == documents, codes.take(places), 0), term)

    def _postings(self, term: WeightedTerm) -> tuple[NDArray[np.int32], NDArray[Any]]:
        span = slice(term.first, term.end)
        return self._segment.arrays.documents[span], self._segment.arrays.codes[span]

    def _weighted(self, codes: NDArray[Any], term: WeightedTerm) -> Scores:
        gains = self._factors.take(codes)
        gains *= term.weight
        return gains

    def _spread(self, term: WeightedTerm, read: Callable[[Scores], Scores]) -> Scores:
        """Spread what a term adds over all documents and ``read`` of it what is wanted."""
        own, codes = self._postings(term)
        spread = self._segment.borrow()
        try:
            spread[own] = self._weighted(codes, term)
            return read(spread)
        finally:
            spread[own] = 0.0
            self._segment.give_back(spread)

    def fresh(
        self, term: WeightedTerm, blocks: Numbers, sums: Scores, left: NDArray[np.float32], threshold: float
    ) -> Found:
        """Documents with a term, and no term so far, that can still reach a threshold; what it gives them.

        Args:
            term: The term.
            blocks: The blocks that such documents can be in, rising.
            sums: Scores so far of all documents.
            left: What the remaining terms can add, at most, in each block.
            threshold: The score to reach.
        """
        own, codes = self._postings(term)
        if len(blocks) * 2 * SEARCH_COST < len(own):
            places = _ranges(own, blocks)
            own, codes = own.take(places), codes.take(places)
        # Pairs are numbered by their factors, so that a comparison of numbers leaves most postings out.
        least = (threshold - float(left.max())) * SLACK
        enough = np.flatnonzero(self._factors * term.weight >= least)
        if not len(enough):
            return np.empty(0, np.intp), np.empty(0)
        places = np.flatnonzero(codes >= enough[0].astype(codes.dtype))
        documents, gains = own.take(places).astype(np.intp), self._weighted(codes.take(places), term)
        reaching = np.flatnonzero(gains + left.take(documents >> BLOCK_BITS) >= threshold)
        documents, gains = documents.take(reaching), gains.take(reaching)
        unseen = np.flatnonzero(sums.take(documents) == 0)
        return documents.take(unseen), gains.take(unseen)


def _ranges(documents: NDArray[np.int32], blocks: Numbers) -> Numbers:
    """Places of the rising ``documents`` that lie in some rising blocks."""
    edges = documents.searchsorted(np.concatenate([blocks, blocks + 1]).astype(np.int32) << BLOCK_BITS)
    firsts, ends = edges[: len(blocks)], edges[len(blocks) :]
    counts = ends - firsts
    return np.repeat(ends - np.cumsum(counts), counts) + np.arange(counts.sum())
