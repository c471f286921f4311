"""The best documents of a segment: exact MaxScore with block bounds, in few and large array operations.

Rare terms are summed up over all their postings. Common terms only have to be looked at where they can
matter: each block of documents has a bound for each of them, and a document or a block whose bounds stay
below the k-th best score found so far is passed over. (Turtle and Flood 1995; Ding and Suel 2011.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.okapi import Okapi
from retrieval.segment import BLOCK, BLOCK_BITS, LEVELS, Segment, Selection

Numbers = NDArray[np.intp]
Scores = NDArray[np.float64]
Found = tuple[Numbers, Scores]

SELECTIVE = 64
"""A filter that lets less than a 64th pass is searched document by document."""

SEEDS = 128
"""Documents, at least, that are scored first to learn which score must be reached."""

SEED_BLOCKS = 16
SEARCH_COST = 32
"""One binary search in a term's postings costs about as much as spreading out so many of them."""

ROUNDING = 1 + 1e-5
"""Keeps bounds in single precision above what they bound."""


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A term of the segment, its weight in this search (idf included), and its postings."""

    number: int
    weight: float
    first: int
    end: int


class Search:
    """One search of one segment."""

    def __init__(
        self,
        segment: Segment,
        terms: Sequence[WeightedTerm],
        okapi: Okapi,
        *,
        average_length: float,
        limit: int,
        selection: Selection | None = None,
        living: Callable[[Numbers], NDArray[np.bool_]] | None = None,
    ) -> None:
        """Prepare.

        Args:
            segment: Where to search.
            terms: What to search, terms without bounds first: scores are summed up in this order.
            okapi: The parameters.
            average_length: Present mean length.
            limit: Number of documents wanted.
            selection: Documents that may be found, or None for all.
            living: Tells which documents were not deleted, or None when none was.
        """
        self._segment, self._arrays = segment, segment.arrays
        self._terms, self._limit, self._selection, self._living = terms, limit, selection, living
        self._rare = [term for term in terms if term.number not in segment.common]
        self._common = [term for term in terms if term.number in segment.common]
        self._factors = segment.factors(okapi, average_length)
        # A factor grows at most as much as the mean length has since the bounds were made.
        stretch = max(1.0, average_length / segment.average_length) if segment.average_length else 1.0
        self._level = okapi.largest / LEVELS * stretch * ROUNDING

    def best(self) -> Found:
        """The best documents that may be found and their scores: all that reach the last wanted score."""
        if not self._terms:
            return np.empty(0, np.intp), np.empty(0)
        selection = self._selection
        if selection is not None and len(selection.documents) * SELECTIVE <= self._segment.size:
            documents = selection.documents.astype(np.intp)
            return self._best_of(*self._permitted(documents, self._completed(documents, self._terms)))
        sums = self._segment.borrow()
        entries = self._summed(sums)
        try:
            return self._pruned(sums, entries)
        finally:
            sums[entries] = 0.0
            self._segment.give_back(sums)

    def _summed(self, sums: Scores) -> Numbers:
        """Sum up the rare terms in ``sums``; the documents of all their postings."""
        if not self._rare:
            return np.empty(0, np.intp)
        spans = [slice(term.first, term.end) for term in self._rare]
        entries = np.concatenate([self._arrays.documents[span] for span in spans], dtype=np.intp)
        factors = self._factors.take(np.concatenate([self._arrays.codes[span] for span in spans]))
        factors *= np.repeat([term.weight for term in self._rare], [s.stop - s.start for s in spans])
        np.add.at(sums, entries, factors)
        return entries

    def _pruned(self, sums: Scores, entries: Numbers) -> Found:
        entries, scores = self._permitted(entries, sums.take(entries))
        if not self._common:
            documents = self._leading(entries, scores, self._limit)
            return self._best_of(documents, sums.take(documents))
        bounds = self._block_bounds()
        scores += bounds.take(entries >> BLOCK_BITS)
        seeds = self._leading(entries, scores, max(SEEDS, self._limit))
        found = self._scored(sums, seeds)
        if len(found[0]) < self._limit:
            found = self._filled(sums, self._promising(bounds))
        threshold = self._threshold(found[1])
        survivors = entries[scores >= threshold]
        reaching = bounds >= threshold
        found = self._scored(sums, np.unique(survivors[~reaching.take(survivors >> BLOCK_BITS)]))
        if reaching.any():
            filled = self._filled(sums, np.flatnonzero(reaching))
            found = np.concatenate([found[0], filled[0]]), np.concatenate([found[1], filled[1]])
        return self._best_of(*found)

    def _permitted(self, documents: Numbers, scores: Scores) -> Found:
        """Without the documents that the filter leaves out and the deleted ones."""
        permitted = scores > 0
        if self._selection is not None:
            permitted &= self._selection.mask.take(documents, mode="clip")
        if self._living is not None:
            permitted &= self._living(documents)
        return documents[permitted], scores[permitted]

    def _leading(self, entries: Numbers, scores: Scores, number: int) -> Numbers:
        """At least ``number`` different documents with the highest scores, if there are so many."""
        number *= max(1, len(self._rare))  # each rare term may have an entry of the same document
        if len(entries) > number:
            place = len(entries) - number
            entries = entries[scores >= np.partition(scores, place)[place]]
        return np.unique(entries)

    def _best_of(self, documents: Numbers, scores: Scores) -> Found:
        kept = scores >= self._threshold(scores)
        return documents[kept], scores[kept]

    def _threshold(self, scores: Scores) -> float:
        """The last wanted score, or the least above 0 when there are fewer."""
        if len(scores) < self._limit:
            return np.finfo(np.float64).tiny
        place = len(scores) - self._limit
        return float(np.partition(scores, place)[place])

    def _block_bounds(self) -> NDArray[np.float32]:
        """What the common terms can add, at most, to a document of each block."""
        rows = self._arrays.bounds
        total = np.zeros(rows.shape[1], np.float32)
        for term in self._common:
            row = rows[self._segment.common[term.number]]
            total += np.multiply(row, np.float32(term.weight * self._level), dtype=np.float32)
        return total

    def _promising(self, bounds: NDArray[np.float32]) -> Numbers:
        """Some blocks with the highest bounds, more of them when the filter lets little pass."""
        passing = 1.0
        if self._selection is not None:
            passing = max(len(self._selection.documents), 1) / self._segment.size
        number = int((SEED_BLOCKS + self._limit / BLOCK) / passing)
        if number >= len(bounds):
            return np.flatnonzero(bounds > 0)
        return np.sort(np.argpartition(bounds, -number)[-number:])

    def _scored(self, sums: Scores, documents: Numbers) -> Found:
        scores = self._completed(documents, self._common, sums.take(documents))
        return self._permitted(documents, scores)

    def _completed(
        self, documents: Numbers, terms: Sequence[WeightedTerm], scores: Scores | None = None
    ) -> Scores:
        """Add what ``terms`` give to each of some rising documents."""
        scores = np.zeros(len(documents)) if scores is None else scores
        for term in terms:
            scores += self.gains(term, documents)
        return scores

    def gains(self, term: WeightedTerm, documents: Numbers) -> Scores:
        """What a term adds to the score of each of some rising documents."""
        row = self._segment.dense.get(term.number)
        if row is not None:
            return self._gains(self._arrays.dense_codes[row].reshape(-1).take(documents), term)
        own, codes = self._postings(term)
        if len(documents) * SEARCH_COST > len(own):
            return self._spread(term, lambda gains: gains.take(documents))
        places = np.minimum(own.searchsorted(documents.astype(np.int32)), len(own) - 1)
        return self._gains(np.where(own.take(places) == documents, codes.take(places), 0), term)

    def _postings(self, term: WeightedTerm) -> tuple[NDArray[np.int32], NDArray[Any]]:
        span = slice(term.first, term.end)
        return self._arrays.documents[span], self._arrays.codes[span]

    def _gains(self, codes: NDArray[Any], term: WeightedTerm) -> Scores:
        gains = self._factors.take(codes)
        gains *= term.weight
        return gains

    def _spread(self, term: WeightedTerm, read: Callable[[Scores], Scores]) -> Scores:
        """Spread what a term adds over all documents and ``read`` of it what is wanted."""
        own, codes = self._postings(term)
        spread = self._segment.borrow()
        try:
            spread[own] = self._gains(codes, term)
            return read(spread)
        finally:
            spread[own] = 0.0
            self._segment.give_back(spread)

    def _filled(self, sums: Scores, blocks: Numbers) -> Found:
        """Score all documents of some rising blocks."""
        scores = sums.reshape(-1, BLOCK)[blocks]
        for term in self._common:
            scores += self._block_gains(term, blocks)
        documents = (blocks[:, np.newaxis] << BLOCK_BITS) + np.arange(BLOCK)
        return self._permitted(documents.ravel(), scores.ravel())

    def _block_gains(self, term: WeightedTerm, blocks: Numbers) -> Scores:
        """What a term adds to each document of some rising blocks; shape (blocks, BLOCK)."""
        row = self._segment.dense.get(term.number)
        if row is not None:
            return self._gains(self._arrays.dense_codes[row].take(blocks, axis=0), term)
        own, codes = self._postings(term)
        if len(blocks) * 2 * SEARCH_COST > len(own):
            return self._spread(term, lambda gains: gains.reshape(-1, BLOCK)[blocks])
        edges = own.searchsorted(np.concatenate([blocks, blocks + 1]).astype(np.int32) << BLOCK_BITS)
        firsts, counts = edges[: len(blocks)], edges[len(blocks) :] - edges[: len(blocks)]
        before = np.cumsum(counts) - counts
        places = np.repeat(firsts - before, counts) + np.arange(counts.sum())
        cells = np.repeat(np.arange(len(blocks)) << BLOCK_BITS, counts) + (own.take(places) & (BLOCK - 1))
        gains = np.zeros((len(blocks), BLOCK))
        gains.reshape(-1)[cells] = self._gains(codes.take(places), term)
        return gains
