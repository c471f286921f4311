"""Words that no association contains."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from retrieval.spelling import Speller

KNOWN = {
    "randonnee": 640,
    "randonneur": 90,
    "petanque": 1488,
    "petank": 1,
    "ecole": 900,
    "chorale": 400,
    "karate": 600,
    "bibliotheque": 300,
    "philosophie": 50,
    "filosofie": 2,
    "quercy": 200,
    "photographie": 345,
    "club": 5000,
    "football": 4000,
    "vieilles": 78,
    "vielles": 6,
    "aquarelle": 29,
    "quarelle": 500,
}


class Words:
    def frequency(self, word: str) -> int:
        return KNOWN.get(word, 0)

    def neighbours(self, first_letter: str, word: str, mistakes: int) -> Iterator[tuple[str, int]]:
        return (
            (other, frequency)
            for other, frequency in KNOWN.items()
            if other[0] == first_letter and abs(len(other) - len(word)) <= mistakes
        )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("randonnnee", ("randonnee",)),
        ("randonee", ("randonnee",)),
        ("radnonnee", ("randonnee",)),
        ("petanke", ("petanque",)),
        ("korale", ("chorale",)),
        ("bibliotek", ("bibliotheque",)),
        ("filozofie", ("philosophie",)),
        ("qwerty", ()),
        ("lecole", ("ecole",)),
        ("fotographie", ("photographie",)),
        ("footballclub", ("football", "club")),
        ("xyzzyq", ()),
        ("abc", ()),
        ("58000", ()),
    ],
)
def test_what_was_meant(typed: str, meant: tuple[str, ...]) -> None:
    assert Speller(Words()).correct(typed) == meant


def test_rare_word_may_be_a_slip_but_a_common_one_is_not() -> None:
    speller = Speller(Words())
    assert speller.alternative("vielles") == "vieilles"
    assert speller.alternative("petanke") == "petanque"
    assert speller.alternative("aquarelle") is None
