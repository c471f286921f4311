"""The best documents of single terms, remembered: a common word alone leaves nothing to pass over."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retrieval.gains import Found, Numbers, WeightedTerm
from retrieval.maxscore import FEW_POSTINGS, Search
from retrieval.okapi import Okapi
from retrieval.segment import Segment

LENGTH = 256
"""Documents in a list, if the term has so many; all that tie with the last are there too."""

LONGEST = 4096
"""A list with more documents, most of them equal, is not remembered."""

MOST = 1024
"""Lists that are remembered."""


class BestList(NamedTuple):
    """The best documents of a term at one mean length, best first, and the term's factor in each."""

    average_length: float
    documents: Numbers
    factors: NDArray[np.float64]


class BestLists:
    """Lists of one segment, each made when it is asked for again; deleted documents stay in them."""

    def __init__(self, segment: Segment, okapi: Okapi) -> None:
        self._segment, self._okapi = segment, okapi
        self._lists: dict[int, BestList] = {}
        self._asked: set[int] = set()
        self._lock = Lock()

    def best(
        self,
        term: WeightedTerm,
        *,
        average_length: float,
        limit: int,
        living: Callable[[Numbers], NDArray[np.bool_]] | None,
    ) -> Found | None:
        """Documents with a term, the best ``limit`` of the living ones among them, and their scores.

        None where no list can tell: nobody asked for the term before, or too many of the best were deleted.
        """
        listed = self._lists.get(term.number)
        if listed is None or listed.average_length != average_length:
            if term.number not in self._asked:
                self._note(term.number)
                return self._few(term, average_length, limit) if living is None else None
            listed = self._made(term, average_length)
        if living is None:
            return listed.documents[:limit], listed.factors[:limit] * term.weight
        kept = np.flatnonzero(living(listed.documents))
        if len(kept) < limit and len(listed.documents) < term.end - term.first:
            return None
        return listed.documents[kept[:limit]], listed.factors[kept[:limit]] * term.weight

    def _few(self, term: WeightedTerm, average_length: float, limit: int) -> Found | None:
        """The best documents of a term with few postings, read through at once."""
        arrays = self._segment.arrays
        number = term.end - term.first
        if number > FEW_POSTINGS:
            return None
        documents = arrays.documents[term.first : term.end]
        scores = self._segment.factors(self._okapi, average_length).take(arrays.codes[term.first : term.end])
        scores *= term.weight
        if number <= limit:
            return documents, scores
        ranked = scores.copy()
        ranked.partition(number - limit)
        kept = np.flatnonzero(scores >= ranked[number - limit])
        return documents.take(kept), scores.take(kept)

    def _note(self, number: int) -> None:
        """Remember that a term was asked for."""
        with self._lock:
            if len(self._asked) >= MOST:
                self._asked.clear()
            self._asked.add(number)

    def _made(self, term: WeightedTerm, average_length: float) -> BestList:
        alone = term._replace(weight=1.0)
        search = Search(self._segment, [alone], self._okapi, average_length=average_length, limit=LENGTH)
        documents, factors = search.best()
        order = np.lexsort((self._segment.arrays.ids.take(documents), -factors))
        listed = BestList(average_length, documents[order], factors[order])
        with self._lock:
            if len(self._lists) >= MOST:
                self._lists.clear()
            if len(listed.documents) <= LONGEST:
                self._lists[term.number] = listed
        return listed
