"""From what a person types to a town with its postcode and commune code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, spelled

POSTCODE = re.compile(r"(?<!\d)(\d{5}|\d{2} \d{3})(?!\d)")
MOST = 8


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
