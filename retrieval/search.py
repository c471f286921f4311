"""From a question to an answer: understanding, candidates, ranking. Synchronous, without input or output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from retrieval.answers import Answer, Choice, Hit, Kind, Question, Understood
from retrieval.bm25 import BM25Index, Filter
from retrieval.french import words
from retrieval.gazetteer import Gazetteer
from retrieval.lexicon import Lexicon
from retrieval.places import DEPARTEMENT, TOWN, Place, facts
from retrieval.query import Query
from retrieval.ranking import POOL, Ranked, ranked
from retrieval.reading import Reader
from storage.model import Association, Status

__all__ = ["Answer", "Candidate", "Choice", "Hit", "Question", "Searcher", "Understood"]

GONE = frozenset({f"status:{Status.DISSOLVED}", f"status:{Status.REPLACED}"})
THERE = 0.2
"""Share of the best score around that an association in the place needs to come before its neighbours."""
NEARBY = 0.2
"""Share of the best score around that a neighbour needs to follow."""
FIT = 0.1
"""Share of the best score that an association needs to be shown at all."""
FAVOUR = 1.3
"""Factor for associations where an inhabitants' adjective points to."""
MANY = 5000
"""Documents looked at when a number or a list is asked for."""
EXACT = 1000.0
"""Score of an association found by its exact name or number: before every other."""
MOST_EXACT = 20
COMMON = 20
"""Associations that must use a word for it to be taken for a subject rather than a name."""


class Candidate(NamedTuple):
    """An association that may answer, before its row is read."""

    id: int
    score: float
    nearby: bool = False
    reasons: Mapping[str, float] = {}
    exact: bool = False


@cache
def shipped() -> Lexicon:
    """The lexicon that comes with Waldeck, compiled once."""
    return Lexicon.load()


class Searcher:
    """Answers questions over an index.

    Args:
        index: The associations.
        lexicon: What words mean; the shipped one by default.
    """

    def __init__(self, index: BM25Index, lexicon: Lexicon | None = None) -> None:
        self.index = index
        self.gazetteer = Gazetteer(index.keys(TOWN))
        self.gazetteer.prepare()
        self._lexicon = lexicon or shipped()
        self._reader = Reader(index, self._lexicon, self.gazetteer)

    def teach(self, synonyms: Iterable[Sequence[str]]) -> None:
        """Use the admins' groups of words that mean the same, besides the shipped lexicon.

        This compiles the lexicon anew, which takes most of a second when there are any.
        """
        groups = list(synonyms)
        self._reader.lexicon = self._lexicon.with_synonyms(groups) if groups else self._lexicon

    def understand(self, question: Question) -> Query:
        """Read the question."""
        return self._reader.read(question)

    def candidates(self, query: Query) -> list[Candidate]:
        """Every association that fits, best first, without their texts."""
        if query.smalltalk:
            return []
        if query.number:
            ids = self.index.members(Filter((frozenset({f"rna:{query.number}"}),)), 0, MOST_EXACT)
            return [Candidate(id_, EXACT, exact=True) for id_ in ids]
        found = self._found(query)
        if query.other is not None:
            said = sum(self.index.inverse_document_frequency(term) for term in query.place_terms)
            there = [each._replace(score=each.score + said) for each in found if not each.nearby]
            found = _merged(there, self._found(query.other))
        exact = [] if query.intent else [Candidate(id_, EXACT, exact=True) for id_ in self._named(query)]
        taken = {each.id for each in exact}
        return exact + [each for each in found if each.id not in taken]

    def _found(self, query: Query) -> list[Candidate]:
        if query.place is None:
            return self._anywhere(query) if query.concepts else []
        keys = query.place.keys.union(*(place.keys for place in query.homonyms))
        if not query.concepts:
            return [Candidate(id_, 0.0) for id_ in self.index.members(Filter((keys,), GONE), 0, MANY)]
        return self._around(query, query.place, keys)

    def _anywhere(self, query: Query) -> list[Candidate]:
        """Associations wherever they are; first, other things equal, where an adjective points to."""
        found = self._ranked(query, Filter(none_of=GONE))
        if query.favoured:
            region = frozenset(DEPARTEMENT + number for number in query.favoured)
            there = self._ranked(query, Filter((region,), GONE))
            found = _merged(found, [each._replace(score=FAVOUR * each.score) for each in there])
        return [each for each in found if each.score >= FIT * found[0].score]

    def _ranked(self, query: Query, where: Filter) -> list[Candidate]:
        found = ranked(self.index, query, where, MANY if query.intent else POOL)
        return _candidates(found)

    def _named(self, query: Query) -> list[int]:
        """Ids of the associations whose name the question is, also dissolved ones.

        One common word (« aquarelle ») is a subject first: what is called so gets no precedence.
        """
        if len(query.words) == 1 and self.index.words.frequency(query.words[0]) > COMMON:
            return []
        whole = Filter((frozenset(f"name:{name}" for name in query.names),))
        found = self.index.members(whole, 0, MOST_EXACT)
        if query.place is not None and query.local_names:
            names = frozenset(f"name:{name}" for name in query.local_names)
            found += self.index.members(Filter((names, query.place.keys)), 0, MOST_EXACT)
        return list(dict.fromkeys(found))

    def _around(self, query: Query, place: Place, keys: frozenset[str]) -> list[Candidate]:
        """Associations in the place, then its neighbours, ring by ring; what is farther if there are none."""
        there = self._ranked(query, Filter((keys,), GONE))
        namesakes = frozenset().union(*(each.keys for each in query.namesakes))
        if not there and namesakes:
            there = self._ranked(query, Filter((namesakes,), GONE))
        there += self._unplaced(query, place)
        rings = self.gazetteer.around(place) if place.kind in {"commune", "postcode"} or not there else []
        near = [self._ranked(query, Filter((ring,), GONE)) for ring in rings[:2]]
        if not there and not any(near):
            near = [self._ranked(query, Filter((ring,), GONE)) for ring in rings[2:]]
            near = near if any(near) else [self._anywhere(query)]
        return _in_rings(there, near)

    def _unplaced(self, query: Query, place: Place) -> list[Candidate]:
        """Associations of the département without a known commune whose text names the one asked for."""
        keys = self.gazetteer.unplaced(place.departements)
        if place.kind != "commune" or not keys or not query.place_terms:
            return []
        found = self._ranked(query, Filter((keys,), GONE))
        if not found:
            return []
        wanted = dict.fromkeys(query.place_terms, 1.0)
        named = (self.index.contributions(wanted, [each.id for each in found]) > 0).sum(axis=1)
        return [each for each, held in zip(found, named, strict=True) if held == len(wanted)]

    def rank(
        self,
        question: Question,
        query: Query,
        candidates: Sequence[Candidate],
        rows: Mapping[int, Association],
    ) -> Answer:
        """Turn the first candidates and their rows into the answer; rows that are gone are passed over."""
        hits = [
            Hit(rows[each.id], each.score, each.nearby, each.reasons, each.exact)
            for each in candidates
            if each.id in rows and _says(rows[each.id], query.phrases)
        ]
        shown = list(_distinct(hits))
        total = len(candidates) - (len(hits) - len(shown))
        if not query.concepts and query.place is not None and not query.homonyms:
            total = self.index.count(Filter((query.place.keys,), GONE))
        kind = _kind(query, shown)
        suggestion = self._suggestion(question, query) if kind == "nothing" else None
        return Answer(
            kind,
            shown[: question.limit],
            total if shown else 0,
            _understood(query, kind),
            suggestion,
            tuple(_choice(place) for place in (query.place, *query.homonyms) if place and query.homonyms),
        )

    def _suggestion(self, question: Question, query: Query) -> str | None:
        """The question with its spelling mended, when that is another one."""
        mended = self._reader.read(replace(question, literal=False))
        said = " ".join(mended.words)
        return said if mended.words != query.words else None


def _in_rings(there: list[Candidate], near: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """What fits in the place, best first, then what fits in each ring around it, marked."""
    best = max((each.score for ring in (there, *near) for each in ring), default=0.0)
    found = sorted((each for each in there if each.score >= THERE * best), key=_order)
    taken = {each.id for each in there}
    for ring in near:
        fitting = [each for each in ring if each.id not in taken and each.score >= NEARBY * best]
        found += [each._replace(nearby=True) for each in fitting]
        taken.update(each.id for each in ring)
    return found


def _order(candidate: Candidate) -> tuple[float, int]:
    return -candidate.score, candidate.id


def _candidates(found: Ranked) -> list[Candidate]:
    return [
        Candidate(document, float(score), reasons=_Reasons(found, at))
        for at, (document, score) in enumerate(zip(found.documents, found.scores, strict=True))
    ]


class _Reasons(Mapping[str, float]):
    """Term to its part of a document's score, read off the matrix only when somebody asks."""

    def __init__(self, found: Ranked, row: int) -> None:
        self._found = found
        self._row = row

    def __getitem__(self, term: str) -> float:
        part = float(self._found.parts[self._row, self._found.terms.index(term)])
        if part <= 0:
            raise KeyError(term)
        return part

    def __iter__(self) -> Iterator[str]:
        parts = self._found.parts[self._row]
        return (term for term, part in zip(self._found.terms, parts, strict=True) if part > 0)

    def __len__(self) -> int:
        return int((self._found.parts[self._row] > 0).sum())


def _merged(one: list[Candidate], other: list[Candidate]) -> list[Candidate]:
    """Two readings of a question side by side, each association where it stands higher."""
    best: dict[int, Candidate] = {}
    for each in (*one, *other):
        if each.id not in best or each.score > best[each.id].score:
            best[each.id] = each
    return sorted(best.values(), key=_order)


def _kind(query: Query, hits: Sequence[Hit]) -> Kind:
    if query.smalltalk:
        return "smalltalk"
    if query.nowhere:
        return "ask_location"
    if query.homonyms:
        return "choose_place"
    if query.intent == "count":
        return "count"
    if not hits:
        return "nothing"
    return "browse" if query.intent or (query.place and not query.concepts) else "results"


def _understood(query: Query, kind: Kind) -> Understood:
    return Understood(
        query.text,
        kind,
        query.smalltalk,
        query.place.name if query.place else None,
        query.corrections,
        {" ".join(c.said): [target for target, _ in c.targets] for c in query.concepts if c.targets},
        query.dropped,
    )


def _choice(place: Place) -> Choice:
    number = min(place.departements)
    return Choice(place.key, f"{place.name} ({facts()[number]['name']}, {number})")


def _says(association: Association, phrases: Iterable[Sequence[str]]) -> bool:
    """Whether a text holds each quoted phrase word by word."""
    if not phrases:
        return True
    text = f" {' '.join(words(f'{association.title} . {association.purpose}'))} "
    return all(f" {' '.join(phrase)} " in text for phrase in phrases)


def _distinct(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Associations that say the same (same title and town declared twice) once."""
    seen = set()
    for hit in hits:
        said = ("".join(words(hit.association.title)), "".join(words(hit.association.city or "")))
        if said not in seen or not said[0]:
            seen.add(said)
            yield hit
