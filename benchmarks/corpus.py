"""Documents and queries to measure with: made-up ones that follow Zipf's law, or real associations."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Protocol

import numpy as np

from retrieval.french import terms

STEMS = 200_000
MEAN_LENGTH = 41
PLACES = 100
SEED = 1901
BLOCK = 10_000
VERY_COMMON = 10
"""The most frequent terms, which the measure of one very common term takes in turn."""


@dataclass(frozen=True, slots=True)
class Document:
    """What every engine gets: an id, terms in their order, and a place to filter by."""

    id: int
    terms: list[str]
    place: str


@dataclass(frozen=True, slots=True)
class Query:
    """Terms of which at least one must occur, and a place or None."""

    terms: tuple[str, ...]
    place: str | None = None


class Corpus(Protocol):
    """Documents that can be read again and again, and words to ask for."""

    size: int

    def documents(self) -> Iterator[Document]:
        """All documents, by rising id."""

    def words(self, random: Random) -> Iterator[str]:
        """Words drawn as they occur in the documents, without end."""

    def common(self) -> list[str]:
        """The most frequent words."""


@cache
def vocabulary() -> list[str]:
    """Words to pronounce, three syllables each, most frequent first."""
    syllables = [a + b for a, b in product("bcdfgjklmnprstvz", "aeiou")]
    every = ["".join(parts) for parts in product(syllables, repeat=3)]
    Random(SEED).shuffle(every)
    return every[:STEMS]


@cache
def _shares() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    weights = 1 / np.arange(1, STEMS + 1)
    return np.cumsum(weights / weights.sum())


class MadeUp:
    """Documents of words drawn by Zipf's law, of log-normal length; the same for the same size."""

    def __init__(self, size: int) -> None:
        self.size = size

    def documents(self) -> Iterator[Document]:
        """All documents, by rising id."""
        known = vocabulary()
        for first in range(0, self.size, BLOCK):
            random = np.random.default_rng((SEED, first))
            size = min(BLOCK, self.size - first)
            lengths = np.maximum(3, random.lognormal(np.log(MEAN_LENGTH) - 0.125, 0.5, size)).astype(np.int64)
            numbers = np.searchsorted(_shares(), random.random(lengths.sum())).tolist()
            places = random.integers(0, PLACES, size).tolist()
            begin = 0
            for at, (length, place) in enumerate(zip(lengths.tolist(), places, strict=True)):
                own = [known[number] for number in numbers[begin : begin + length]]
                begin += length
                yield Document(first + at + 1, own, f"{place:02d}")

    def words(self, random: Random) -> Iterator[str]:
        """Words drawn as they occur in the documents, without end."""
        while True:
            yield vocabulary()[int(np.searchsorted(_shares(), random.random()))]

    def common(self) -> list[str]:
        """The most frequent words."""
        return vocabulary()[:VERY_COMMON]


class Real:
    """Associations of a JSON Lines file, analysed as Waldeck does; places are postcodes' beginnings."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.size = sum(1 for _ in self.documents())

    def documents(self) -> Iterator[Document]:
        """All documents, by rising id."""
        with gzip.open(self._path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                entry = json.loads(line)
                text = f"{entry.get('title') or ''} {entry.get('purpose') or ''}"
                yield Document(number, terms(text), (entry.get("postcode") or "00")[:2])

    def words(self, random: Random) -> Iterator[str]:
        """Words drawn as they occur in the documents, without end."""
        every = [word for document in islice(self.documents(), 20_000) for word in document.terms]
        while True:
            yield random.choice(every)

    def common(self) -> list[str]:
        """The most frequent words."""
        counts: dict[str, int] = {}
        for document in islice(self.documents(), 20_000):
            for word in document.terms:
                counts[word] = counts.get(word, 0) + 1
        return sorted(counts, key=lambda word: -counts[word])[:VERY_COMMON]


def corpus(source: str) -> Corpus:
    """The corpus of a name: a number of made-up documents, or the path of a JSON Lines file."""
    return MadeUp(int(source)) if source.isdigit() else Real(Path(source))


def queries(source: Corpus, number: int) -> dict[str, list[Query]]:
    """Queries by measure: one, three and eight different terms, a very common one, three terms in a place."""
    words = source.words(Random(SEED))
    common = source.common()

    def drawn(length: int) -> tuple[str, ...]:
        found: dict[str, None] = {}
        while len(found) < length:
            found[next(words)] = None
        return tuple(found)

    return {
        "q1": [Query(drawn(1)) for _ in range(number)],
        "q3": [Query(drawn(3)) for _ in range(number)],
        "q8": [Query(drawn(8)) for _ in range(number)],
        "common": [Query((common[at % len(common)],)) for at in range(number)],
        "place": [Query(drawn(3), f"{at % 95 + 1:02d}") for at in range(number)],
    }
