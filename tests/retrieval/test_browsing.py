"""Looking through the catalogue: places by name, themes with counts, lists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from retrieval.browsing import Browser, brief
from retrieval.catalogue import Catalogue
from storage.database import Database
from storage.model import Entry, Status


def in_nevers(title: str, theme: str | None = None, status: Status = Status.ACTIVE) -> Entry:
    return Entry(
        title=title, theme=theme, status=status, city="Nevers", postcode="58000", commune_code="58194"
    )


ENTRIES = [
    in_nevers("Chorale", "006030"),
    in_nevers("Fanfare", "006000"),
    in_nevers("Belote", "007000"),
    in_nevers("Ancienne chorale", "006030", Status.DISSOLVED),
    Entry(title="Chœur", theme="006030", city="Paris", postcode="75020", commune_code="75056"),
    Entry(title="Voix", theme="006030", city="Mayenne", postcode="53100"),
    Entry(title="Danse", theme="006040", city="Saint-Denis", postcode="93200"),
    Entry(title="Ronde", theme="006040", city="Saint-Denis", postcode="97400"),
    in_nevers("Sans thème"),
]


@pytest_asyncio.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    database = await Database.open(tmp_path / "w.sqlite3")
    catalogue = await Catalogue.open(database)
    for entry in ENTRIES:
        await catalogue.add(entry, None)
    yield catalogue.browser
    await catalogue.close()
    await database.close()


async def test_headings_count_what_is_under_them_without_the_dissolved(browser: Browser) -> None:
    assert browser.themes(None) == {"006000": 6, "006030": 3, "006040": 2, "007000": 1}


async def test_a_place_narrows(browser: Browser) -> None:
    nevers = browser.places("nevers")[0]
    assert browser.themes(nevers) == {"006000": 2, "006030": 1, "007000": 1}
    assert browser.members("006000", nevers, 0, 10)[0] == 2
    assert browser.members("006030", nevers, 0, 10) == (1, [1])


async def test_lists_come_in_pages(browser: Browser) -> None:
    total, first = browser.members("006000", None, 0, 4)
    _, second = browser.members("006000", None, 4, 4)
    assert total == 6
    assert first + second == [1, 2, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nevers", ["Nevers"]),
        (" NEVERS ", ["Nevers"]),
        ("58000", ["58000"]),
        ("58", ["Nièvre"]),
        ("2a", ["Corse-du-Sud"]),
        ("nievre", ["Nièvre"]),
        ("Paris", ["Paris"]),
        ("Mayenne", ["Mayenne", "Mayenne"]),
        ("st-denis", ["Saint-Denis", "Saint-Denis"]),
        ("Xyzville", []),
        ("00000", []),
        ("", []),
        ("🎉", []),
    ],
)
async def test_places_are_found_by_name_number_and_postcode(
    browser: Browser, text: str, names: list[str]
) -> None:
    assert [place.name for place in browser.places(text)] == names


async def test_brief_keys_lead_back_to_their_place(browser: Browser) -> None:
    for text in (
        "Nevers",
        "58",
        "Mayenne",
        "Saint-Denis",
        "Bretagne",
        "Périgord",
        "Provence-Alpes-Côte d'Azur",
    ):
        for place in browser.places(text):
            assert len(brief(place).encode()) <= 48
            assert browser.place(brief(place)) == place


async def test_a_location_is_the_nearest_commune_known(browser: Browser) -> None:
    near = browser.place_at(46.98, 3.20)
    assert near is not None
    assert near.name == "Nevers"
    island = browser.place_at(-20.9, 55.46)
    assert island is not None
    assert island.departements == {"974"}
    assert browser.place_at(40, -40) is None
