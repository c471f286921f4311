"""Misspelt places of a question: « nante », « st etiene », « marseile »."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from retrieval.evidence import Token, lead, standing
from retrieval.french import fold, stem
from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, spelled

SHORTEST = 5
"""Letters of a name; shorter ones have too many neighbours among the words."""
TWO_MISTAKES = 10
"""From this length on two mistakes are allowed."""
LONGEST = 4
"""Words of a name."""
KNOWN = 10
"""Associations that a place must have for each that holds the word as it was typed."""
FEW = 3
"""Enough where something like « à » stands before the name and nobody writes it so."""


class PlaceSpeller:
    """Mends the names of places.

    Args:
        gazetteer: What places there are.
        frequency: Number of associations that hold a raw word.
    """

    def __init__(self, gazetteer: Gazetteer, frequency: Callable[[str], int]) -> None:
        self._gazetteer = gazetteer
        self._frequency = frequency

    def mended(
        self, question: Sequence[Token], ours: Callable[[str], bool]
    ) -> tuple[tuple[Token, ...], dict[str, str]]:
        """The question with the likeliest place spelt right.

        Args:
            question: As typed.
            ours: Whether a word means something else to us.

        Returns:
            The words, and word typed to word read of those that were mended.
        """
        slips = [len(token.word) >= SHORTEST - 1 and self._rare(token.word) for token in question]
        for start, end in _spans(slips):
            name = self._meant(question, start, end)
            read = dict(zip((token.word for token in question[start:end]), name or (), strict=False))
            wrong = {typed: word for typed, word in read.items() if spelled(typed) != (word,)}
            if wrong and not any(ours(typed) and stem(typed) != stem(word) for typed, word in wrong.items()):
                mended = [replace(token, word=wrong.get(token.word, token.word)) for token in question]
                return tuple(mended), wrong
        return tuple(question), {}

    def _meant(self, question: Sequence[Token], start: int, end: int) -> tuple[str, ...] | None:
        """The name that the words from ``start`` to ``end`` are a slip for."""
        said = [token.word for token in question[start:end]]
        name = spelled(" ".join(said))
        stands = standing(question, start, end)
        if stands == "within" or len(name) != len(said) or self._gazetteer.named(name):
            return None
        used = max(self._frequency(word) for word in said if self._rare(word))
        if used and len(said) == 1 and stands == "at an end":
            return None
        article = question[start - 1].word if start and lead(question, start).article else ""
        least = FEW if stands == "introduced" and not used else KNOWN * max(1, used)
        return self._nearest(" ".join(name), least, article if stands != "introduced" else "")

    def _rare(self, word: str) -> bool:
        return word.isalpha() and self._frequency(word) < KNOWN

    def _nearest(self, name: str, least: int, article: str) -> tuple[str, ...] | None:
        """The likeliest name at a small distance, of a place with enough associations and that article."""
        if len(name) < SHORTEST:
            return None
        allowed = 2 if len(name) >= TWO_MISTAKES else 1
        near = _near(self._gazetteer.names, name, allowed)
        found = process.extract(name, list(near), scorer=OSA.distance, score_cutoff=allowed, limit=None)
        ranked = [
            (distance, -near[other].count, other)
            for other, distance, _ in found
            if (near[other].count >= least or near[other].kind != "commune")
            and fold(near[other].name).startswith(article)
        ]
        return tuple(min(ranked)[2].split()) if ranked else None


def _spans(may_slip: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """(start, end) of the runs of words that hold one that may be a slip, the longest first."""
    for length in range(min(LONGEST, len(may_slip)), 0, -1):
        for start in range(len(may_slip) - length + 1):
            if any(may_slip[start : start + length]):
                yield start, start + length


def _near(names: Mapping[tuple[str, int], Mapping[str, Place]], name: str, allowed: int) -> dict[str, Place]:
    """Names with the same first letter and about the same length."""
    near: dict[str, Place] = {}
    for length in range(len(name) - allowed, len(name) + allowed + 1):
        near.update(names.get((name[0], length), {}))
    return near
