"""Inverting: from documents with terms to terms with documents."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from retrieval.postings import MAXIMUM_FREQUENCY, Postings, code_type, pair_keys, unpack_pairs
from retrieval.vocabulary import Vocabulary

T = TypeVar("T")

Analysed = tuple[int, Mapping[str, int], Iterable[str], Iterable[str]]
"""Id, weighted term frequencies, filter keys, raw words."""

Inverted = tuple[Postings, int]
"""Posting arrays of some documents, numbered in their order, and the sum of the documents' lengths."""


def inverted(analyse: Callable[[T], Analysed], items: Iterable[T]) -> Inverted:
    """Invert what ``analyse`` makes of each item."""
    terms, keys, words = Lists(), Lists(), Lists()
    frequencies: list[Iterable[int]] = []
    ids = []
    for id_, own, own_keys, own_words in map(analyse, items):
        ids.append(id_)
        terms.append(own)
        frequencies.append(own.values())
        keys.append(set(own_keys))
        words.append(set(own_words))
    weights = np.fromiter(chain.from_iterable(frequencies), np.int64)
    if len(weights) and not 0 < weights.min() <= weights.max() <= MAXIMUM_FREQUENCY:
        raise ValueError(f"frequencies must lie between 1 and {MAXIMUM_FREQUENCY}")
    return assembled(ids, turned(*terms.ranked(), terms.owners(), weights), keys.turned(), words.turned())


class Turned(NamedTuple):
    """Strings with their documents.

    Attributes:
        strings: The strings; some may have no document.
        starts: Where the documents of each begin, and the end; shape (strings + 1,).
        documents: Documents, rising within a string.
        sums: Sum of the weights in each.
    """

    strings: Vocabulary
    starts: NDArray[np.int64]
    documents: NDArray[np.int32]
    sums: NDArray[np.int64]


class Lists:
    """Lists of strings, as numbers, to be turned around."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = defaultdict(count().__next__)
        self._entries = array("i")
        self._sizes: list[int] = []

    def append(self, strings: Iterable[str]) -> None:
        """Add the strings of the next document, or of the next part of one."""
        before = len(self._entries)
        self._entries.extend(map(self._numbers.__getitem__, strings))
        self._sizes.append(len(self._entries) - before)

    @property
    def strings(self) -> list[str]:
        """The different strings, as they are numbered."""
        return list(self._numbers)

    @property
    def entries(self) -> NDArray[np.int32]:
        """Number of each string, list after list."""
        return np.frombuffer(self._entries, np.int32)

    def owners(self) -> NDArray[np.int32]:
        """Number of the list that each entry is in."""
        return np.repeat(np.arange(len(self._sizes), dtype=np.int32), self._sizes)

    def ranked(self) -> tuple[list[str], NDArray[np.int64]]:
        """The strings in their order, and the place of each entry's string in it."""
        strings, ranks = ranked(self.strings)
        return strings, ranks.take(self.entries)

    def turned(self) -> Turned:
        """Turn around what was appended, document after document."""
        owners = self.owners()
        return turned(*self.ranked(), owners, np.ones(len(owners), np.int8))


def ranked(strings: Sequence[str]) -> tuple[list[str], NDArray[np.int64]]:
    """Distinct strings in their order, and the place in it of each of those given."""
    order = sorted(range(len(strings)), key=strings.__getitem__)
    ranks = np.empty(len(strings), np.int64)
    ranks[order] = np.arange(len(strings))
    return [strings[number] for number in order], ranks


def turned(
    strings: Sequence[str],
    entries: NDArray[np.integer[Any]],
    owners: NDArray[np.integer[Any]],
    weights: NDArray[np.integer[Any]],
) -> Turned:
    """Turn entries around.

    Args:
        strings: The strings in their order.
        entries: Number of the string of each entry.
        owners: Its document.
        weights: What it counts there; those of the same string and document are summed up.
    """
    bits = int(owners.max(initial=0)).bit_length()
    both = (entries.astype(np.int64) << bits) | owners
    order = both.argsort()
    both = both[order]
    firsts = np.flatnonzero(np.diff(both, prepend=-1))
    sums = np.zeros(len(firsts), np.int64)
    if len(firsts):
        np.add.reduceat(weights[order], firsts, dtype=np.int64, out=sums)
    both = both[firsts]
    starts = np.zeros(len(strings) + 1, np.int64)
    np.cumsum(np.bincount(both >> bits, minlength=len(strings)), out=starts[1:])
    documents = (both & ((1 << bits) - 1)).astype(np.int32)
    return Turned(Vocabulary.of_sorted(strings), starts, documents, sums)


def assembled(ids: Sequence[int], terms: Turned, keys: Turned, words: Turned) -> Inverted:
    """Put together what was turned around of the documents with these ids."""
    lengths = np.bincount(terms.documents, terms.sums, len(ids)).astype(np.int64)
    pairs = pair_keys(terms.sums, lengths[terms.documents])
    distinct = np.unique(np.concatenate([np.zeros(1, np.int64), pairs]))
    pair_frequencies, pair_lengths = unpack_pairs(distinct)
    postings = Postings(
        ids=np.array(ids, np.int64),
        pair_frequencies=pair_frequencies,
        pair_lengths=pair_lengths,
        terms=terms.strings,
        term_starts=terms.starts,
        documents=terms.documents,
        codes=distinct.searchsorted(pairs).astype(code_type(len(distinct))),
        keys=keys.strings,
        key_starts=keys.starts,
        key_documents=keys.documents,
        words=words.strings,
        word_frequencies=np.diff(words.starts),
    )
    return postings, int(lengths.sum())
