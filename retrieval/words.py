"""Raw words of the living documents with their document frequency: what spelling is checked against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from retrieval.vocabulary import Vocabulary

BEYOND_ASCII = np.uint32(1 << 31)
"""Bit of a word that holds other letters than a to z, which are not told apart."""


class Words:
    """A fixed vocabulary and what changed since; words hold no white space."""

    def __init__(self, vocabulary: Vocabulary, frequencies: NDArray[np.int64]) -> None:
        self.vocabulary, self.frequencies = vocabulary, frequencies
        self._changed: dict[str, dict[str, int]] = {}
        """By first letter, how many documents more, or fewer, hold a word since."""
        self._letters: dict[str, NDArray[np.uint32]] = {}
        """By first letter, which letters its words hold; made when a word is first compared with them."""

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

    def neighbours(self, first_letter: str, word: str, mistakes: int) -> list[tuple[str, int]]:
        """(word, document frequency) of all that begin with that letter and may be so near, and of some more.

        Args:
            first_letter: Of the words wanted.
            word: What they are compared with.
            mistakes: Letters, at most, that were added, left out, changed or swapped.
        """
        numbers = self._near(first_letter, word, mistakes).tolist()
        found = {self.vocabulary.encoded(n).decode("utf-8", "surrogatepass"): n for n in numbers}
        known = {other: int(self.frequencies[number]) for other, number in found.items()}
        for other, by in self._changed.get(first_letter, {}).copy().items():
            if other in known:
                known[other] += by
            elif abs(len(other) - len(word)) <= mistakes:
                known[other] = self.frequency(other)
        return [(other, frequency) for other, frequency in known.items() if frequency > 0]

    def _near(self, first_letter: str, word: str, mistakes: int) -> NDArray[np.int64]:
        """Numbers of the words that, by their length and letters, may be so near."""
        first, end = self.vocabulary.prefixed(first_letter)
        if first == end:
            return np.zeros(0, np.int64)
        if first_letter not in self._letters:
            self._letters[first_letter] = _letters(self.vocabulary, first, end)
        letters = self._letters[first_letter]
        lengths = np.diff(self.vocabulary.starts[first : end + 1]) - 1
        (own,) = _letters(Vocabulary.of([word]), 0, 1).tolist()
        # A letter changed takes one out and brings one in.
        alike = np.bitwise_count(letters ^ np.uint32(own)) <= 2 * mistakes
        alike &= (np.abs(lengths - len(word)) <= mistakes) | (letters & BEYOND_ASCII > 0)
        return first + np.flatnonzero(alike)


def _letters(vocabulary: Vocabulary, first: int, end: int) -> NDArray[np.uint32]:
    """Which letters each of some words holds, a bit each; letters beyond ASCII share the last bit."""
    starts = vocabulary.starts[first : end + 1]
    block = vocabulary.blob[int(starts[0]) : int(starts[-1])]
    bits = np.left_shift(np.uint32(1), (block & 31).astype(np.uint32))
    bits[block == ord("\n")] = 0
    bits[block >= ord("\x80")] = BEYOND_ASCII
    return np.bitwise_or.reduceat(bits, starts[:-1] - starts[0])


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

    def neighbours(self, first_letter: str, word: str, mistakes: int) -> list[tuple[str, int]]:
        """(word, document frequency) of all with that first letter that may be so near, and of some more."""
        return self._present().neighbours(first_letter, word, mistakes)
