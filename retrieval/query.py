"""A question as understood: concepts with their weighted terms, the place, and what was changed and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from retrieval import conversation
from retrieval.french import terms
from retrieval.places import Place


@lru_cache(maxsize=1 << 13)
def terms_of(target: str) -> tuple[str, ...]:
    """``terms`` of a word or phrase of the lexicon, which is met again and again."""
    return tuple(terms(target))


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing a person asks for.

    Attributes:
        said: The words of the question that say it.
        own: Term to weight, of these words themselves.
        targets: (word or phrase, weight) of what it means in the words of statutes.
    """

    said: tuple[str, ...]
    own: Mapping[str, float] = field(default_factory=dict)
    targets: tuple[tuple[str, float], ...] = ()

    @property
    def weights(self) -> dict[str, float]:
        """Term to weight for a first selection; a phrase shares its weight out among its terms."""
        weights: dict[str, float] = dict(self.own)
        for target, weight in self.targets:
            parts = terms_of(target)
            for term in parts:
                weights[term] = max(weight / len(parts) ** 0.5, weights.get(term, 0.0))
        return weights


@dataclass(frozen=True, slots=True)
class Query:
    """A question as understood.

    Attributes:
        text: The question as typed.
        words: Its folded words after correction.
        concepts: What is looked for, in the order said.
        place: Where, if anywhere.
        place_terms: The terms of the place's name, which may stand in texts.
        homonyms: Other communes that the name may mean, when none is much the likeliest.
        namesakes: The rest of the communes of that name, for what the likeliest do not have.
        other: The question read without a place, when what looks like one may be a common word.
        favoured: Départements that an inhabitants' adjective points to.
        phrases: Quoted phrases, as words.
        excluded: Terms of minus-words.
        number: RNA number asked for.
        names: Names that the whole question may be, without spaces.
        local_names: The same without the place.
        corrections: Word typed to what was read instead.
        dropped: Words passed over as talk.
        smalltalk: Kind of small talk, when the message is nothing else.
        intent: ``count`` or ``browse``.
        nowhere: « près de moi » was said and nobody knows where that is.
    """

    text: str
    words: tuple[str, ...] = ()
    concepts: tuple[Concept, ...] = ()
    place: Place | None = None
    place_terms: tuple[str, ...] = ()
    homonyms: tuple[Place, ...] = ()
    namesakes: tuple[Place, ...] = ()
    other: Query | None = None
    favoured: frozenset[str] = frozenset()
    phrases: tuple[tuple[str, ...], ...] = ()
    excluded: frozenset[str] = frozenset()
    number: str | None = None
    names: tuple[str, ...] = ()
    local_names: tuple[str, ...] = ()
    corrections: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    smalltalk: str | None = None
    intent: conversation.Intent | None = None
    nowhere: bool = False

    @property
    def weights(self) -> dict[str, float]:
        """Term to weight over all concepts; a term of several counts where it weighs most."""
        weights: dict[str, float] = {}
        for concept in self.concepts:
            for term, weight in concept.weights.items():
                weights[term] = max(weight, weights.get(term, 0.0))
        return weights
