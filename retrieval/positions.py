"""From a point on the map to the nearest places of France, for people who send their location."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EARTH_RADIUS_KM = 6371.0


class Position(NamedTuple):
    """A populated place.

    Attributes:
        name: As in GeoNames.
        region: Today's region, as ``places.facts`` names it.
        distance: From the point asked for, in kilometres.
    """

    name: str
    region: str
    distance: float


@dataclass(frozen=True, slots=True)
class _Map:
    """All places: names, regions, and radians as arrays of shape (places,)."""

    names: tuple[str, ...]
    regions: tuple[str, ...]
    latitudes: NDArray[np.float64]
    longitudes: NDArray[np.float64]


@cache
def _places() -> _Map:
    text = files("retrieval").joinpath("data", "positions.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    return _Map(
        tuple(row["name"] for row in rows),
        tuple(row["region"] for row in rows),
        np.radians([float(row["latitude"]) for row in rows]),
        np.radians([float(row["longitude"]) for row in rows]),
    )


def everywhere() -> Iterator[tuple[str, str, float, float]]:
    """Yield (name, region, degrees north, degrees east) of every place."""
    known = _places()
    for name, region, north, east in zip(
        known.names, known.regions, np.degrees(known.latitudes), np.degrees(known.longitudes), strict=True
    ):
        yield name, region, float(north), float(east)


def nearest(latitude: float, longitude: float, within: float, limit: int = 200) -> list[Position]:
    """Places around a point, nearest first.

    Args:
        latitude: Degrees north.
        longitude: Degrees east.
        within: Largest distance in kilometres, along the great circle (haversine formula).
        limit: Largest number of places.
    """
    known = _places()
    north, east = np.radians(latitude), np.radians(longitude)
    chord = (
        np.sin((known.latitudes - north) / 2) ** 2
        + np.cos(north) * np.cos(known.latitudes) * np.sin((known.longitudes - east) / 2) ** 2
    )
    distances = 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))
    order = np.argsort(distances, kind="stable")[:limit]
    return [
        Position(known.names[i], known.regions[i], float(distances[i]))
        for i in order
        if distances[i] <= within
    ]
