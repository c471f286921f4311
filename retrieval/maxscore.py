"""The best documents of a segment: exact MaxScore with block bounds, in few and large array operations.

Rare terms are summed up over all their postings. Common terms only have to be looked at where they can
matter: each block of documents has a bound for each of them, and a document or a block whose bounds stay
below the k-th best score found so far is passed over. (Turtle and Flood 1995; Ding and Suel 2011.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval.filters import distinct
from retrieval.gains import Found, Gains, Numbers, Scores, WeightedTerm
from retrieval.okapi import Okapi
from retrieval.segment import BLOCK, BLOCK_BITS, LEVELS, Segment, Selection

SELECTIVE = 64
"""A filter that lets less than a 64th pass is searched document by document."""

SEEDS = 128
"""Documents, at least, that are scored first to learn which score must be reached."""

SEED_BLOCKS = 16
FEW_POSTINGS = 10_000
"""So many are summed up in less time than it takes to pass over them."""

LEAST_SCORE = float(np.finfo(np.float64).tiny)
ROUNDING = 1 + 1e-5
"""Keeps bounds in single precision above what they bound."""


def _rare(terms: Sequence[WeightedTerm], segment: Segment) -> int:
    """How many of the terms, in their order, are summed up over all their postings."""
    postings = 0
    for place, term in enumerate(terms):
        postings += term.end - term.first
        if postings > FEW_POSTINGS and term.number in segment.common:
            return place
    return len(terms)


def _ordered(scores: Scores, place: int) -> float:
    """The score at a place of the rising scores."""
    scores = scores.copy()
    scores.partition(place)
    return float(scores[place])


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
            terms: What to search, those with the fewest postings first: scores are summed up in this order.
            okapi: The parameters.
            average_length: Present mean length.
            limit: Number of documents wanted.
            selection: Documents that may be found, or None for all.
            living: Tells which documents were not deleted, or None when none was.
        """
        self._segment, self._arrays = segment, segment.arrays
        self._terms, self._limit, self._selection, self._living = terms, limit, selection, living
        rare = _rare(terms, segment)
        self._rare, self._common = terms[:rare], terms[rare:]
        self._factors = segment.factors(okapi, average_length)
        self._gains = Gains(segment, self._factors)
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
        if len(self._terms) == 1 and not self._common:
            return self._best_of(*self._permitted(*self._gains.all(self._terms[0])))
        sums = self._segment.borrow()
        touched: list[Numbers] = []
        try:
            entries = self._summed(sums, touched)
            if self._common:
                return self._pruned(sums, entries, touched)
            leading = self._leading(entries, sums.take(entries), self._limit)
            return self._best_of(leading, sums.take(leading))
        finally:
            for entries in touched:
                sums[entries] = 0.0
            self._segment.give_back(sums)

    def _summed(self, sums: Scores, touched: list[Numbers]) -> Numbers:
        """Sum up the rare terms in ``sums``; the documents of their postings that may be found."""
        if not self._rare:
            return np.empty(0, np.intp)
        if len(self._rare) == 1:
            documents, gains = self._gains.all(self._rare[0])
            entries = documents.astype(np.intp)
            touched.append(entries)
            sums[entries] = gains
            return self._permitted(entries, gains)[0]
        spans = [slice(term.first, term.end) for term in self._rare]
        entries = np.concatenate([self._arrays.documents[span] for span in spans], dtype=np.intp)
        factors = self._factors.take(np.concatenate([self._arrays.codes[span] for span in spans]))
        factors *= np.repeat([term.weight for term in self._rare], [s.stop - s.start for s in spans])
        touched.append(entries)
        np.add.at(sums, entries, factors)
        return self._permitted(entries, sums.take(entries))[0]

    def _pruned(self, sums: Scores, entries: Numbers, touched: list[Numbers]) -> Found:
        """Add common term after common term, as long as the rest can still bring a document up.

        Two sets shrink meanwhile: documents with scores so far, and blocks with documents that have none
        yet and could still reach the threshold by the remaining terms alone.
        """
        rest = self._rests()
        potential = sums.take(entries) + rest[0].take(entries >> BLOCK_BITS)
        threshold = self._first_threshold(sums, entries, potential, rest[0])
        living = self._each_once(entries[potential >= threshold])
        blocks = np.flatnonzero(rest[0] >= threshold)
        for term, left in zip(self._common, rest[1:], strict=True):
            sums[living] += self._gains.of(term, living)
            if len(blocks):
                fresh, gains = self._permitted(*self._gains.fresh(term, blocks, sums, left, threshold))
                touched.append(fresh)
                sums[fresh] = gains
                living = np.concatenate([living, fresh])
                living.sort()
            scores = sums.take(living)
            threshold = max(threshold, self._threshold(scores))
            living = living[scores + left.take(living >> BLOCK_BITS) >= threshold]
            blocks = blocks[left.take(blocks) >= threshold]
        return self._best_of(living, sums.take(living))

    def _first_threshold(
        self, sums: Scores, entries: Numbers, potential: Scores, bounds: NDArray[np.float32]
    ) -> float:
        """A score that as many documents as are wanted reach, found among the promising ones."""
        threshold = self._reached(sums, self._leading(entries, potential, max(SEEDS, 2 * self._limit)))
        if np.count_nonzero(bounds >= threshold) <= SEED_BLOCKS:
            return threshold
        blocks = self._promising(bounds)
        documents = ((blocks[:, np.newaxis] << BLOCK_BITS) + np.arange(BLOCK)).ravel()
        return max(threshold, self._reached(sums, documents[documents < self._segment.size]))

    def _reached(self, sums: Scores, documents: Numbers) -> float:
        scores = self._completed(documents, self._common, sums.take(documents))
        return self._threshold(self._permitted(documents, scores)[1])

    def _permitted(self, documents: Numbers, scores: Scores) -> Found:
        """Without the documents that the filter leaves out and the deleted ones."""
        if self._selection is None and self._living is None:
            return documents, scores
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
            entries = entries[scores >= _ordered(scores, place)]
        return self._each_once(entries)

    def _each_once(self, entries: Numbers) -> Numbers:
        """Rising and without repetition, as the entries of a single term are."""
        return distinct(entries) if len(self._rare) > 1 else entries

    def _best_of(self, documents: Numbers, scores: Scores) -> Found:
        if len(documents) <= self._limit:
            found = scores > 0
            return documents[found], scores[found]
        kept = scores >= self._threshold(scores)
        return documents[kept], scores[kept]

    def _threshold(self, scores: Scores) -> float:
        """The last wanted score, or the least above 0 when there are fewer."""
        if len(scores) < self._limit:
            return LEAST_SCORE
        place = len(scores) - self._limit
        return max(_ordered(scores, place), LEAST_SCORE)

    def _rests(self) -> NDArray[np.float32]:
        """What the common terms from each on can add, at most, in each block; shape (terms + 1, blocks)."""
        rows = self._arrays.bounds
        rests = np.zeros((len(self._common) + 1, rows.shape[1]), np.float32)
        for place in range(len(self._common) - 1, -1, -1):
            term = self._common[place]
            row = rows[self._segment.common[term.number]]
            np.multiply(row, np.float32(term.weight * self._level), out=rests[place])
            rests[place] += rests[place + 1]
        return rests

    def _promising(self, bounds: NDArray[np.float32]) -> Numbers:
        """Some blocks with the highest bounds, more of them when the filter lets little pass."""
        passing = 1.0
        if self._selection is not None:
            passing = max(len(self._selection.documents), 1) / self._segment.size
        number = int((SEED_BLOCKS + self._limit / BLOCK) / passing)
        if number >= len(bounds):
            return np.flatnonzero(bounds > 0)
        return np.sort(np.argpartition(bounds, -number)[-number:])

    def _completed(
        self, documents: Numbers, terms: Sequence[WeightedTerm], scores: Scores | None = None
    ) -> Scores:
        """Add what ``terms`` give to each of some rising documents."""
        scores = np.zeros(len(documents)) if scores is None else scores
        for term in terms:
            scores += self._gains.of(term, documents)
        return scores
