"""Capitals of registers as sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.model import Entry
from storage.typography import display_title, sentence_case, theme_name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("LES AMIS DU MOULIN", "Les amis du moulin"),
        ("CLUB D'ÉCHECS DE L'ÉTÉ", "Club d'échecs de l'été"),
        ("FOYER S.N.C.F. DE FRANCE", "Foyer S.N.C.F. de France"),
        ("UNION SPORTIVE USEP ET CFDT", "Union sportive USEP et CFDT"),
        ("LYCEE SAINT JOSEPH", "Lycee Saint Joseph"),
        ("RUGBY A XV, 3EME AGE", "Rugby a XV, 3eme age"),
        ("CHANTER. DANSER ! LIRE", "Chanter. Danser ! Lire"),
        ("Déjà en minuscules", "Déjà en minuscules"),
        ("3", "3"),
        ("", ""),
    ],
)
def test_sentence_case(written: str, shown: str) -> None:
    assert sentence_case(written) == shown


def test_the_town_keeps_its_capital() -> None:
    entry = Entry(title="COMITE DES FETES DE VILLENEUVE-LES-BOIS", city="Villeneuve les Bois")
    assert display_title(entry) == "Comite des fetes de Villeneuve-les-Bois"


def test_without_a_title_the_beginning_of_the_purpose_serves() -> None:
    assert display_title(Entry(purpose="chanter ensemble")) == "chanter ensemble"
    long = display_title(Entry(purpose="organiser des concerts, " * 20))
    assert long.startswith("organiser des concerts, organiser")
    assert long.endswith("…")
    assert len(long) < 100


def test_themes_are_shown_with_their_apostrophes() -> None:
    assert theme_name("007005") == "Bridge, jeux de cartes, échecs, dames, jeux de société"
    assert theme_name("011175") == "Tir (tir à l’arc, tir à balle, ball-trap), javelot"
    assert theme_name("023004") == "Association d’actionnaires, d’épargnants"


@given(st.text())
def test_positions_stay_the_same(text: str) -> None:
    assert len(sentence_case(text)) == len(text)
