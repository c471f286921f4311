"""Areas of a few communes, as people say them: islands, bays, towns with what is built around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from retrieval.areas import usual
from retrieval.french import fold
from retrieval.places import Place, spelled

AROUND_TOWN_KM = 12.0
"""How far an agglomeration reaches from its town hall."""


class Circle(NamedTuple):
    """All within so many kilometres of the commune with that ``Place.key``."""

    name: str
    centre: str
    kilometres: float


class Communes(NamedTuple):
    """The communes with those keys."""

    name: str
    keys: tuple[str, ...]


@cache
def small_areas() -> dict[tuple[str, ...], Circle | Communes]:
    """Name, as ``places.spelled`` gives it, to what it stands for."""
    found: dict[tuple[str, ...], Circle | Communes] = {}
    for name, (centre, kilometres) in usual()["around"].items():
        found[spelled(name)] = Circle(name, centre, kilometres)
    for name, (departement, *communes) in usual()["communes"].items():
        found[spelled(name)] = Communes(name, tuple(f"{departement}:{commune}" for commune in communes))
    return found


@cache
def townspeople() -> dict[str, str]:
    """« lyonnaise » to the key of its town."""
    return {fold(adjective): key for adjective, key in usual()["townspeople"].items()}


def joined(name: str, places: Iterable[Place]) -> Place:
    """Several places as one area."""
    found = list(places)
    return Place(
        "region",
        f"region:{name}",
        name,
        frozenset(_of(each.keys for each in found)),
        frozenset(_of(each.departements for each in found)),
        frozenset(_of(each.postcodes for each in found)),
        sum(each.count for each in found),
    )


def _of(groups: Iterable[Iterable[str]]) -> Iterator[str]:
    return (each for group in groups for each in group)
