"""Grouping the words of a question into concepts: what each says, and what the lexicon says it means."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from retrieval import conversation
from retrieval.french import STOP_WORDS, stem
from retrieval.lexicon import Lexicon, Match
from retrieval.query import Concept
from retrieval.spelling import Speller

WEAK = 0.3
"""Of a weak word (« club », « apprendre ») beside others."""
BESIDE = 0.4
"""Of the words around one that tells a whole situation: the rest is told, not asked for."""
ALTERNATIVE = 0.5
"""Of the commoner word that a rare one may be a slip for."""
MISTAKEN = 0.9
"""Of such a word that is so very much commoner that a slip is all but certain."""


class Concepts:
    """Makes concepts.

    Args:
        lexicon: What words mean.
        speller: For what a rare word may be a slip for.
        literal: Whether words are to be taken as typed.
    """

    def __init__(self, lexicon: Lexicon, speller: Speller, *, literal: bool) -> None:
        self._lexicon = lexicon
        self._speller = speller
        self._literal = literal

    def of(
        self,
        spoken: Sequence[str],
        there: Collection[int],
        noise: Collection[int],
        *,
        subject: bool,
    ) -> tuple[Concept, ...]:
        """Group the words outside the place, and what the lexicon says of them, into concepts.

        Where a ``subject`` is needed and all words are talk, the talk is it: names are made of it too.
        """
        telling = [
            at
            for at, word in enumerate(spoken)
            if at not in there and at not in noise and word not in STOP_WORDS
        ]
        matches = [] if self._literal else self._matches(spoken, there, telling)
        if subject and not telling and not matches:
            telling = [at for at in range(len(spoken)) if at not in there]
        own = {at: self._weight(spoken, at, telling, matches) for at in telling}
        concepts: list[Concept] = []
        used: set[int] = set()
        for match in matches:
            mine = [at for at in match.positions if at in own and at not in used]
            used.update(match.positions)
            concepts.append(_concept(spoken, {} if match.entry.only else {at: own[at] for at in mine}, match))
        rest = [at for at in telling if at not in used]
        scale = BESIDE if any(_tells_all(match) for match in matches) else 1.0
        concepts += [self._word(spoken, at, own[at] * scale) for at in rest]
        return tuple(concepts)

    def _matches(self, spoken: Sequence[str], there: Collection[int], telling: Sequence[int]) -> list[Match]:
        matches = self._lexicon.matches(["" if at in there else word for at, word in enumerate(spoken)])
        return [each for each in matches if not each.entry.alone or set(telling) <= set(each.positions)]

    def _weight(
        self, spoken: Sequence[str], at: int, telling: Sequence[int], matches: Sequence[Match]
    ) -> float:
        strong = bool(matches) or not all(conversation.is_weak(spoken[other]) for other in telling)
        return WEAK if strong and conversation.is_weak(spoken[at]) else 1.0

    def _word(self, spoken: Sequence[str], at: int, weight: float) -> Concept:
        """A word that the lexicon does not know, with what it may be a slip for."""
        word = spoken[at]
        other = None if self._literal or weight < 1.0 else self._speller.alternative(word)
        weight_of_other = MISTAKEN if other and self._speller.mistaken(word, other) else ALTERNATIVE
        targets = ((other, weight_of_other),) if other else ()
        return Concept((word,), {stem(word): weight}, targets)


def _tells_all(match: Match) -> bool:
    return match.entry.only or len(match.positions) > 1


def _concept(spoken: Sequence[str], own: dict[int, float], match: Match) -> Concept:
    return Concept(
        tuple(spoken[at] for at in match.positions),
        {stem(spoken[at]): weight for at, weight in own.items()},
        match.targets,
    )
