"""Raw words of the living documents with their document frequency: what spelling is checked against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from retrieval.vocabulary import Vocabulary


class Words:
    """A fixed vocabulary and what changed since; words hold no white space."""

    def __init__(self, vocabulary: Vocabulary, frequencies: NDArray[np.int64]) -> None:
        self.vocabulary, self.frequencies = vocabulary, frequencies
        self.changed: dict[str, int] = {}
        """How many documents more, or fewer, hold a word since."""

    def add(self, words: Iterable[str]) -> None:
        """Count the distinct ``words`` of one document."""
        self._change(words, 1)

    def remove(self, words: Iterable[str]) -> None:
        """Take back the distinct ``words`` of one document."""
        self._change(words, -1)

    def _change(self, words: Iterable[str], by: int) -> None:
        changed = self.changed
        for word in set(words):
            changed[word] = changed.get(word, 0) + by

    def frequency(self, word: str) -> int:
        """Number of living documents that hold ``word``."""
        number = self.vocabulary.find(word)
        return (int(self.frequencies[number]) if number >= 0 else 0) + self.changed.get(word, 0)

    def with_prefix(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of the words that begin with ``prefix``."""
        changed = dict(self.changed)
        first, end = self.vocabulary.prefixed(prefix)
        own = zip(self.vocabulary.strings(first, end), self.frequencies[first:end].tolist(), strict=True)
        for word, frequency in own:
            if now := frequency + changed.pop(word, 0):
                yield word, now
        for word, frequency in changed.items():
            if frequency > 0 and word.startswith(prefix):
                yield word, frequency

    def neighbours(self, first_letter: str, shortest: int, longest: int) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of words with that first letter and length in letters."""
        return (pair for pair in self.with_prefix(first_letter) if shortest <= len(pair[0]) <= longest)


class LiveWords:
    """The words of an index, whatever segment it is on by now."""

    def __init__(self, present: Callable[[], Words]) -> None:
        self._present = present

    def frequency(self, word: str) -> int:
        """Number of living documents that hold ``word``."""
        return self._present().frequency(word)

    def with_prefix(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of the words that begin with ``prefix``."""
        return self._present().with_prefix(prefix)

    def neighbours(self, first_letter: str, shortest: int, longest: int) -> Iterator[tuple[str, int]]:
        """Yield (word, document frequency) of words with that first letter and length in letters."""
        return self._present().neighbours(first_letter, shortest, longest)
