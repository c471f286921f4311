"""Inverting: from documents with terms to terms with documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import count

import numpy as np
from numpy.typing import NDArray

from retrieval.postings import MAXIMUM_FREQUENCY, Postings, code_type, pair_keys, unpack_pairs
from retrieval.vocabulary import Vocabulary

Analysed = tuple[int, Mapping[str, int], Iterable[str], Iterable[str]]
"""Id, weighted term frequencies, filter keys, raw words."""


def inverted(documents: Iterable[Analysed]) -> tuple[Postings, int]:
    """Posting arrays of some documents, numbered in their order, and the sum of the lengths."""
    terms, keys = _Lists(), _Lists()
    frequencies: list[int] = []
    words: Counter[str] = Counter()
    ids, lengths = [], []
    for id_, own, own_keys, own_words in documents:
        ids.append(id_)
        lengths.append(sum(own.values()))
        terms.append(own)
        frequencies.extend(own.values())
        keys.append(set(own_keys))
        words.update(set(own_words))
    term_vocabulary, term_starts, documents_, order = terms.inverted()
    key_vocabulary, key_starts, key_documents, _ = keys.inverted()
    own_frequencies = np.array(frequencies, np.int64)[order]
    if frequencies and not 0 < own_frequencies.min() <= own_frequencies.max() <= MAXIMUM_FREQUENCY:
        raise ValueError(f"frequencies must lie between 1 and {MAXIMUM_FREQUENCY}")
    pairs = pair_keys(own_frequencies, np.array(lengths, np.int64)[documents_])
    distinct = np.unique(np.concatenate([np.zeros(1, np.int64), pairs]))
    pair_frequencies, pair_lengths = unpack_pairs(distinct)
    names = sorted(words)
    postings = Postings(
        ids=np.array(ids, np.int64),
        pair_frequencies=pair_frequencies,
        pair_lengths=pair_lengths,
        terms=term_vocabulary,
        term_starts=term_starts,
        documents=documents_,
        codes=distinct.searchsorted(pairs).astype(code_type(len(distinct))),
        keys=key_vocabulary,
        key_starts=key_starts,
        key_documents=key_documents,
        words=Vocabulary.of(names),
        word_frequencies=np.fromiter(map(words.__getitem__, names), np.int64, len(names)),
    )
    return postings, sum(lengths)


class _Lists:
    """Strings of document after document, as numbers, to be turned around."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = defaultdict(count().__next__)
        self._entries: list[int] = []
        self._counts: list[int] = []

    def append(self, strings: Iterable[str]) -> None:
        """Add the strings of the next document, each once."""
        before = len(self._entries)
        self._entries.extend(map(self._numbers.__getitem__, strings))
        self._counts.append(len(self._entries) - before)

    def inverted(self) -> tuple[Vocabulary, NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """The strings, the starts of their documents, the documents, and where each of them stood."""
        strings = sorted(self._numbers)
        ranks = np.empty(len(strings), np.int64)
        ranks[[self._numbers[string] for string in strings]] = np.arange(len(strings))
        entries = ranks[np.array(self._entries, np.int64)]
        order = np.argsort(entries, kind="stable")
        documents = np.repeat(np.arange(len(self._counts), dtype=np.int32), self._counts)
        starts = np.zeros(len(strings) + 1, np.int64)
        np.cumsum(np.bincount(entries, minlength=len(strings)), out=starts[1:])
        return Vocabulary.of(strings), starts, documents[order], order
