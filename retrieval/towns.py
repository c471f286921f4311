"""From what a person types to a town with its postcode and commune code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from retrieval import positions
from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, spelled
from storage.model import Entry

POSTCODE = re.compile(r"(?<!\d)(\d{5}|\d{2} \d{3})(?!\d)")
MOST = 8
Doubt = Literal["unknown", "several", "postcode"]


@dataclass(frozen=True, slots=True)
class Town:
    """Where an association has its seat, as far as it is known."""

    city: str | None
    postcode: str | None
    commune_code: str | None = None

    @property
    def label(self) -> str:
        """For people: ``Nevers (58000)``."""
        known = f"{self.city} ({self.postcode})"
        return known if self.city and self.postcode else self.city or self.postcode or ""


def towns(gazetteer: Gazetteer, text: str) -> list[Town]:
    """The towns that a text can mean, those with most associations first; never none.

    A postcode and a name are completed by what the catalogue's own associations say. What the catalogue
    does not know is taken as typed: the first association of a town has to come from somewhere.
    """
    match = POSTCODE.search(text)
    postcode = match[1].replace(" ", "") if match else None
    name = POSTCODE.sub(" ", text).strip(" ,;()-\n\t") or None
    if name is None:
        place = gazetteer.postcode(postcode or "")
        found = _in_postcode(place) if place is not None else []
    else:
        found = [town for place in gazetteer.named(spelled(name)) for town in _of_commune(place)]
        found = [town for town in found if postcode in (None, town.postcode)]
    return found[:MOST] or [Town(name, postcode)]


def communes(gazetteer: Gazetteer, postcode: str) -> list[Place]:
    """The communes of a postcode that the catalogue knows."""
    found = [
        place
        for town in towns(gazetteer, postcode)
        for place in gazetteer.named(spelled(town.city or ""))
        if postcode in place.postcodes
    ]
    return list({place.key: place for place in found}.values())


def doubt(gazetteer: Gazetteer, entry: Entry) -> Doubt | None:
    """What is doubtful about where an entry says that it is; None when it is known, or says nothing.

    Towns count as known by their commune code, which nobody types: a slip repeated is still a slip.

    Returns:
        ``unknown``: neither the catalogue nor the map has a town of that name; ``several``: there are some
        of that name, and no postcode tells which; ``postcode``: the towns of that name have others.
    """
    if not entry.city or entry.commune_code:
        return None
    name = spelled(entry.city)
    known = [place for place in gazetteer.named(name) if any(_town(key).commune_code for key in place.keys)]
    if not known:
        return None if name in _on_the_map() else "unknown"
    if entry.postcode is None:
        return "several" if len(known) > 1 else None
    return None if any(entry.postcode in place.postcodes for place in known) else "postcode"


@cache
def _on_the_map() -> frozenset[tuple[str, ...]]:
    return frozenset(spelled(name) for name, *_ in positions.everywhere())


def _in_postcode(place: Place) -> list[Town]:
    """The communes of a postcode."""
    return sorted({town for key in place.keys if (town := _town(key)).city}, key=lambda town: town.label)


def _of_commune(place: Place) -> list[Town]:
    """A commune, once for each of its postcodes."""
    codes = {key.split(":")[2] for key in place.keys} - {""}
    code = min(codes) if len(codes) == 1 else None
    postcodes: list[str | None] = [*sorted(place.postcodes)] or [None]
    return [Town(place.name, postcode, code) for postcode in postcodes]


def _town(key: str) -> Town:
    """Read an index key ``town:<département>:<commune code>:<postcode>:<city>``."""
    _, _, code, postcode, city = key.split(":", 4)
    return Town(city or None, postcode or None, code or None)
