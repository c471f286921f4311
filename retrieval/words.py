"""Raw words of the living documents with their document frequency: what spelling is checked against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from retrieval.vocabulary import Vocabulary


class Words:
    """A fixed vocabulary and what changed since; words hold no white space."""

    def __init__(self, vocabulary: Vocabulary, frequencies: NDArray[np.int64]) -> None:
        self.vocabulary, self.frequencies = vocabulary, frequencies
        self._changed: dict[str, dict[str, int]] = {}
        """By first letter, how many documents more, or fewer, hold a word since."""

    @property
    def changed(self) -> dict[str, int]:
        """How many documents more, or fewer, hold a word than when the vocabulary was made; a copy."""
        return {word: by for own in self._changed.values() for word, by in own.items()}

    @changed.setter
    def changed(self, changed: Mapping[str, int]) -> None:
        self._changed = {}
        for word, by in changed.items():
            self._changed.setdefault(word[:1], {})[word] = by

    def add(self, words: Iterable[str]) -> None:
        """Count the distinct ``words`` of one document."""
        self._change(words, 1)

    def remove(self, words: Iterable[str]) -> None:
        """Take back the distinct ``words`` of one document."""
        self._change(words, -1)

    def _change(self, words: Iterable[str], by: int) -> None:
        for word in set(words):
            own = self._changed.setdefault(word[:1], {})
            own[word] = own.get(word, 0) + by

    def frequency(self, word: str) -> int:
        """Number of living documents that hold ``word``."""
        number = self.vocabulary.find(word)
        kept = int(self.frequencies[number]) if number >= 0 else 0
        return kept + self._changed.get(word[:1], {}).get(word, 0)

    def with_prefix(self, prefix: str) -> list[tuple[str, int]]:
        """(word, document frequency) of the words that begin with ``prefix``, one letter at least."""
        first, end = self.vocabulary.prefixed(prefix)
        words = self.vocabulary.strings(first, end)
        own = zip(words, self.frequencies[first:end].tolist(), strict=True)
        changed = {
            w: by for w, by in self._changed.get(prefix[:1], {}).copy().items() if w.startswith(prefix)
        }
        if not changed:
            return list(own)
        found = dict(own)
        for word, by in changed.items():
            found[word] = found.get(word, 0) + by
        return [(word, frequency) for word, frequency in found.items() if frequency > 0]

    def neighbours(self, first_letter: str, shortest: int, longest: int) -> list[tuple[str, int]]:
        """(word, document frequency) of words with that first letter and length in letters."""
        return [pair for pair in self.with_prefix(first_letter) if shortest <= len(pair[0]) <= longest]


class LiveWords:
    """The words of an index, whatever segment it is on by now."""

    def __init__(self, present: Callable[[], Words]) -> None:
        self._present = present

    def frequency(self, word: str) -> int:
        """Number of living documents that hold ``word``."""
        return self._present().frequency(word)

    def with_prefix(self, prefix: str) -> list[tuple[str, int]]:
        """(word, document frequency) of the words that begin with ``prefix``."""
        return self._present().with_prefix(prefix)

    def neighbours(self, first_letter: str, shortest: int, longest: int) -> list[tuple[str, int]]:
        """(word, document frequency) of words with that first letter and length in letters."""
        return self._present().neighbours(first_letter, shortest, longest)
