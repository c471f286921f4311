"""From a question to an answer: understanding, candidates, ranking. Synchronous, without input or output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from retrieval.bm25 import BM25Index, Filter
from retrieval.excerpts import Excerpt, excerpt
from retrieval.french import words
from retrieval.lexicon import Lexicon
from retrieval.mentions import PlaceFinder
from retrieval.places import TOWN, Gazetteer, Place
from retrieval.query import Query, Reader
from retrieval.ranking import Ranked, ranked
from storage.model import Association, Status

Kind = Literal["results", "count", "browse", "smalltalk", "ask_location", "choose_place", "nothing"]

GONE = frozenset({f"status:{Status.DISSOLVED}", f"status:{Status.REPLACED}"})
THERE = 0.15
"""Share of the best score anywhere that an association in the place needs to come before its neighbours."""
NEARBY = 0.2
"""Share of the best score in the place that a neighbour needs to follow."""
FIT = 0.2
"""Share of the best score that an association needs to be shown at all."""


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
    """How a question was read, in what can be kept as JSON.

    Attributes:
        smalltalk: thanks, greeting, goodbye, insult, identity or yes_no.
        place: Name of the place asked for, for people.
        corrections: Word typed to what was read instead.
        added: Words of the question to what was searched besides.
    """

    text: str
    smalltalk: str | None = None
    place: str | None = None
    corrections: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[str, list[str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain dictionary, for the table of searches."""
        return {
            "text": self.text,
            "smalltalk": self.smalltalk,
            "place": self.place,
            "corrections": dict(self.corrections),
            "added": dict(self.added),
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
    nearby: bool = False
    reasons: Mapping[str, float] = field(default_factory=dict)

    @property
    def excerpt(self) -> Excerpt:
        """The passage of the purpose that answers best; made when asked for, few hits are shown."""
        return excerpt(self.association.purpose, self.reasons)


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


class Candidate(NamedTuple):
    """An association that may answer, before its row is read."""

    id: int
    score: float
    nearby: bool
    reasons: Mapping[str, float]


class Searcher:
    """Answers questions over an index."""

    def __init__(self, index: BM25Index, lexicon: Lexicon | None = None) -> None:
        self.index = index
        self._untaught = lexicon or Lexicon.load()
        self.gazetteer = Gazetteer(index.keys(TOWN))
        self.teach(())

    def teach(self, synonyms: Iterable[Sequence[str]]) -> None:
        """Know these groups of words that mean the same, in the place of those taught before."""
        self.lexicon = self._untaught.with_synonyms(synonyms)
        self._reader = Reader(
            self.index, self.lexicon, PlaceFinder(self.gazetteer, self.index.words.frequency)
        )

    def understand(self, question: Question) -> Query:
        """Read the question."""
        return self._reader.read(question.text, literal=question.literal)

    def candidates(self, query: Query, limit: int = 100) -> list[Candidate]:
        """Best associations, without their texts."""
        place = query.mention.places[0] if query.mention and query.mention.sure else None
        exact = self._named(query, place)
        if not query.concepts:
            found = self._browsed(place, limit) if place else []
        elif place is None:
            found = _candidates(ranked(self.index, query, Filter(none_of=GONE)))
        else:
            found = self._around(query, place)
        first = [Candidate(id_, float("inf"), False, {}) for id_ in exact]
        taken = set(exact)
        return (first + [each for each in found if each.id not in taken])[:limit]

    def _named(self, query: Query, place: Place | None) -> list[int]:
        groups = [frozenset(f"name:{name}" for name in query.names)]
        return self.index.members(Filter(tuple(groups)), 0, 10)

    def _browsed(self, place: Place, limit: int) -> list[Candidate]:
        ids = self.index.members(Filter((place.keys,), GONE), 0, limit)
        return [Candidate(id_, 0.0, False, {}) for id_ in ids]

    def _around(self, query: Query, place: Place) -> list[Candidate]:
        """Associations in the place, then its neighbours."""
        rings = [place.keys, *self.gazetteer.around(place)[:2]]
        found = [_candidates(ranked(self.index, query, Filter((ring,), GONE))) for ring in rings if ring]
        best = max((each.score for ring in found for each in ring), default=0.0)
        there = [each for each in found[0] if each.score >= THERE * best]
        taken = {each.id for each in found[0]}
        for ring in found[1:]:
            there += [each._replace(nearby=True) for each in ring if each.id not in taken and each.score >= NEARBY * best]
            taken |= {each.id for each in ring}
        return there

    def rank(
        self, query: Query, candidates: Sequence[Candidate], rows: Mapping[int, Association]
    ) -> Answer:
        """Turn candidates and their rows into the answer; rows that are gone are passed over."""
        hits = [
            Hit(rows[each.id], each.score, each.nearby, each.reasons)
            for each in candidates
            if each.id in rows
        ]
        hits = list(_distinct(hits))
        return Answer("results" if hits else "nothing", hits, len(hits), Understood(query.text))


def _candidates(found: Ranked) -> list[Candidate]:
    return [
        Candidate(document, float(score), False, {t: p for t, p in zip(found.terms, parts, strict=True) if p > 0})
        for document, score, parts in zip(found.documents, found.scores, found.parts, strict=True)
    ]


def _distinct(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Associations that say the same (same title and town declared twice) once."""
    seen = set()
    for hit in hits:
        said = ("".join(words(hit.association.title)), "".join(words(hit.association.city or "")))
        if said not in seen or not said[0]:
            seen.add(said)
            yield hit
