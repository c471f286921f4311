"""What one search needs of the living documents, as they were at one moment, and the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.filters import Filter
from retrieval.gains import Found, Gains, Numbers, WeightedTerm
from retrieval.maxscore import Search
from retrieval.okapi import Okapi
from retrieval.segment import Segment, Selection
from retrieval.single import best_of_one
from retrieval.tier import TierReading


class Deaths:
    """Which documents of the segment were deleted, and at which version of the collection."""

    def __init__(self, size: int) -> None:
        self.stamps = np.zeros(size, np.uint32)
        self.count = 0

    def mark(self, document: int, version: int) -> None:
        """Note that a document was deleted."""
        self.stamps[document] = version
        self.count += 1

    def living(self, documents: Numbers, version: int) -> NDArray[np.bool_]:
        """Which of some documents were there at that version."""
        # 0, never deleted, wraps around to the largest number.
        return np.asarray(self.stamps.take(documents, mode="clip") - np.uint32(1) >= np.uint32(version))


@dataclass(slots=True, eq=False)
class Reading:
    """All that one search needs, as it was at one moment."""

    okapi: Okapi
    segment: Segment
    deaths: Deaths | None
    version: int
    terms: list[WeightedTerm]
    tier: TierReading
    tier_weights: list[float]
    average_length: float
    where: Filter

    def gains(self) -> Gains:
        """What terms add to the scores of the segment's documents."""
        return Gains(self.segment, self.segment.factors(self.okapi, self.average_length))

    def _living(self, documents: Numbers) -> NDArray[np.bool_]:
        return (
            self.deaths.living(documents, self.version) if self.deaths else np.ones(len(documents), np.bool_)
        )

    def _best(self, limit: int) -> Found:
        """The best documents of the segment, and perhaps some more."""
        living = self._living if self.deaths else None
        selection = None if self.where.open else self.segment.selection(self.where)
        if len(self.terms) == 1:
            found = best_of_one(
                self.segment,
                self.terms[0],
                self.okapi,
                average_length=self.average_length,
                limit=limit,
                permitted=_both(selection, living),
            )
            if found is not None:
                return found
        search = Search(
            self.segment,
            self.terms,
            self.okapi,
            average_length=self.average_length,
            limit=limit,
            selection=selection,
            living=living,
        )
        return search.best()

    def top(self, limit: int) -> list[tuple[int, float]]:
        """The best (id, score), by falling score, then rising id."""
        documents, scores = self._best(limit)
        ids = self.segment.arrays.ids.take(documents)
        if len(self.tier.ids):
            own = self.tier.scores(self.tier_weights, self.okapi, self.average_length)
            found = np.flatnonzero(own)
            ids = np.concatenate([ids, self.tier.ids[found]])
            scores = np.concatenate([scores, own[found]])
        best = list(zip(ids.tolist(), scores.tolist(), strict=True))
        best.sort(key=_by_rank)
        return best[:limit]


def _both(
    selection: Selection | None, living: Callable[[Numbers], NDArray[np.bool_]] | None
) -> Callable[[Numbers], NDArray[np.bool_]] | None:
    """Which documents a filter lets pass and nobody has deleted; None for all."""
    if selection is None:
        return living
    own, alive = selection, living
    return lambda documents: own.passing(documents) & (alive(documents) if alive else True)


def _by_rank(hit: tuple[int, float]) -> tuple[float, int]:
    return -hit[1], hit[0]
