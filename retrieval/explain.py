"""How an answer came about, for an admin: what was read in the question, of what each score is made."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.answers import Answer, Hit
from retrieval.french import terms


@dataclass(frozen=True, slots=True)
class Part:
    """One term's part of a score.

    Attributes:
        term: The stem as indexed.
        score: What it added.
        said: The words of the question that brought it in, when it is not one of them itself.
    """

    term: str
    score: float
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """A hit with the parts of its score, the largest first."""

    hit: Hit
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer taken apart.

    Attributes:
        kind: Of the answer.
        place: What was taken as place.
        corrections: (word typed, word read instead).
        added: (words of the question, what was searched besides).
        dropped: Words passed over as talk.
    """

    kind: str
    place: str | None
    corrections: tuple[tuple[str, str], ...]
    added: tuple[tuple[str, str], ...]
    dropped: tuple[str, ...]
    hits: tuple[Explained, ...]


def explain(answer: Answer) -> Explanation:
    """Take an answer apart."""
    understood = answer.understood
    brought = {
        term: said
        for said, targets in understood.added.items()
        for target in targets
        for term in terms(target)
        if term not in terms(said)
    }
    return Explanation(
        answer.kind,
        understood.place,
        tuple(understood.corrections.items()),
        tuple((said, ", ".join(targets)) for said, targets in understood.added.items()),
        understood.dropped,
        tuple(Explained(hit, _parts(hit, brought)) for hit in answer.hits),
    )


def _parts(hit: Hit, brought: dict[str, str]) -> tuple[Part, ...]:
    parts = [Part(term, score, brought.get(term)) for term, score in hit.reasons.items()]
    return tuple(sorted(parts, key=lambda part: -part.score))
