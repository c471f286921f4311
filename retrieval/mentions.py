"""Finding the places named in a question, and telling « à Vif » from « le plus vif »."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log2

from retrieval.french import fold, words
from retrieval.places import Gazetteer, Place, facts, people, spelled

SURE = 2.0
POSSIBLE = 0.9

_BEFORE = frozenset({"a", "au", "aux", "en", "sur", "vers", "dans", "in", "near", "around", "at", "chez"})
_NEAR = frozenset({"pres", "proche", "cote", "autour", "environs", "alentours", "loin", "region", "secteur"})
_TYPE = frozenset({"ville", "commune", "village", "departement", "dept", "agglomeration", "agglo", "pays"})
_OF = frozenset({"de", "du", "des", "d", "of"})
_ARTICLES = frozenset({"le", "la", "les", "l"})
_DETERMINERS = frozenset(
    "un une mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces chaque quelques"
    " plusieurs aucun aucune plus tres bien trop pas moins".split()
)
_MONTHS = frozenset(
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".split()
)
_WITH_ARRONDISSEMENTS = {"75:paris": "750", "69:lyon": "690", "13:marseille": "130"}
_ARRONDISSEMENT = re.compile(r"(\d{1,2})(?:er|e|eme|nd|nde)?")
_CHUNK = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a question.

    Attributes:
        word: Folded, elided article dropped.
        capital: Typed with a capital first.
        elided: What was dropped before it: ``d``, ``l`` … or nothing.
        pause: Punctuation follows.
    """

    word: str
    capital: bool = False
    elided: str = ""
    pause: bool = False


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
        longest = max(self.gazetteer.longest, 1)
        self.gazetteer.named(())
        for start in range(len(question)):
            for end in range(start + 1, min(start + longest + 1, len(question) + 1)):
                places = self._places(question, start, end)
                if places:
                    end, places = self._arrondissement(question, end, places)
                    strength, lead = self._strength(question, start, end, places)
                    if strength >= POSSIBLE:
                        yield Mention(start, end, lead, tuple(places), strength)

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
        if area and (not communes or area.name in {"Paris"} or _area_wins(question, start)):
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
        if len(number) == 5:
            place = self.gazetteer.postcode(number)
            return [place] if place else []
        if len(number) not in {2, 3}:
            return []
        place = self.gazetteer.get(number)
        if place is None or (at + 1 < len(question) and question[at + 1].word in _MONTHS):
            return []
        return [place]

    def _strength(
        self, question: Sequence[Token], start: int, end: int, places: Sequence[Place]
    ) -> tuple[float, int]:
        """Evidence that these words name a place, and where the words leading to it begin."""
        said = [token.word for token in question[start:end]]
        if said[0].isdigit():
            return self._strength_of_number(question, start)
        strength = 0.0
        before, lead, article = _lead(question, start)
        if before in _BEFORE:
            strength += 2.0
        elif before in _NEAR or before in _TYPE:
            strength += 2.5
        elif before in _OF or question[start].elided == "d":
            strength += 0.8
        elif before in _DETERMINERS:
            strength -= 3.0
        if article and before not in _BEFORE | _NEAR | _TYPE | _OF and not said[0] in _ARTICLES:
            strength -= 1.0
        if start > 0 and question[start - 1].pause:
            strength += 0.8
        if end == len(question) or question[end - 1].pause:
            strength += 0.8
        if lead == 0:
            strength += 0.5
        if any(token.capital for token in question[start:end]) and not all(t.capital for t in question):
            strength += 1.0 if start else 0.4
        if start == 0 and end == len(question):
            strength += 2.0
        strength += self._nameness(said, places)
        return strength, lead

    def _strength_of_number(self, question: Sequence[Token], at: int) -> tuple[float, int]:
        if len(question[at].word) == 5:
            return 3.0, _lead(question, at)[1]
        before, lead, article = _lead(question, at)
        if before in _TYPE or (article and before in {"dans", "du", "sur", "de", ""}):
            return 3.0, lead
        if before in {"dans", "sur", "du"}:
            return 2.5, lead
        edge = at == len(question) - 1 and len(question) > 1
        return (1.5 if edge and before not in _BEFORE | _OF else 0.0), at

    def _nameness(self, said: Sequence[str], places: Sequence[Place]) -> float:
        """Whether the words are a name rather than common words, from 1.5 down to −3."""
        telling = [word for word in said if word not in _ARTICLES | _OF]
        if len(telling) > 1:
            surely = "saint" in spelled(" ".join(said)) or len(telling) > 2 or places[0].kind != "commune"
            return 1.5 if surely else 1.0
        frequency = max(self._frequency(word) for word in said)
        there = max(place.count for place in places)
        if any(place.kind != "commune" for place in places):
            return 0.5
        return max(-3.0, 1.5 - 0.6 * log2(1 + max(0, frequency - there) / (there + 2)))


def _area_wins(question: Sequence[Token], start: int) -> bool:
    """« en Mayenne », « danse Landes » name the département; « à Mayenne », « près de Vienne » the commune."""
    before, _, article = _lead(question, start)
    return article or before not in {"a", "vers", "ville", "commune", "village", "chez", "at", "in"} | _NEAR


def _lead(question: Sequence[Token], start: int) -> tuple[str, int, bool]:
    """The small word before a place (« près de la » counts as « pres »), where it begins, and an article."""
    at = start
    article = bool(question[start].elided == "l")
    if at and question[at - 1].word in _ARTICLES:
        at -= 1
        article = True
    if not at or question[at - 1].pause:
        return "", at, article
    word = question[at - 1].word
    if word in _OF and at > 1 and question[at - 2].word in _NEAR | _TYPE:
        at -= 2
        word = question[at].word
        while at and question[at - 1].word in {"a", "du", "dans", "le", "la", "les", "aux", "pas", "non", "l"}:
            at -= 1
        return word, at, article
    if question[start].elided == "d" and word in _NEAR | _TYPE:
        return word, at - 1, article
    if word in _NEAR | _TYPE:
        return word, at - 1, article
    if word in _BEFORE | _OF:
        return word, at - 1, article
    return word, at, article


def _rank(mention: Mention) -> float:
    """Longer names first, then stronger evidence."""
    return 2.0 * (mention.end - mention.start) + mention.strength


def _narrowed(mentions: list[Mention], question: Sequence[Token]) -> list[Mention]:
    """Let one place tell which of several communes another means.

    « Valence (82) », « Saint-Denis, Réunion », and long names the registers shorten:
    « Valence d'Agen » is the Valence in or next to Agen's département.
    """
    kept: list[Mention] = []
    for mention in mentions:
        previous = kept[-1] if kept else None
        if previous is None or previous.places[0].kind != "commune":
            kept.append(mention)
            continue
        touching = mention.lead <= previous.end or mention.start <= previous.end + 1
        inside = {number for place in mention.places[:1] for number in place.departements}
        fits = [place for place in previous.places if place.departements & inside]
        if touching and mention.places[0].kind == "commune" and len(mention.places) > 0:
            fits = fits or _neighbours(previous.places, inside)
            compound = question[mention.start].elided == "d" or mention.start > previous.end
            if not compound or mention.places[0] in previous.places:
                fits = []
        if touching and fits:
            strength = max(previous.strength, mention.strength)
            kept[-1] = Mention(previous.start, mention.end, previous.lead, tuple(fits), strength)
        else:
            kept.append(mention)
    return kept


def _neighbours(places: Sequence[Place], departements: set[str]) -> list[Place]:
    near = {number for departement in departements for number in facts()[departement]["near"]}
    return [place for place in places if place.departements & near]


def adjectives(question: Sequence[Token]) -> list[tuple[int, Place]]:
    """(position, place) of the words that are inhabitants' adjectives: « ardéchoise », « catalan »."""
    known = people()
    return [(at, known[token.word]) for at, token in enumerate(question) if token.word in known]
