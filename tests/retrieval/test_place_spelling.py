"""Misspelt places, put to a made-up catalogue that has enough associations in each."""

from __future__ import annotations

import pytest

from retrieval.gazetteer import Gazetteer
from retrieval.mentions import tokens
from retrieval.place_spelling import PlaceSpeller

TOWNS = {
    "town:44:44109:44000:NANTES": 40,
    "town:81:81065:81100:CASTRES": 30,
    "town:13:13055:13001:MARSEILLE": 40,
    "town:33:33063:33000:BORDEAUX": 40,
    "town:42:42218:42000:SAINT-ETIENNE": 40,
    "town:17:17300:17000:LA ROCHELLE": 30,
    "town:09:09131:09250:GARANOU": 4,
    "town:77:77288:77000:MELUN": 2,
    "town:38:38545:38450:LENS LESTANG": 12,
}
USED = {"judo": 300, "course": 200, "nantis": 3, "castre": 1, "danse": 500, "contre": 900}


def read(question: str) -> str:
    """The question with its place mended."""
    speller = PlaceSpeller(Gazetteer(TOWNS.items()), lambda word: USED.get(word, 0))
    mended, corrections = speller.mended(tokens(question), lambda word: word in {"course", "melon", "cours"})
    typed = [token.word for token in tokens(question)]
    assert [corrections.get(word, word) for word in typed] == [token.word for token in mended]
    return " ".join(token.word for token in mended)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("danse a nante", "danse a nantes"),
        ("castre", "castres"),
        ("marseile", "marseille"),
        ("judo bordaux", "judo bordeaux"),
        ("st etiene", "st etienne"),
        ("judo st etiene", "judo st etienne"),
        ("la rochele", "la rochelle"),
        ("judo la rochele", "judo la rochelle"),
        ("chasse a garanoux", "chasse a garanou"),
        ("judo en bretagn", "judo en bretagne"),
        ("saonne et loire", "saone et loire"),
        ("nièvr", "nievre"),
    ],
)
def test_misspelt_place_is_read_right(typed: str, meant: str) -> None:
    assert read(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "qwerty",
        "judo a nantes",
        "lutte contre les nantis",
        "nantis judo",
        "club de course",
        "culture de melon",
        "chasse garanoux judo",
        "les rochele",
        "xyzzy",
        "",
    ],
)
def test_what_is_no_place_is_left_alone(typed: str) -> None:
    assert read(typed) == " ".join(token.word for token in tokens(typed))
