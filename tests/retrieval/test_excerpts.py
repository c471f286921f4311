"""The passage shown of a purpose."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.excerpts import excerpt


def test_short_purpose_is_whole_and_marks_every_form() -> None:
    passage = excerpt("Chants et chanteurs de l'Allier", {"chant"})
    assert passage.text == "Chants et chanteurs de l'Allier"
    assert [passage.text[start:end] for start, end in passage.bold] == ["Chants"]


def test_passage_is_where_the_words_are() -> None:
    purpose = f"{'Divers objets sans rapport. ' * 20}Pratique du judo et du jujitsu. {'Autres buts. ' * 20}"
    passage = excerpt(purpose, {"judo", "jujitsu"}, 80)
    assert passage.text.startswith("… ")
    assert passage.text.endswith(" …")
    assert {passage.text[start:end] for start, end in passage.bold} == {"judo", "jujitsu"}


def test_a_passage_is_as_long_as_it_may_be() -> None:
    purpose = " ".join(f"mot{number:02}" for number in range(40))
    assert excerpt(purpose, set(), 60).text == " ".join(f"mot{number:02}" for number in range(10)) + " …"
    assert excerpt(purpose, {"mot39"}, 60).text == "… " + " ".join(f"mot{number}" for number in range(30, 40))
    around = excerpt(purpose, {"mot10", "mot11"}, 60).text
    assert 50 < len(around.strip("… ")) <= 60
    assert "mot10 mot11" in around


@given(st.text(max_size=400), st.integers(20, 120))
def test_passage_is_cut_out_of_the_purpose(purpose: str, length: int) -> None:
    passage = excerpt(purpose, {"judo"}, length)
    inner = passage.text.removeprefix("… ").removesuffix(" …")
    assert inner in purpose
    assert all(0 <= start < end <= len(passage.text) for start, end in passage.bold)
