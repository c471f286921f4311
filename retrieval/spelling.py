"""Correcting words that no association contains: on raw folded words, by edit distance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log10
from typing import Protocol

from rapidfuzz import process
from rapidfuzz.distance import OSA

SHORTEST = 4
"""Shorter words have too many neighbours to guess among."""
TWO_MISTAKES = 7
"""From this length on two mistakes are allowed."""
LONG = 6
"""Rare words of this length may be a slip for a common one."""
WELL_KNOWN = 20
"""Associations that must hold each part before a word is taken for two glued ones."""
RARE = 10
"""A word that fewer associations hold may be a slip that registers make as well."""
SUSPECT = 10
"""Times that a neighbour of one letter's difference must be commoner than such a word."""

CERTAIN = 100
"""Times that it must be commoner for the slip to be all but certain."""
OTHER_LETTER = 0.5
"""Mistakes that another first letter counts for, besides being one."""

_ELIDED = ("l", "d", "j", "qu", "s", "n", "m", "t")
_FREQUENCY_WORTH = 0.4
"""Mistakes that a tenfold document frequency makes up for."""
_SOUND_ALIKE = {"k": "cq", "f": "p", "c": "ks", "s": "c", "g": "j", "j": "g", "z": "s", "i": "yh", "y": "i",
                "a": "h", "e": "h", "o": "h", "u": "h", "h": "aeiou", "q": "ck"}  # fmt: skip


_SPELT = {
    "k": ("qu", "c", "ch", "que"),
    "f": ("ph",),
    "o": ("au", "eau"),
    "z": ("s",),
    "i": ("y",),
    "t": ("th",),
}
"""How sounds are spelt that people write down as they hear them."""
_BY_EAR = "kf"
"""Letters that French words seldom hold: who types them writes by ear, and makes another mistake too."""


def _heard(word: str, letters: Iterable[str] = _SPELT) -> Iterator[str]:
    """A word written down by ear as it may be spelt."""
    for letter in letters:
        for spelling in _SPELT[letter] if letter in word else ():
            yield word.replace(letter, spelling)


class Vocabulary(Protocol):
    """What the index offers about raw words."""

    def frequency(self, word: str) -> int:
        """Number of associations that hold ``word``."""
        ...

    def neighbours(self, first_letter: str, word: str, mistakes: int) -> Iterable[tuple[str, int]]:
        """(word, frequency) of all that begin with that letter and may be so near to a word."""
        ...


class Speller:
    """Finds the word that was meant.

    Args:
        vocabulary: Words of the catalogue.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def correct(self, word: str) -> tuple[str, ...]:
        """The word or words meant by one that no association contains; empty when nothing is near."""
        if len(word) < SHORTEST or not word.isalpha():
            return ()
        if spelt := self._spelt_out(word):
            return (spelt,)
        glued = self._unglued(word)
        near = self._nearest(word)
        if glued and (near is None or near[0] > 1):
            return glued
        if near is not None:
            return (near[1],)
        return self._split(word)

    def alternative(self, word: str) -> str | None:
        """A far commoner word at one letter's difference from a rare one: « vielles », « vieilles »."""
        rare = self._vocabulary.frequency(word)
        if len(word) < LONG or not word.isalpha() or rare >= RARE:
            return None
        if spelt := self._spelt_out(word):
            return spelt
        if glued := self._unglued(word):
            return glued[0]
        near = self._nearest(word, mistakes=1)
        if near is None or self._vocabulary.frequency(near[1]) < SUSPECT * max(1, rare):
            return None
        return near[1]

    def mistaken(self, word: str, other: str) -> bool:
        """Whether ``other`` is so much commoner that ``word`` is all but certainly a slip for it."""
        return self._vocabulary.frequency(other) >= CERTAIN * max(1, self._vocabulary.frequency(word))

    def _spelt_out(self, word: str) -> str | None:
        """« korale », « fotografe » with the letters that such sounds are spelt with."""
        once = list(_heard(word))
        twice = (other for heard in once for other in _heard(heard))
        known = max((*once, *twice), key=self._vocabulary.frequency, default="")
        return known if self._vocabulary.frequency(known) >= WELL_KNOWN else None

    def _unglued(self, word: str) -> tuple[str, ...]:
        """« lecole » without its article."""
        for article in _ELIDED:
            rest = word.removeprefix(article)
            elidable = rest != word and len(rest) >= SHORTEST and rest[0] in "aeiouyh"
            if elidable and self._vocabulary.frequency(rest) >= WELL_KNOWN:
                return (rest,)
        return ()

    def _nearest(self, word: str, mistakes: int | None = None) -> tuple[int, str] | None:
        """(distance, word) of the likeliest neighbour, also with another first letter of like sound."""
        allowed = mistakes or (2 if len(word) >= TWO_MISTAKES else 1)
        ranked = [*self._ranked(word, word[0], allowed, 0.0)]
        for letter in _SOUND_ALIKE.get(word[0], ""):
            ranked += self._ranked(word, letter, allowed, OTHER_LETTER)
        for heard in _heard(word, _BY_EAR):
            ranked += self._ranked(heard, heard[0], 1, 1.0)
        return min(ranked)[1:] if ranked else None

    def _ranked(self, word: str, letter: str, allowed: int, malus: float) -> Iterator[tuple[float, int, str]]:
        """(rank, distance, word) of the neighbours with that first letter, the likeliest ranked lowest."""
        shelf = self._vocabulary.neighbours(letter, word, allowed)
        known = {other: frequency for other, frequency in shelf if other != word and other.isalpha()}
        found = process.extract(
            word, list(known), scorer=OSA.distance, processor=None, score_cutoff=allowed, limit=None
        )
        for other, distance, _ in found:
            yield malus + distance - _FREQUENCY_WORTH * log10(known[other]), int(distance), other

    def _split(self, word: str) -> tuple[str, ...]:
        """Two well-known words that a missing space glued together, the rarer one as common as can be."""
        splits = [
            (min(map(self._vocabulary.frequency, (word[:at], word[at:]))), at)
            for at in range(SHORTEST - 1, len(word) - SHORTEST + 2)
        ]
        common, at = max(splits, default=(0, 0))
        return (word[:at], word[at:]) if common >= WELL_KNOWN else ()
