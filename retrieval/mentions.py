"""Finding the places named in a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from retrieval import evidence
from retrieval.areas import people
from retrieval.evidence import POSTCODE_DIGITS, Token
from retrieval.french import fold, words
from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, facts, spelled

SURE = 1.8
POSSIBLE = 0.9

_ARTICLES = frozenset({"le", "la", "les", "l"})
_MONTHS_LISTED = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"
_MONTHS = frozenset(_MONTHS_LISTED.split())
_WITH_ARRONDISSEMENTS = {"75:paris": "750", "69:lyon": "690", "13:marseille": "130"}
_ARRONDISSEMENT = re.compile(r"(\d{1,2})(?:er|e|eme|nd|nde)?")
_CHUNK = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place named in a question.

    Attributes:
        start: Position of its first word.
        end: Position after its last word.
        lead: Position of the first small word before it that belongs to it (« près de »).
        places: The places of that name, those with most associations first.
        strength: Evidence that a place is meant; from ``SURE`` on nothing else is.
    """

    start: int
    end: int
    lead: int
    places: tuple[Place, ...]
    strength: float

    @property
    def sure(self) -> bool:
        """Whether only the reading as a place counts."""
        return self.strength >= SURE


def tokens(text: str) -> list[Token]:
    """Split a question into words that remember how they were typed."""
    found = []
    for chunk in _CHUNK.findall(text):
        capitals = {fold(part) for part in _PART.findall(chunk) if part[0].isupper()}
        parts = words(chunk)
        elided = match[1] if (match := re.match(r"\W*([ldn])['’]", fold(chunk))) else ""
        for place, word in enumerate(parts):
            last = place == len(parts) - 1
            pause = last and chunk[-1] in ",;:.!?()/-–—"
            capital = word in capitals or (len(capitals) > 1 and word.isalpha() and chunk.isupper())
            found.append(Token(word, capital, "" if place else elided, pause))
    return found


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
        return _narrowed(kept, question)

    def _all(self, question: Sequence[Token]) -> Iterator[Mention]:
        self.gazetteer.prepare()
        longest = self.gazetteer.longest
        for start in range(len(question)):
            for end in range(start + 1, min(start + longest + 1, len(question) + 1)):
                places = self._places(question, start, end)
                if places:
                    stop, places = self._arrondissement(question, end, places)
                    strength = evidence.strength(question, start, stop, places, self._frequency)
                    if strength >= POSSIBLE:
                        lead = evidence.lead(question, start).begins
                        yield Mention(start, stop, lead, tuple(places), strength)

    def _places(self, question: Sequence[Token], start: int, end: int) -> list[Place]:
        said = [token.word for token in question[start:end]]
        if end - start == 1 and said[0].isdigit():
            return self._numbered(question, start)
        if end - start == 1 and said[0] in {"2a", "2b"}:
            place = self.gazetteer.get(said[0].upper())
            return [place] if place else []
        if any(word.isdigit() for word in said):
            return []
        name = spelled(" ".join(said))
        if not name or (name != tuple(said) and said[0] in _ARTICLES and start + 1 == end):
            return []
        area = self.gazetteer.area(name)
        communes = self.gazetteer.named(name)
        if area and (not communes or area.name == "Paris" or evidence.names_area(question, start)):
            return [area, *communes]
        return [*communes, *([area] if area else [])]

    def _arrondissement(
        self, question: Sequence[Token], end: int, places: list[Place]
    ) -> tuple[int, list[Place]]:
        """« Paris 15e » and « Marseille 3 » mean the postcode."""
        begins = next((_WITH_ARRONDISSEMENTS[p.key] for p in places if p.key in _WITH_ARRONDISSEMENTS), None)
        number = _ARRONDISSEMENT.fullmatch(question[end].word) if begins and end < len(question) else None
        place = self.gazetteer.postcode(f"{begins}{int(number[1]):02}") if number else None
        return (end + 1, [place]) if place else (end, places)

    def _numbered(self, question: Sequence[Token], at: int) -> list[Place]:
        """A postcode, or a département said by its number."""
        number = question[at].word
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


def _narrowed(mentions: Sequence[Mention], question: Sequence[Token]) -> list[Mention]:
    """Let one place tell which of several communes another means.

    « Valence (82) », « Saint-Denis, Réunion », and long names the registers shorten:
    « Valence d'Agen » is the Valence in or next to Agen's département.
    """
    kept: list[Mention] = []
    for mention in mentions:
        fits = _told_by(mention, kept[-1], question) if kept else []
        if not fits:
            kept.append(mention)
            continue
        previous = kept[-1]
        strength = max(previous.strength, mention.strength)
        kept[-1] = Mention(previous.start, mention.end, previous.lead, tuple(fits), strength)
    return kept


def _told_by(mention: Mention, previous: Mention, question: Sequence[Token]) -> list[Place]:
    """Which of the communes that ``previous`` can mean the place named right behind it points to."""
    if previous.places[0].kind != "commune" or mention.lead > previous.end:
        return []
    inside = set(mention.places[0].departements)
    fits = [place for place in previous.places if place.departements & inside]
    if mention.places[0].kind != "commune":
        return fits
    part_of_name = question[mention.start].elided == "d" or mention.start > previous.end
    if not part_of_name or mention.places[0] in previous.places:
        return []
    return fits or _neighbours(previous.places, inside)


def _neighbours(places: Sequence[Place], departements: set[str]) -> list[Place]:
    near = {number for departement in departements for number in facts()[departement]["near"]}
    return [place for place in places if place.departements & near]


def adjectives(question: Sequence[Token]) -> list[tuple[int, Place]]:
    """(position, place) of the words that are inhabitants' adjectives: « ardéchoise », « catalan »."""
    known = people()
    return [(at, known[token.word]) for at, token in enumerate(question) if token.word in known]
