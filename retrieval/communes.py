"""Communes as the catalogue's own rows name them: each way of writing one, put together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from retrieval import positions
from retrieval.places import ARTICLE_BEHIND, Place, facts, spelled

T = TypeVar("T")

SHORTENED = 50, 4000
"""Associations of a town whose long name people shorten, at least, and its share of all as 1 in so many."""
MUCH_LARGER = 5
"""Times that the largest commune must have the associations of any other for a short name to mean it."""

_JOINING = frozenset({"en", "la", "le", "les", "sur", "sous", "de", "du", "des", "aux"})
_WORDS = """
    saint sainte saints ile val mont pont port bourg bois villers joue aire rive bas charite amelie ruelle
    fontaine roche chapelle croix tour tours maison mas plan salle motte garde hopital moulin marche
    """
_GENERIC = frozenset(_WORDS.split())


@dataclass(slots=True)
class Commune:
    """A commune while the gazetteer is being put together."""

    departement: str
    name: tuple[str, ...]
    spellings: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    postcodes: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    count: int = 0


@cache
def _regions() -> Mapping[str, list[tuple[str, float, float]]]:
    """(name with its accents, degrees north, degrees east) of every place, by region."""
    found = defaultdict(list)
    for name, own, north, east in positions.everywhere():
        found[own].append((name, north, east))
    return found


@cache
def _points(region: str) -> Mapping[tuple[str, ...], tuple[str, float, float]]:
    """The places of a region by their names as ``spelled``; one region after the other is worked out."""
    return {spelled(each[0]): each for each in _regions().get(region, ())}


def point(place: Place) -> tuple[str, float, float] | None:
    """(name with its accents, degrees north, degrees east) of a commune, where known."""
    return _points(region(place)).get(spelled(place.name))


def region(place: Place) -> str:
    """Today's region of a commune."""
    return str(facts()[min(place.departements)]["region"])


def communes(towns: Mapping[str, int]) -> list[tuple[set[tuple[str, ...]], Commune]]:
    """Put rows' ways of naming a commune together: (names, commune), by INSEE code and name."""
    communes: dict[tuple[str, tuple[str, ...]], Commune] = {}
    nameless: list[tuple[str, str, int]] = []
    of_code: dict[str, Counter[tuple[str, tuple[str, ...]]]] = defaultdict(Counter)
    for key, count in towns.items():
        _, departement, code, postcode, city = key.split(":", 4)
        name = spelled(city)
        if not name:
            nameless.append((key, code, count))
            continue
        commune = communes.setdefault((departement, name), Commune(departement, name))
        commune.keys.add(key)
        commune.count += count
        commune.spellings[city] += count
        commune.postcodes[postcode] += count
        if code:
            commune.codes[code] += count
            of_code[code][departement, name] += count
    chief = {code: _usual(names) for code, names in of_code.items()}
    for key, code, count in nameless:
        if code in chief:
            communes[chief[code]].keys.add(key)
            communes[chief[code]].count += count
    return _with_other_names(communes, chief)


def _usual(counted: Counter[T]) -> T:
    """What was counted most often; what came first of several."""
    return max(counted, key=counted.__getitem__)


def _with_other_names(
    communes: Mapping[tuple[str, tuple[str, ...]], Commune], chief: Mapping[str, tuple[str, tuple[str, ...]]]
) -> list[tuple[set[tuple[str, ...]], Commune]]:
    """Former and short names: those that never are the usual one of their code join the usual one."""
    names: dict[tuple[str, tuple[str, ...]], set[tuple[str, ...]]] = defaultdict(set)
    usual = set(chief.values())
    for identity, commune in communes.items():
        code = _usual(commune.codes) if commune.codes else None
        home = identity if identity in usual or code is None else chief[code]
        names[home].add(identity[1])
        if home != identity:
            communes[home].keys.update(commune.keys)
            communes[home].count += commune.count
    return [(each, communes[identity]) for identity, each in names.items()]


def placed(commune: Commune) -> Place:
    """The place that a commune is."""
    total = sum(commune.postcodes.values())
    point = _points(facts()[commune.departement]["region"]).get(commune.name)
    return Place(
        "commune",
        f"{commune.departement}:{' '.join(commune.name)}",
        point[0] if point else _shown(_usual(commune.spellings)),
        frozenset(commune.keys),
        frozenset({commune.departement}),
        frozenset(code for code, count in commune.postcodes.items() if count * 20 >= total),
        commune.count,
    )


def _shown(city: str) -> str:
    """A commune's name as people write it; registers often shout."""
    if match := ARTICLE_BEHIND.match(city):
        city = f"{match[2]} {match[1]}"
    city = re.sub(r"\s+(?:cedex.*|\d+.*|\(.*\))$", "", city.strip(), flags=re.IGNORECASE)
    if not city.isupper():
        return city
    small = {"de", "du", "des", "la", "le", "les", "en", "sur", "sous", "et", "aux", "au", "d", "l"}
    parts = re.split(r"([\s'-])", city.lower())
    shown = [part if part in small and place else part.capitalize() for place, part in enumerate(parts)]
    return "".join(shown)


def empty(key: str, name: str | None = None) -> Place:
    """A commune without associations."""
    departement, _, spelling = key.partition(":")
    return Place("commune", key, name or spelling.title(), frozenset(), frozenset({departement}))


def short_names(
    by_name: Mapping[tuple[str, ...], list[Place]], total: int
) -> list[tuple[tuple[str, ...], Place]]:
    """« Cosne » for Cosne-Cours-sur-Loire, where no other long name of the like begins so.

    Args:
        by_name: Communes by name.
        total: Number of associations of all.
    """
    least, share = SHORTENED
    least = max(least, total // share)
    begins: dict[str, list[Place]] = defaultdict(list)
    for (first, *others), places in by_name.items():
        if not _JOINING.isdisjoint(others) and first not in _GENERIC and (first,) not in by_name:
            begins[first] += places
    found: list[tuple[tuple[str, ...], Place]] = []
    for first, places in begins.items():
        largest, *rest = sorted(places, key=lambda place: -place.count)
        if largest.count >= least and (not rest or largest.count > MUCH_LARGER * rest[0].count):
            found.append(((first,), largest))
    return found
