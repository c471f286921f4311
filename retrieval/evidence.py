"""How surely some words of a question name a place: « à Vif » against « le plus vif »."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Literal, NamedTuple

from retrieval.areas import ordinary
from retrieval.french import fold
from retrieval.places import Place, spelled

POSTCODE_DIGITS = 5

_ARTICLES = frozenset({"le", "la", "les", "l"})
_BEFORE = frozenset({"a", "au", "aux", "en", "sur", "vers", "dans", "in", "near", "around", "at", "chez"})
_NEAR = frozenset({"pres", "proche", "cote", "autour", "environs", "alentours", "loin", "region", "secteur"})
BUILT_UP = frozenset({"agglomeration", "agglo", "metropole", "banlieue", "peripherie"})
"""What a town is with all that is built around it."""
_TYPE = frozenset({"ville", "commune", "village", "departement", "dept", "pays"}) | BUILT_UP
_OF = frozenset({"de", "du", "des", "d", "of"})
_BEFORE_NEAR = _ARTICLES | {"a", "du", "dans", "aux", "pas", "non"}
_OF_COMMUNES = _NEAR | {"a", "vers", "ville", "commune", "village", "chez", "at", "in"}
_BEFORE_NUMBERS = frozenset({"dans", "sur", "du"})
_DETERMINERS_LISTED = """
    un une mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces chaque quelques
    plusieurs aucun aucune plus tres bien trop pas moins
    """
_DETERMINERS = frozenset(_DETERMINERS_LISTED.split())


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


_NAMED_WITH_ARTICLE = re.compile(r"(?:l[ae]s? |l['’])")

Standing = Literal["introduced", "alone", "at an end", "within"]


class Lead(NamedTuple):
    """The small words before a name.

    Attributes:
        word: The one that tells most: ``pres`` of « près de la », or nothing.
        begins: Position of the first of them, or of the name.
        article: An article stands before the name.
    """

    word: str
    begins: int
    article: bool


def strength(
    question: Sequence[Token],
    start: int,
    end: int,
    places: Sequence[Place],
    frequency: Callable[[str], int],
) -> float:
    """Evidence that the words from ``start`` to ``end`` name one of ``places``; see ``mentions.SURE``.

    The weights were set by hand on invented questions, the judged ones only confirmed them.
    """
    said = [token.word for token in question[start:end]]
    if said[0].isdigit():
        return _of_number(question, start)
    before = lead(question, start)
    return (
        _of_lead(question, start, before, places[0])
        + _of_position(question, start, end, before)
        + _of_capital(question, start, end)
        + _of_name(said, places, frequency)
    )


def names_area(question: Sequence[Token], start: int) -> bool:
    """« en Mayenne », « danse Landes » name a département; « à Mayenne », « près de Vienne » a commune."""
    before = lead(question, start)
    return before.article or before.word not in _OF_COMMUNES


def standing(question: Sequence[Token], start: int, end: int) -> Standing:
    """Where some words stand: behind a word like « à » or « de », alone, at an end, or within."""
    before = lead(question, start)
    if before.word in _BEFORE | _NEAR | _TYPE | _OF or question[start].elided == "d":
        return "introduced"
    if before.begins == 0 and end == len(question):
        return "alone"
    return "at an end" if before.begins == 0 or end == len(question) else "within"


def lead(question: Sequence[Token], start: int) -> Lead:
    """The small words before a name that begins at ``start``."""
    at = start
    article = question[start].elided == "l"
    if at and question[at - 1].word in _ARTICLES:
        at -= 1
        article = True
    if not at or question[at - 1].pause:
        return Lead("", at, article)
    word = question[at - 1].word
    if word in _OF and at > 1 and question[at - 2].word in _NEAR | _TYPE:
        at -= 2
        word = question[at].word
        while at and question[at - 1].word in _BEFORE_NEAR:
            at -= 1
        return Lead(word, at, article)
    return Lead(word, at - 1 if word in _BEFORE | _OF | _NEAR | _TYPE else at, article)


def has_article(place: Place) -> bool:
    """Whether an article is a part of a place's name, as in Le Mans."""
    return _NAMED_WITH_ARTICLE.match(fold(place.name)) is not None


def _of_lead(question: Sequence[Token], start: int, before: Lead, place: Place) -> float:
    if before.article and (place.kind == "commune" or place.name == "Paris") and not has_article(place):
        return -3.0
    if before.word in _BEFORE:
        return 0.5 if before.word == "en" and place.kind == "commune" else 2.0
    if before.word in _NEAR | _TYPE:
        return 2.5
    if before.word in _OF or question[start].elided == "d":
        return 0.8
    stray = -1.0 if before.article and question[start].word not in _ARTICLES else 0.0
    return stray - 3.0 if before.word in _DETERMINERS else stray


def _of_position(question: Sequence[Token], start: int, end: int, before: Lead) -> float:
    """Places stand first, last, or behind a comma; alone they are all there is."""
    after_pause = 0.8 if start > 0 and question[start - 1].pause else 0.0
    before_pause = 0.8 if end == len(question) or question[end - 1].pause else 0.0
    first = 0.8 if before.begins == 0 else 0.0
    alone = 2.0 if start == 0 and end == len(question) else 0.0
    return after_pause + before_pause + first + alone + _of_what_follows(question, end)


def _of_what_follows(question: Sequence[Token], end: int) -> float:
    """« tours de magie », « moulins à vent », « rennes du père Noël » are no towns."""
    if end == len(question) or question[end - 1].pause:
        return 0.0
    return -1.5 if question[end].elided == "d" or question[end].word in _OF | {"a", "au", "aux"} else 0.0


def _of_capital(question: Sequence[Token], start: int, end: int) -> float:
    """A capital says something unless all words have one; at the beginning it says less."""
    if all(token.capital for token in question) or not any(token.capital for token in question[start:end]):
        return 0.0
    return 1.0 if start else 0.4


def _of_number(question: Sequence[Token], at: int) -> float:
    """A postcode; or « le 33 », « dans le 33 », « foot 33 », but not « en 62 » or « rugby à 13 »."""
    if len(question[at].word) == POSTCODE_DIGITS:
        return 3.0
    before = lead(question, at)
    if before.word in _TYPE or (before.article and before.word in _BEFORE_NUMBERS | _OF | {""}):
        return 3.0
    if before.word in _BEFORE_NUMBERS:
        return 2.5
    if len(question) == 1:
        return 3.0
    last = at == len(question) - 1
    return 1.5 if last and before.word not in _BEFORE | _OF else 0.0


def _of_name(said: Sequence[str], places: Sequence[Place], frequency: Callable[[str], int]) -> float:
    """Whether the words are a name rather than common words, from 1.5 down to −1.5."""
    telling = [word for word in said if word not in _ARTICLES | _OF]
    area = any(place.kind != "commune" for place in places)
    if telling[1:]:
        return 1.5 if area or telling[2:] or "saint" in spelled(" ".join(said)) else 1.0
    if area:
        return -0.8 if telling and telling[0] in ordinary() else 1.5
    there = max(place.count for place in places)
    used = max(frequency(word) + frequency(word.removesuffix("s")) * word.endswith("s") for word in said)
    elsewhere = max(0, used - there)
    return max(-1.5, 1.5 - 0.6 * log2(1 + elsewhere / (there + 2)))
