"""Places named beside each other: one tells which another is, or both are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from retrieval.evidence import Token
from retrieval.places import Place, facts

SURE = 1.8

_OR = frozenset({"ou", "et", "or", "and", "sinon", "voire", "puis"})


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


def together(mentions: Sequence[Mention], question: Sequence[Token]) -> list[Mention]:
    """Read the places of a question, in their order, with regard to each other."""
    return _joined(_narrowed(mentions, question), question)


def _joined(mentions: Iterable[Mention], question: Sequence[Token]) -> list[Mention]:
    """« Laval ou Mayenne », « en Savoie et en Haute-Savoie »: either place will do."""
    kept: list[Mention] = []
    for mention in mentions:
        previous = kept[-1] if kept else None
        if previous is None or not _linked(previous, mention, question):
            kept.append(mention)
            continue
        both = _either(previous.places[0], _alike(mention.places, previous.places[0]))
        strength = max(previous.strength, mention.strength)
        kept[-1] = replace(previous, end=mention.end, places=(both,), strength=strength)
    return kept


def _linked(one: Mention, other: Mention, question: Sequence[Token]) -> bool:
    return other.lead == one.end + 1 and question[one.end].word in _OR


def _alike(places: Sequence[Place], place: Place) -> Place:
    """The likeliest that is of the same kind as ``place``: « Laval ou Mayenne » are two towns."""
    return next((each for each in places if each.kind == place.kind), places[0])


def _either(one: Place, other: Place) -> Place:
    return Place(
        one.kind if one.kind == other.kind else "region",
        f"{one.key}+{other.key}",
        f"{one.name}, {other.name}",
        one.keys | other.keys,
        one.departements | other.departements,
        one.postcodes | other.postcodes,
        one.count + other.count,
    )


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
