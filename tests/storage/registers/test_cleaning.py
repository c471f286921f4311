"""Values as registers write them become values worth keeping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.registers import cleaning


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Chorale \t du  village ", "Chorale du village"),
        ("Première ligne\nseconde", "Première ligne seconde"),
        ("césure\x8d\nmolle", "césure molle"),
        ("retour\r\nchariot", "retour chariot"),
        ("Vous &amp; moi &eacute;coutons l&#039;orgue", "Vous & moi écoutons l'orgue"),
        ("R&D et AT&T; sans entité", "R&D et AT&T; sans entité"),
        ("l\x92\x9cuvre \x96 suite\x85", "l’œuvre – suite…"),
        ("invisible\u200b\ufeff et \u202eretourné", "invisible et retourné"),
        ("espace\u00a0insécable gardée", "espace\u00a0insécable gardée"),
        ("\x00\x07", ""),
    ],
)
def test_a_text_is_one_clean_line(written: str, kept: str) -> None:
    assert cleaning.text(written) == kept


@given(st.text())
def test_cleaning_twice_changes_nothing_more_and_leaves_one_line(text: str) -> None:
    once = cleaning.text(text)
    assert "\n" not in once
    assert "\r" not in once
    if "&" not in once:
        assert cleaning.text(once) == once


@pytest.mark.parametrize(
    "written",
    [
        "o",
        "O.",
        "indéfini",
        "VOIR TITRE",
        "Voir statuts.",
        "(voir dossier)",
        "inconnu",
        "?",
        "0",
        "a",
        "...",
        "XXXX",
        "En sommeil",
        "association dissoute (donnees incompletes)",
        "Dissolution le 3 mai 1999",
        "non renseigné",
    ],
)
def test_placeholders_are_no_purpose(written: str) -> None:
    assert cleaning.no_placeholder(cleaning.text(written)) == ""


@pytest.mark.parametrize(
    "written",
    ["Chasse", "Tir", "Musique.", "Danse et théâtre", "ULM", "Étude du sommeil", "Voir plus loin ensemble"],
)
def test_short_purposes_stay(written: str) -> None:
    assert cleaning.no_placeholder(cleaning.text(written)) == written


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("www.exemple.fr", "https://www.exemple.fr"),
        ("exemple.org/page?x=1", "https://exemple.org/page?x=1"),
        ("http://exemple.fr", "http://exemple.fr"),
        ("HTTPS://WWW.Exemple.FR/Chemin", "https://www.exemple.fr/Chemin"),
        ("http:/exemple.fr", "http://exemple.fr"),
        ("http:www.exemple.fr", "http://www.exemple.fr"),
        ("http:// exemple.fr", "http://exemple.fr"),
        ("//exemple.fr/a", "https://exemple.fr/a"),
        ("www..exemple.fr", "https://www.exemple.fr"),
        ("exemple.fr:8080", "https://exemple.fr:8080"),
        ("https://école.fr", "https://école.fr"),
        ("www", None),
        ("http://www.", None),
        ("", None),
        ("bureau@exemple.fr", None),
        ("http://www.bureau@exemple.fr", None),
        ("javascript:alert(1)", None),
        ("http://sansdomaine/page", None),
        ("exemple.fr/<script>", None),
        ("pas un site", None),
    ],
)
def test_websites_are_complete_addresses_or_none(written: str, kept: str | None) -> None:
    assert cleaning.website(written) == kept


@given(st.text())
def test_a_kept_website_is_kept_again(text: str) -> None:
    kept = cleaning.website(text)
    assert kept is None or cleaning.website(kept) == kept


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("1987-03-04", "1987-03-04"),
        ("1987-03-04 00:00:00", "1987-03-04"),
        ("04/03/1987", "1987-03-04"),
        ("0001-01-01", None),
        ("1987-13-04", None),
        ("hier", None),
    ],
)
def test_dates(written: str, kept: str | None) -> None:
    assert cleaning.date(written) == kept


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("007000", "007000"),
        ("7000", "007000"),
        ("006035", "006000"),
        ("000000", None),
        ("0", None),
        ("65", None),
        ("", None),
        ("abc", None),
    ],
)
def test_themes_get_their_zeros_back_or_fall_back_to_their_heading(written: str, kept: str | None) -> None:
    assert cleaning.theme(written) == kept


def test_postcodes_and_communes() -> None:
    assert [cleaning.postcode(code) for code in ("75015", "1000", "00000", "-1", "*****", "7501")] == [
        "75015",
        "01000",
        None,
        None,
        None,
        "07501",
    ]
    assert [cleaning.commune(code) for code in ("2a004", "01004", "00000", "363")] == [
        "2A004",
        "01004",
        None,
        None,
    ]


@pytest.mark.parametrize(
    "letters", ["a" * 100_000, "Aa" * 50_000, " " * 100_000, "~ID~" * 20_000, "a." * 50_000]
)
def test_hostile_fields_come_to_an_end(letters: str) -> None:
    """A pattern that backtracks would keep this test from ending."""
    assert cleaning.website(letters) is None
    assert len(cleaning.no_placeholder(cleaning.text(letters))) <= len(letters)
