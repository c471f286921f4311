"""Finding the places named in a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from retrieval import evidence
from retrieval.adjoining import Mention, together
from retrieval.areas import people
from retrieval.evidence import POSTCODE_DIGITS, Token
from retrieval.french import fold, words
from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, spelled
from retrieval.small_areas import townspeople

POSSIBLE = 0.9
TOWN_COUNT = 10
"""Associations that a town needs for its surroundings to be spoken of."""

_ARTICLES = frozenset({"le", "la", "les", "l"})
_ELIDED = frozenset({"l", "d"})
_VOWELS = frozenset("aeiouyh")
_MONTHS_LISTED = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"
_MONTHS = frozenset(_MONTHS_LISTED.split())
_WITH_ARRONDISSEMENTS = {"75:paris": "750", "69:lyon": "690", "13:marseille": "130"}
_AROUND = evidence.BUILT_UP | {"region", "pays", "bassin", "zone"}
_ARRONDISSEMENT = re.compile(r"(\d{1,2})(?:er|e|eme|nd|nde)?")
_CHUNK = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[Token]:
    """Split a question into words that remember how they were typed."""
    found: list[Token] = []
    for chunk in _CHUNK.findall(text):
        capitals = {fold(part) for part in _PART.findall(chunk) if part[0].isupper()}
        parts = words(chunk)
        elided = match[1] if (match := re.match(r"\W*([ldn])['’]", fold(chunk))) else ""
        for place, word in enumerate(parts):
            last = place == len(parts) - 1
            pause = last and chunk[-1] in ",;:.!?()/-–—"
            capital = word in capitals or (len(capitals) > 1 and word.isalpha() and chunk.isupper())
            found.append(Token(word, capital, "" if place else elided, pause))
    return list(_elided(found))


def _elided(typed: Sequence[Token]) -> Iterator[Token]:
    """« l isle d abeau », typed without apostrophes, as if with them."""
    before = ""
    for token, follower in zip_longest(typed, typed[1:]):
        if token.word in _ELIDED and follower is not None and follower.word[:1] in _VOWELS:
            before = token.word
        else:
            yield replace(token, elided=before or token.elided)
            before = ""


class PlaceFinder:
    """Looks for places in questions.

    Args:
        gazetteer: What places there are.
        frequency: Number of associations that hold a raw word: tells names from common words.
    """

    def __init__(self, gazetteer: Gazetteer, frequency: Callable[[str], int]) -> None:
        self.gazetteer = gazetteer
        self._frequency = frequency

    def find(self, question: Sequence[Token]) -> list[Mention]:
        """The places named in a question that do not overlap, the likeliest and longest kept."""
        found = sorted(self._all(question), key=lambda each: (-_rank(each), each.start))
        kept: list[Mention] = []
        for mention in found:
            if all(mention.end <= other.start or mention.start >= other.end for other in kept):
                kept.append(mention)
        kept.sort(key=lambda each: each.start)
        return together(kept, question)

    def _all(self, question: Sequence[Token]) -> Iterator[Mention]:
        self.gazetteer.prepare()
        longest = self.gazetteer.longest
        for start in range(len(question)):
            for end in range(start + 1, min(start + longest + 1, len(question) + 1)):
                places = self._places(question, start, end)
                if places:
                    yield from self._mention(question, start, end, places)

    def _mention(
        self, question: Sequence[Token], start: int, end: int, places: Sequence[Place]
    ) -> Iterator[Mention]:
        stop, places = self._arrondissement(question, end, places)
        begin, stop, places = self._built_up(question, start, stop, places)
        strength = evidence.strength(question, begin, stop, places, self._frequency)
        if strength >= POSSIBLE:
            yield Mention(begin, stop, evidence.lead(question, begin).begins, tuple(places), strength)

    def _built_up(
        self, question: Sequence[Token], start: int, end: int, places: Sequence[Place]
    ) -> tuple[int, int, Sequence[Place]]:
        """« Grand Poitiers », « agglomération de Pau » and « Dijon métropole » are more than the commune."""
        town = places[0]
        if town.kind != "commune" or town.count < TOWN_COUNT:
            return start, end, places
        grand = start > 0 and question[start - 1].word == "grand"
        behind = end < len(question) and question[end].word in evidence.BUILT_UP
        if not (grand or behind or evidence.lead(question, start).word in evidence.BUILT_UP):
            return start, end, places
        return start - grand, end + behind, [self._agglomeration(town)]

    def _agglomeration(self, town: Place) -> Place:
        return self.gazetteer.built_up(town, f"Grand {town.name}")

    def _places(self, question: Sequence[Token], start: int, end: int) -> list[Place]:
        said = [token.word for token in question[start:end]]
        if len(said) == 1 and (said[0].isdigit() or said[0] in {"2a", "2b"}):
            return self._numbered(question, start)
        if any(word.isdigit() for word in said):
            return []
        first, *others = said
        if first in _AROUND and len(others) == 1 and (town := self._town_of(*others)):
            return [self._agglomeration(town)]
        name = spelled(" ".join(said))
        if not name or (name != tuple(said) and first in _ARTICLES and not others):
            return []
        area = self.gazetteer.area(name)
        communes = self.gazetteer.named(name)
        if first in _ARTICLES and name[0] != first:  # « la falaise » is not Falaise, « le mans » is Le Mans
            communes = [place for place in communes if evidence.has_article(place)]
            area = None if area and area.name == "Paris" else area
        if area and (not communes or area.name == "Paris" or evidence.names_area(question, start)):
            return [area, *communes]
        return [*communes, *([area] if area else [])]

    def _town_of(self, adjective: str) -> Place | None:
        key = townspeople().get(adjective)
        return self.gazetteer.get(key) if key else None

    def _arrondissement(
        self, question: Sequence[Token], end: int, places: Sequence[Place]
    ) -> tuple[int, Sequence[Place]]:
        """« Paris 15e » and « Marseille 3 » mean the postcode."""
        begins = next((_WITH_ARRONDISSEMENTS[p.key] for p in places if p.key in _WITH_ARRONDISSEMENTS), None)
        number = _ARRONDISSEMENT.fullmatch(question[end].word) if begins and end < len(question) else None
        place = self.gazetteer.postcode(f"{begins}{int(number[1]):02}") if number else None
        return (end + 1, [place]) if place else (end, places)

    def _numbered(self, question: Sequence[Token], at: int) -> list[Place]:
        """A postcode, or a département said by its number."""
        number = question[at].word.upper()
        if len(number) == POSTCODE_DIGITS:
            place = self.gazetteer.postcode(number)
            return [place] if place else []
        if len(number) not in {2, 3}:
            return []
        place = self.gazetteer.get(number)
        if place is None or (at + 1 < len(question) and question[at + 1].word in _MONTHS):
            return []
        return [place]


def _rank(mention: Mention) -> float:
    """Longer names first, then stronger evidence."""
    return 2.0 * (mention.end - mention.start) + mention.strength


def adjectives(question: Sequence[Token]) -> list[tuple[int, Place]]:
    """(position, place) of the words that are inhabitants' adjectives: « ardéchoise », « catalan »."""
    known = people()
    return [(at, known[token.word]) for at, token in enumerate(question) if token.word in known]
