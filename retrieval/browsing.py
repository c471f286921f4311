"""Looking through the catalogue without a question: places by name, themes with counts, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval import positions
from retrieval.bm25 import BM25Index, Filter
from retrieval.finding import GONE
from retrieval.gazetteer import Gazetteer
from retrieval.places import Place, facts, spelled
from storage.registers import themes

_POSTCODE = re.compile(r"\d{5}", re.ASCII)
_HEADING = "000"
REGION = "region:"
PARIS = "75"
"""The one département that is a commune at the same time."""
REACH_KM = 40.0
LONGEST_KEY = 48
"""Bytes of a ``brief`` key, so that it fits a button beside other ids."""


class Browser:
    """Counts and lists the living associations of an index by theme and place."""

    def __init__(self, index: BM25Index, gazetteer: Gazetteer) -> None:
        self._index = index
        self._gazetteer = gazetteer

    def places(self, text: str) -> list[Place]:
        """What a name, postcode or number of a place can mean, the likeliest first."""
        text = text.strip()
        if _POSTCODE.fullmatch(text):
            place = self._gazetteer.postcode(text)
            return [place] if place is not None else []
        name = spelled(text)
        area = self._gazetteer.area(name) or self._gazetteer.get(text.upper())
        communes = self._gazetteer.named(name) if name else []
        if area is None or (communes and area.key == PARIS):
            return communes
        return [area, *communes]

    def place(self, key: str) -> Place | None:
        """The place with that ``brief`` key."""
        if key.startswith(REGION):
            return self._gazetteer.area(spelled(key.removeprefix(REGION)))
        return self._gazetteer.get(key)

    def place_at(self, latitude: float, longitude: float) -> Place | None:
        """The nearest commune that the catalogue knows, within ``REACH_KM``, from degrees north and east."""
        for position in positions.nearest(latitude, longitude, REACH_KM):
            for place in self._gazetteer.named(spelled(position.name)):
                if any(facts()[number]["region"] == position.region for number in place.departements):
                    return place
        return None

    def count(self, key: str) -> int:
        """Number of associations with a filter key such as ``status:active`` or ``dept:58``."""
        return self._index.count(Filter((frozenset({key}),)))

    def themes(self, place: Place | None) -> dict[str, int]:
        """Code of each theme in use to its number of associations; a heading counts all under it."""
        counts: dict[str, int] = {}
        for key, total in self._index.keys("theme:"):
            code = key.removeprefix("theme:")
            count = self._index.count(_filter([code], place)) if total else 0
            for each in {code, f"{code[:3]}{_HEADING}"}:
                if count:
                    counts[each] = counts.get(each, 0) + count
        return counts

    def members(self, code: str, place: Place | None, offset: int, limit: int) -> tuple[int, list[int]]:
        """Number of associations under a theme or heading, and ids of one page of them."""
        codes = [code]
        if code.endswith(_HEADING):
            codes += [theme.code for theme in themes.under(code)]
        where = _filter(codes, place)
        return self._index.count(where), self._index.members(where, offset, limit)


def brief(place: Place) -> str:
    """A key of a place, as short as there is; ``Browser.place`` reads it."""
    codes = {key.split(":")[2] for key in place.keys if key.startswith("town:")} - {""}
    key = min(codes) if place.kind == "commune" and len(codes) == 1 else place.key
    return key if len(key.encode()) <= LONGEST_KEY else min(place.departements)


def _filter(codes: Sequence[str], place: Place | None) -> Filter:
    groups = [frozenset(f"theme:{code}" for code in codes)]
    if place is not None:
        groups.append(place.keys)
    return Filter(tuple(groups), GONE)
