"""From a question as understood to the associations that fit: by name, in the place, around it, anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from retrieval.bm25 import BM25Index, Filter
from retrieval.candidates import Candidate, candidates, merged, order
from retrieval.gazetteer import Gazetteer
from retrieval.places import DEPARTEMENT, Place
from retrieval.query import Query
from retrieval.ranking import POOL, ranked
from storage.model import Status

GONE = frozenset({f"status:{Status.DISSOLVED}", f"status:{Status.REPLACED}"})
SHOWN = 0.2
"""Share of the best score in a place and around it that an association there needs."""
FITS = 0.45
"""Share of the fullest answer that an association needs to fit rather than touch upon what is asked for."""
FULL = 0.9
"""What is answered so fully needs no looking farther away."""
ALL_SAID = 0.75
"""How fully an association must answer for the name of a place to have been meant as a word."""
FEW = 3
"""Fewer associations than that in a département or region are shown with those around it."""
PLENTY = 100
"""So many that fit need none from farther away: nobody reads on."""
AT_HAND = 3
"""Rings around a commune that are shown anyway: its neighbours, theirs, its département."""
FIT = 0.1
"""Share of the best score that an association needs to be shown at all."""
FAVOUR = 1.3
"""Factor for associations where an inhabitants' adjective points to."""
MANY = 5000
"""Documents looked at when a number or a list is asked for."""
NEARLY = 0.95
"""Share of them that must fit for there to be more behind them."""
EXACT = 1000.0
"""Score of an association found by its exact name or number: before every other."""
MOST_EXACT = 20
COMMON = 20
"""Associations that must use a word for it to be taken for a subject rather than a name."""


class Finder:
    """Finds what fits a question.

    Args:
        index: The associations.
        gazetteer: Where places are.
    """

    def __init__(self, index: BM25Index, gazetteer: Gazetteer) -> None:
        self.index = index
        self.gazetteer = gazetteer

    def candidates(self, query: Query) -> list[Candidate]:
        """Every association that fits, best first, without their texts."""
        if query.smalltalk:
            return []
        if query.number:
            ids = self.index.members(Filter((frozenset({f"rna:{query.number}"}),)), 0, MOST_EXACT)
            return [Candidate(id_, EXACT, exact=True) for id_ in ids]
        found = self._found(query)
        if query.other is not None:
            found = self._either(query, found, self._found(query.other))
        exact = [] if query.intent else [Candidate(id_, EXACT, exact=True) for id_ in self._named(query)]
        taken = {each.id for each in exact}
        return exact + [each for each in found if each.id not in taken]

    def _either(
        self, query: Query, local: Sequence[Candidate], other: Sequence[Candidate]
    ) -> list[Candidate]:
        """What may be a place and may be a word: what is there and what says all the words, side by side.

        What does neither follows, marked as being elsewhere.
        """
        said = sum(self.index.inverse_document_frequency(term) for term in query.place_terms)
        fits = FITS * _fullest(local)
        there = [each._replace(score=each.score + said) for each in local if _in_place(each, fits)]
        says = self._says(query.place_terms, [each for each in other if each.fit >= ALL_SAID])
        found = merged(there, [each for each in other if each.id in says])
        taken = {each.id for each in found}
        rest = {each.id: each._replace(nearby=True) for each in other} | {each.id: each for each in local}
        order = dict.fromkeys(each.id for each in (*local, *other) if each.id not in taken)
        return found + [rest[id_] for id_ in order]

    def _says(self, terms: Sequence[str], found: Sequence[Candidate]) -> set[int]:
        """Ids of the associations whose text holds every one of ``terms``."""
        parts = self.index.contributions(dict.fromkeys(terms, 1.0), [each.id for each in found])
        return {each.id for each, part in zip(found, parts, strict=True) if (part > 0).all()}

    def listed(self, query: Query) -> Filter | None:
        """What a question without a subject asks for: all there is in its place, or all there is.

        None for a question that names a subject, or neither a place nor a list.
        """
        if query.concepts or query.smalltalk or query.number or query.nowhere:
            return None
        if query.place is not None:
            return Filter((query.place.keys.union(*(place.keys for place in query.homonyms)),), GONE)
        return Filter(none_of=GONE) if query.intent else None

    def total(self, query: Query, found: Sequence[Candidate]) -> int:
        """How many associations fit: where a number or a list is asked for, those in the place alone."""
        listed = self.listed(query)
        if listed is not None:
            return self.index.count(listed)
        return sum(not each.nearby for each in found) if query.intent else len(found)

    def more(self, query: Query, found: Sequence[Candidate]) -> bool:
        """Whether a number was asked for, and more may fit than were looked at."""
        if query.intent is None or self.listed(query) is not None or len(found) < NEARLY * MANY:
            return False
        return sum(self.index.document_frequency(term) for term in query.weights) > MANY

    def _found(self, query: Query) -> list[Candidate]:
        listed = self.listed(query)
        if listed is not None:
            found = self.index.members(listed, 0, MANY)
            return [Candidate(id_, 0.0) for id_ in found] or self._nearest(query)
        if query.place is None:
            return self._anywhere(query) if query.concepts else []
        keys = query.place.keys.union(*(place.keys for place in query.homonyms))
        return self._around(query, query.place, keys)

    def _nearest(self, query: Query) -> list[Candidate]:
        """All there is in the first ring around an empty place that has anything."""
        rings = self.gazetteer.around(query.place) if query.place else iter(())
        found = (self.index.members(Filter((ring,), GONE), 0, MANY) for ring in rings)
        return [Candidate(id_, 0.0, nearby=True) for id_ in next(filter(None, found), [])]

    def _anywhere(self, query: Query) -> list[Candidate]:
        """Associations wherever they are; first, other things equal, where an adjective points to."""
        found = self._ranked(query, Filter(none_of=GONE))
        if query.favoured:
            region = frozenset(DEPARTEMENT + number for number in query.favoured)
            there = self._ranked(query, Filter((region,), GONE))
            found = merged(found, [each._replace(score=FAVOUR * each.score) for each in there])
        return [each for each in found if each.score >= FIT * found[0].score]

    def _ranked(self, query: Query, where: Filter) -> list[Candidate]:
        return candidates(ranked(self.index, query, where, MANY if query.intent else POOL))

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
        """Associations in the place, then its neighbours, ring by ring, as far as the first that fit."""
        there = self._ranked(query, Filter((keys,), GONE))
        namesakes = frozenset().union(*(each.keys for each in query.namesakes))
        if not there and namesakes:
            there = self._ranked(query, Filter((namesakes,), GONE))
        there += self._unplaced(query, place)
        rings = self.gazetteer.around(place)
        at_hand = AT_HAND if place.kind in {"commune", "postcode"} else int(_fitting(there) < FEW)
        near: list[list[Candidate]] = []
        for ring in islice(rings, at_hand):
            if _fitting(there, *near) >= PLENTY:
                break
            near.append(self._ranked(query, Filter((ring,), GONE)))
        if _fullest(there, *near) < FULL:
            near += self._farther(query, rings, _fullest(there, *near))
        return in_rings(there, near)

    def _farther(
        self, query: Query, rings: Iterator[frozenset[str]], so_far: float
    ) -> Iterator[list[Candidate]]:
        """Rings around the place until one has what fits, where what fits better is to be had at all."""
        anywhere = self._anywhere(query)
        wanted = FITS * _fullest(anywhere)
        if so_far >= wanted:
            return
        for ring in rings:
            found = self._ranked(query, Filter((ring,), GONE))
            yield found
            if _fullest(found) >= wanted:
                return
        yield anywhere

    def _unplaced(self, query: Query, place: Place) -> list[Candidate]:
        """Associations of the département without a known commune whose text names the one asked for."""
        keys = self.gazetteer.unplaced(place.departements)
        if place.kind != "commune" or not keys or not query.place_terms:
            return []
        found = self._ranked(query, Filter((keys,), GONE))
        if not found:
            return []
        named = self._says(query.place_terms, found)
        return [each for each in found if each.id in named]


def _fullest(*found: Sequence[Candidate]) -> float:
    """How fully the best of all answers the question, from 0 to 1."""
    return max((each.fit for ring in found for each in ring), default=0.0)


def _fitting(*found: Sequence[Candidate]) -> int:
    """How many associations fit, rather than touch upon what is asked for."""
    least = FITS * _fullest(*found)
    return sum(each.fit >= least for ring in found for each in ring)


def _in_place(candidate: Candidate, least: float) -> bool:
    return not candidate.nearby and candidate.fit >= least


def in_rings(there: Sequence[Candidate], near: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """What fits in the place, best first, then what fits in each ring around it, marked, then the rest.

    A weak hit in the place, which says but a part of what was asked for, comes behind what says more.
    """
    taken: set[int] = set()
    rings = []
    for number, ring in enumerate((there, *near)):
        rings.append([each._replace(nearby=number > 0) for each in ring if each.id not in taken])
        taken.update(each.id for each in ring)
    fits = FITS * _fullest(*rings)
    best = max((each.score for ring in rings for each in ring), default=0.0)
    kept = [[each for each in ring if each.score >= SHOWN * best] for ring in rings]
    fitting = [each for ring in kept for each in sorted(ring, key=order) if each.fit >= fits]
    return fitting + [each for ring in kept for each in sorted(ring, key=order) if each.fit < fits]
