"""When two entries without an RNA number are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.identity import content_key, content_stem, plain, same
from storage.model import Entry

ENTRY = Entry(title="L’Été à Nevers", purpose="fêter", city="Nevers", postcode="58000")


@pytest.mark.parametrize(
    "other",
    [
        Entry(title="l'ete a nevers", purpose="autre", city="NEVERS", postcode="58000"),
        Entry(title="  L'ÉTÉ — à  Nevers ! ", city="Nevers", postcode="58000"),
    ],
)
def test_spelling_makes_no_other_association(other: Entry) -> None:
    assert content_stem(other) == content_stem(ENTRY)


@pytest.mark.parametrize(
    "other",
    [
        Entry(title="L’Été à Nevers", city="Nevers", postcode="58001"),
        Entry(title="L’Été à Nevers", city="Decize", postcode="58000"),
        Entry(title="L’Hiver à Nevers", city="Nevers", postcode="58000"),
        Entry(purpose="L’Été à Nevers", city="Nevers", postcode="58000"),
    ],
)
def test_another_title_or_place_does(other: Entry) -> None:
    assert content_stem(other) != content_stem(ENTRY)


def test_the_occurrence_tells_two_purposes_apart() -> None:
    assert content_key(ENTRY, 1) != content_key(ENTRY, 2)
    assert same(ENTRY, Entry(title="x", purpose="Fêter."))
    assert not same(ENTRY, Entry(title="x", purpose="fêter Noël"))


@given(st.text())
def test_plain_text_is_letters_and_digits_and_stays_as_it_is(text: str) -> None:
    reduced = plain(text)
    assert all(c.isalnum() or c == " " for c in reduced) or not reduced.isascii()
    assert plain(reduced) == reduced
    assert plain(f"  {text}!") == reduced
