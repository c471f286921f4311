"""From a question to an answer: understanding, candidates, ranking. Synchronous and without input or output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from retrieval.bm25 import BM25Index
from retrieval.excerpts import Excerpt, excerpt
from retrieval.query import Query, parse
from storage.model import Association

Kind = Literal[
    "results", "count", "browse", "smalltalk", "ask_location", "choose_place", "nothing"
]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asks.

    Attributes:
        text: As typed.
        language: ``fr`` or ``en``, the person's.
        limit: Largest number of hits.
        literal: Search the words as typed: no spelling correction, no added words.
        place: Commune code that the person set, used for « près de moi ».
        place_choice: The ``Choice.key`` picked among communes of the same name.
        wider: Leave out the place, show what there is elsewhere.
    """

    text: str
    language: str = "fr"
    limit: int = 100
    literal: bool = False
    place: str | None = None
    place_choice: str | None = None
    wider: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several communes of the same name; ``key`` goes back as ``Question.place_choice``."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Understood:
    """How a question was read, in what can be kept as JSON."""

    text: str
    smalltalk: str | None = None
    place: str | None = None
    corrections: dict[str, str] = field(default_factory=dict)
    added: dict[str, list[str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain dictionary, for the table of searches."""
        return {
            "text": self.text,
            "smalltalk": self.smalltalk,
            "place": self.place,
            "corrections": self.corrections,
            "added": self.added,
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """An association found, and why.

    Attributes:
        nearby: True when it stands outside the place asked for, in its neighbourhood.
        reasons: Term to its part of the score.
    """

    association: Association
    score: float
    excerpt: Excerpt
    nearby: bool = False
    reasons: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What to tell the person.

    Attributes:
        total: How many associations fit, of which ``hits`` are the first.
        suggestion: The closest spelling, when nothing was found.
        choices: Communes of the same name, with kind ``choose_place``.
    """

    kind: Kind
    hits: list[Hit]
    total: int
    understood: Understood
    suggestion: str | None = None
    choices: tuple[Choice, ...] = ()


class Searcher:
    """Answers questions over an index."""

    def __init__(self, index: BM25Index) -> None:
        self.index = index

    def understand(self, question: Question) -> Query:
        """Read the question."""
        return parse(question.text)

    def candidates(self, query: Query, limit: int = 100) -> list[tuple[int, float]]:
        """Best (association id, score), without the associations' texts."""
        return self.index.top(query.weights, limit) if query.weights else []

    def rank(
        self,
        query: Query,
        candidates: Sequence[tuple[int, float]],
        rows: Mapping[int, Association],
    ) -> Answer:
        """Turn candidates and their rows into the answer; rows that are gone are passed over."""
        hits = [
            Hit(rows[document], score, excerpt(rows[document].purpose, query.weights))
            for document, score in candidates
            if document in rows
        ]
        return Answer("results" if hits else "nothing", hits, len(hits), Understood(query.text))
