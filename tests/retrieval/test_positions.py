"""From a point on the map to the places around it."""

from __future__ import annotations

import pytest

from retrieval import positions
from retrieval.places import facts


@pytest.mark.parametrize(
    ("latitude", "longitude", "name", "region"),
    [
        (46.99, 3.16, "Nevers", "Bourgogne-Franche-Comté"),
        (48.386, -4.489, "Brest", "Bretagne"),
        (41.927, 8.735, "Ajaccio", "Corse"),
        (-20.882, 55.45, "Saint-Denis", "La Réunion"),
        (4.93, -52.33, "Cayenne", "Guyane"),
    ],
)
def test_towns_are_where_they_are(latitude: float, longitude: float, name: str, region: str) -> None:
    found = positions.nearest(latitude, longitude, within=10)
    assert (found[0].name, found[0].region) == (name, region)
    assert found[0].distance < 3
    assert [each.distance for each in found] == sorted(each.distance for each in found)


def test_distances_are_kilometres_along_the_ground() -> None:
    lyon = (45.75, 4.85)
    distance = next(
        each.distance for each in positions.nearest(*lyon, within=60, limit=2000) if each.name == "Vienne"
    )
    assert distance == pytest.approx(25, abs=1.5)


@pytest.mark.parametrize(("latitude", "longitude"), [(0, 0), (90, 0), (-90, 180), (40, -40)])
def test_far_from_france_there_is_nothing(latitude: float, longitude: float) -> None:
    assert positions.nearest(latitude, longitude, within=40) == []


def test_every_region_is_one_that_the_gazetteer_knows() -> None:
    known = {fact["region"] for fact in facts().values()}
    everywhere = positions.nearest(46, 2, within=20_100, limit=100_000)
    assert len(everywhere) > 15_000
    assert {each.region for each in everywhere} == known
