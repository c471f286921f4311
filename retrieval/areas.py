"""Départements, regions, provinces and usual countries by every name they have; inhabitants' adjectives."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from retrieval.french import fold
from retrieval.places import DEPARTEMENT, Kind, Place, data, facts, spelled


@cache
def usual() -> Mapping[str, Any]:
    """What ``data/regions.toml`` says, table by table."""
    return tomllib.loads(data("regions.toml"))


def departement_keys(numbers: Iterable[str]) -> frozenset[str]:
    """Index keys of départements."""
    return frozenset(DEPARTEMENT + number for number in numbers)


def _area(kind: Kind, key: str, name: str, numbers: Iterable[str]) -> Place:
    return Place(kind, key, name, departement_keys(numbers), frozenset(numbers))


def numbered(number: str) -> Place | None:
    """The département with that number."""
    if number not in facts():
        return None
    return _area("departement", number, facts()[number]["name"], [number])


def named_areas() -> Iterator[tuple[tuple[str, ...], Place]]:
    """(name, place) of regions and provinces, then of départements, which win."""
    regions: dict[str, set[str]] = defaultdict(set)
    for number, fact in facts().items():
        regions[fact["region"]].add(number)
        regions[fact["old_region"]].add(number)
    regions.update((name, set(numbers)) for name, numbers in usual()["names"].items())
    for name, numbers in regions.items():
        yield spelled(name), _area("region", f"region:{name}", name, numbers)
    for number, fact in facts().items():
        place = _area("departement", number, fact["name"], [number])
        for name in (fact["name"], *fact.get("also", ())):
            yield spelled(name), place


@cache
def ordinary() -> frozenset[str]:
    """Folded names of areas that are words, or other names, as well: « lot », « manche », « corse »."""
    return frozenset(usual()["ordinary"].split())


@cache
def people() -> Mapping[str, Place]:
    """Folded adjective, singular or plural, to the département or province it belongs to."""
    found: dict[str, Place] = {}
    areas = {place.name: place for _, place in named_areas()}
    for adjective, name in usual()["people"].items():
        found[fold(adjective)] = areas[name]
    for number, fact in facts().items():
        for adjective in fact.get("people", ()):
            found.setdefault(fold(adjective), _area("departement", number, fact["name"], [number]))
    return found | {f"{adjective}s": place for adjective, place in found.items() if adjective[-1] != "s"}
