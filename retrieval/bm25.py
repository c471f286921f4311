"""The BM25 index: rank_bm25's statistics and formula over postings that take changes at once."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi


@dataclass(frozen=True, slots=True)
class Filter:
    """Documents that hold a key of every group in ``all_of`` and no key of ``none_of``."""

    all_of: tuple[frozenset[str], ...] = ()
    none_of: frozenset[str] = frozenset()


EVERYTHING = Filter()


class Words:
    """Raw folded words of the living documents with their document frequency, for spelling."""

    def __init__(self) -> None:
        self._frequencies: dict[str, int] = {}
        self._sorted: list[str] = []

    def add(self, words: Iterable[str]) -> None:
        """Count the distinct ``words`` of one document."""
        for word in set(words):
            if word not in self._frequencies:
                insort(self._sorted, word)
            self._frequencies[word] = self._frequencies.get(word, 0) + 1

    def remove(self, words: Iterable[str]) -> None:
        """Take back the distinct ``words`` of one document."""
        for word in set(words):
            self._frequencies[word] -= 1
            if not self._frequencies[word]:
                del self._frequencies[word]
                del self._sorted[bisect_left(self._sorted, word)]

    def frequency(self, word: str) -> int:
        """Number of living documents that hold ``word``."""
        return self._frequencies.get(word, 0)

    def with_prefix(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of the words that begin with ``prefix``, sorted."""
        for place in range(bisect_left(self._sorted, prefix), len(self._sorted)):
            word = self._sorted[place]
            if not word.startswith(prefix):
                return
            yield word, self._frequencies[word]

    def neighbours(self, first_letter: str, shortest: int, longest: int) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of words with that first letter and length in letters."""
        return (
            (word, frequency)
            for word, frequency in self.with_prefix(first_letter)
            if shortest <= len(word) <= longest
        )


class BM25Index(BM25Okapi):  # type: ignore[misc]  # rank_bm25 is not typed
    """Okapi BM25 with the library's formula, right also where its idf is not, and changed in place."""

    def __init__(self, *, k1: float = 1.5, b: float = 0.75) -> None:
        self.k1, self.b = k1, b
        self.corpus_size = 0
        self.words = Words()
        self._total_length = 0
        self._lengths: dict[int, int] = {}
        self._postings: dict[str, dict[int, int]] = {}
        self._keys: dict[str, set[int]] = {}

    @property
    def avgdl(self) -> float:
        """Mean length of the living documents in (weighted) terms."""
        return self._total_length / self.corpus_size if self.corpus_size else 0.0

    def add(
        self,
        document: int,
        frequencies: Mapping[str, int],
        keys: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        """Add a document, searchable at once."""
        if document in self._lengths:
            raise ValueError(f"document {document} is in the index already")
        length = sum(frequencies.values())
        self.corpus_size += 1
        self._total_length += length
        self._lengths[document] = length
        for term, frequency in frequencies.items():
            self._postings.setdefault(term, {})[document] = frequency
        for key in keys:
            self._keys.setdefault(key, set()).add(document)
        self.words.add(words)

    def remove(
        self,
        document: int,
        frequencies: Mapping[str, int],
        keys: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        """Take a document out, given as it was added."""
        length = self._lengths.pop(document)
        self.corpus_size -= 1
        self._total_length -= length
        for term in frequencies:
            del self._postings[term][document]
        for key in keys:
            self._keys[key].discard(document)
        self.words.remove(words)

    def __contains__(self, document: int) -> bool:
        return document in self._lengths

    def __len__(self) -> int:
        return self.corpus_size

    def document_frequency(self, term: str) -> int:
        """Number of living documents that hold ``term``."""
        return len(self._postings.get(term, ()))

    def inverse_document_frequency(self, term: str) -> float:
        """The library's idf for terms in fewer than a third of the documents, Xapian's above: always > 0."""
        frequency = self.document_frequency(term)
        odds = (self.corpus_size - frequency + 0.5) / (frequency + 0.5)
        return math.log(odds) if odds >= 2 else math.log(odds / 2 + 1)

    def _contribution(self, term: str, document: int) -> float:
        frequency = self._postings.get(term, {}).get(document, 0)
        if not frequency:
            return 0.0
        norm = self.k1 * (1 - self.b + self.b * self._lengths[document] / self.avgdl)
        return self.inverse_document_frequency(term) * (frequency * (self.k1 + 1) / (frequency + norm))

    def contributions(self, weights: Mapping[str, float], documents: Sequence[int]) -> NDArray[np.float64]:
        """What each term adds to each document's score, shape (documents, terms)."""
        return np.array(
            [[weight * self._contribution(t, d) for t, weight in weights.items()] for d in documents]
        ).reshape(len(documents), len(weights))

    def top(
        self, weights: Mapping[str, float], limit: int, *, where: Filter = EVERYTHING
    ) -> list[tuple[int, float]]:
        """The ``limit`` best (document, score), by falling score, then rising document."""
        scores: dict[int, float] = {}
        for term, weight in weights.items():
            for document in self._postings.get(term, ()):
                scores[document] = scores.get(document, 0.0) + weight * self._contribution(term, document)
        allowed = self._matching(where)
        hits = [hit for hit in scores.items() if hit[0] in allowed]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def _matching(self, where: Filter) -> set[int]:
        found = set(self._lengths)
        for group in where.all_of:
            found &= set().union(*(self._keys.get(key, set()) for key in group))
        return found.difference(*(self._keys.get(key, set()) for key in where.none_of))

    def keys(self, prefix: str) -> list[tuple[str, int]]:
        """(key, number of documents) of every filter key that begins with ``prefix``."""
        return [
            (key, len(documents)) for key, documents in self._keys.items() if key.startswith(prefix) and documents
        ]

    def count(self, where: Filter = EVERYTHING) -> int:
        """Number of documents that pass the filter."""
        return len(self._matching(where))

    def members(self, where: Filter, offset: int, limit: int) -> list[int]:
        """Documents that pass the filter, by rising id, from ``offset``."""
        return sorted(self._matching(where))[offset : offset + limit]
