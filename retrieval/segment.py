"""An immutable part of the index: posting arrays, and what makes its best documents quick to find."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.filters import SPARSE, Documents, Filter, mask, member, select
from retrieval.okapi import Okapi
from retrieval.postings import Postings
from retrieval.vocabulary import Vocabulary

BLOCK_BITS = 6
BLOCK = 1 << BLOCK_BITS
"""Documents in a block; for common terms the largest factor in each block is known."""

LEVELS = 255
LISTED = 256
"""Documents in the list of a term's best."""

LOOKUPS = 8192
"""Terms whose places are remembered."""

SELECTIONS = 8
"""Filters whose documents are remembered."""


def blocks(documents: int) -> int:
    """Number of blocks that so many documents fill."""
    return -(-documents // BLOCK)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentArrays(Postings):
    """Postings and what is derived from them; pairs are numbered by their factors at the mean of then.

    Attributes:
        order: Documents by rising id; of the width that numpy searches by, or it would make a copy.
        total_length: Sum of the documents' lengths when the segment was made; shape (1,).
        common: Numbers of the terms with bounds, rising.
        bounds: Largest factor of each common term in each block, in 255ths of k1 + 1, rounded up,
            at the mean length of then; shape (common terms, blocks).
        listed: Numbers of the terms with a list of their best documents, rising.
        best_documents: Best documents of each listed term, by falling factor at the mean length of then,
            then by rising id; shape (listed terms, LISTED).
        best_codes: Pair of the term in each of them; same shape.
        dense: Numbers of the very common terms, rising.
        dense_codes: Pair of each very common term in every document; shape (dense terms, blocks, BLOCK).
    """

    order: NDArray[np.int64]
    total_length: NDArray[np.int64]
    common: NDArray[np.int64]
    bounds: NDArray[np.uint8]
    listed: NDArray[np.int64]
    best_documents: NDArray[np.int32]
    best_codes: NDArray[np.unsignedinteger]
    dense: NDArray[np.int64]
    dense_codes: NDArray[np.unsignedinteger]


def nothing() -> SegmentArrays:
    """The arrays of a segment without documents."""
    empty = np.zeros(0, np.int64)
    start = np.zeros(1, np.int64)
    numbers = np.zeros(0, np.int32)
    return SegmentArrays(
        ids=empty,
        pair_frequencies=start,
        pair_lengths=start,
        terms=Vocabulary.of(()),
        term_starts=start,
        documents=numbers,
        codes=np.zeros(0, np.uint16),
        keys=Vocabulary.of(()),
        key_starts=start,
        key_documents=numbers,
        words=Vocabulary.of(()),
        word_frequencies=empty,
        order=empty,
        total_length=start,
        common=empty,
        bounds=np.zeros((0, 0), np.uint8),
        listed=empty,
        best_documents=np.zeros((0, LISTED), np.int32),
        best_codes=np.zeros((0, LISTED), np.uint16),
        dense=empty,
        dense_codes=np.zeros((0, 0, BLOCK), np.uint16),
    )


class Selection:
    """The documents of a segment that pass a filter."""

    def __init__(self, documents: Documents, size: int) -> None:
        self.documents = documents
        self._size = size
        self._mask: NDArray[np.bool_] | None = None

    @property
    def mask(self) -> NDArray[np.bool_]:
        """True at each document that passes, made when first needed."""
        if self._mask is None:
            self._mask = mask(self.documents, self._size)
        return self._mask

    def passing(self, documents: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Which of some documents pass."""
        if self._mask is None and len(documents) * SPARSE < self._size:
            return member(documents, self.documents, self._size)
        return self.mask.take(documents, mode="clip")


class Segment:
    """Read access to a segment's arrays; safe for many threads."""

    def __init__(self, arrays: SegmentArrays) -> None:
        self.arrays = arrays
        self.size = len(arrays.ids)
        self.average_length = int(arrays.total_length[0]) / self.size if self.size else 0.0
        self.common = {number: row for row, number in enumerate(arrays.common.tolist())}
        self.listed = {number: row for row, number in enumerate(arrays.listed.tolist())}
        self.dense = {number: row for row, number in enumerate(arrays.dense.tolist())}
        self.folder: Path | None = None
        """Where its files are; None when it is in memory only."""
        self._term_starts = arrays.term_starts.data
        self._lookups: dict[str, tuple[int, int, int]] = {}
        self._selections: OrderedDict[Filter, Selection] = OrderedDict()
        self._factors: tuple[float, NDArray[np.float64]] | None = None
        self._scratch: list[NDArray[np.float64]] = []
        self._lock = Lock()

    def document(self, id_: int) -> int:
        """Number of the document with this id, or -1."""
        arrays = self.arrays
        place = int(arrays.ids.searchsorted(np.int64(id_), sorter=arrays.order))
        if place == self.size or arrays.ids[arrays.order[place]] != id_:
            return -1
        return int(arrays.order[place])

    def documents(self, ids: NDArray[np.int64]) -> NDArray[np.intp]:
        """Numbers of the documents with these ids, -1 where there is none."""
        arrays = self.arrays
        if not self.size:
            return np.full(len(ids), -1, np.intp)
        places = arrays.ids.searchsorted(ids, sorter=arrays.order)
        numbers = arrays.order.take(np.minimum(places, self.size - 1))
        return np.where(arrays.ids.take(numbers) == ids, numbers, -1).astype(np.intp)

    def lookup(self, term: str) -> tuple[int, int, int]:
        """Number of a term, or -1, and where its postings begin and end, the deleted documents' included."""
        found = self._lookups.get(term)
        if found is None:
            number = self.arrays.terms.find(term)
            starts = self._term_starts
            found = (number, starts[number], starts[number + 1]) if number >= 0 else (-1, 0, 0)
            if len(self._lookups) >= LOOKUPS:
                self._lookups.clear()
            self._lookups[term] = found
        return found

    def members(self, key: str) -> Documents:
        """Documents that hold a filter key, rising, the deleted ones included."""
        number = self.arrays.keys.find(key)
        if number < 0:
            return np.empty(0, np.int32)
        return self.arrays.key_documents[self.arrays.key_starts[number] : self.arrays.key_starts[number + 1]]

    def selection(self, where: Filter) -> Selection:
        """The documents that pass, remembered for the filters used last."""
        with self._lock:
            if where in self._selections:
                self._selections.move_to_end(where)
                return self._selections[where]
        found = Selection(select(where, self.members, self.size), self.size)
        with self._lock:
            self._selections[where] = found
            while len(self._selections) > SELECTIONS:
                self._selections.popitem(last=False)
        return found

    def factors(self, okapi: Okapi, average_length: float) -> NDArray[np.float64]:
        """The BM25 factor of each pair at the present mean length."""
        known = self._factors
        if known is None or known[0] != average_length:
            arrays = self.arrays
            known = (
                average_length,
                okapi.factors(arrays.pair_frequencies, arrays.pair_lengths, average_length),
            )
            self._factors = known
        return known[1]

    def borrow(self) -> NDArray[np.float64]:
        """An array of zeros, one a document of every block, to be given back as zeros."""
        with self._lock:
            return self._scratch.pop() if self._scratch else np.zeros(blocks(self.size) * BLOCK)

    def give_back(self, zeros: NDArray[np.float64]) -> None:
        """Return what ``borrow`` lent."""
        with self._lock:
            self._scratch.append(zeros)
