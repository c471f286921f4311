"""Rich text: Telegram reads it as it was meant, and its lengths are Telegram's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers import markup
from handlers.markup import Rich
from sandbox.html import parse

TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)
WILD = st.one_of(TEXT, st.text("ab <>&\"'.;\n\u202e👩🏽\u200d🚀é", max_size=300))


def read(rich: Rich) -> tuple[str, list[tuple[str, str]]]:
    """Text and (type, text) of each entity, as Telegram reads it."""
    text, entities = parse(rich.html)
    encoded = text.encode("utf-16-le")
    return text, [
        (e["type"], encoded[2 * e["offset"] : 2 * (e["offset"] + e["length"])].decode("utf-16-le"))
        for e in entities
    ]


@given(WILD)
def test_foreign_text_arrives_as_text(text: str) -> None:
    rich = markup.plain(text)
    assert read(rich) == (markup.clean(text), [])
    assert rich.units == len(markup.clean(text).encode("utf-16-le")) // 2


@given(WILD, st.lists(st.integers(0, 300), max_size=8))
def test_emphasis_is_where_the_spans_are(text: str, cuts: list[int]) -> None:
    text = markup.clean(text)
    ends = sorted({cut for cut in cuts if cut <= len(text)})
    spans = list(zip(ends[::2], ends[1::2], strict=False))
    rich = markup.emphasised(text, spans)
    whole, entities = read(rich)
    assert whole == text
    assert [part for _, part in entities] == [text[start:end] for start, end in spans if text[start:end]]
    assert rich.entities == len(entities)


@given(WILD, st.integers(2, 50))
def test_splitting_loses_nothing_and_keeps_the_limit(text: str, limit: int) -> None:
    parts = list(markup.split(text, limit))
    assert "".join(parts) == text
    assert all(markup.units(part) <= limit for part in parts)
    assert text == "" or all(parts)


def test_splits_after_sentences_then_between_words() -> None:
    text = "Une phrase courte. Une autre phrase, plus longue que la première."
    assert next(markup.split(text, 30)) == "Une phrase courte. "
    assert next(markup.split("des mots sans fin ni point", 20)) == "des mots sans fin "
    assert next(markup.split("x" * 50, 20)) == "x" * 20


@given(WILD, st.integers(2, 80))
def test_shortening_keeps_the_limit_and_says_so(text: str, limit: int) -> None:
    short = markup.shortened(text, limit)
    assert markup.units(short) <= limit
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_shortens_between_words() -> None:
    assert markup.shortened("chanter ensemble chaque semaine", 20) == "chanter ensemble…"


def test_links_survive_quotes_and_ampersands() -> None:
    rich = markup.link("site", 'https://exemple.fr/?a=1&b="><b>')
    text, entities = parse(rich.html)
    assert text == "site"
    assert entities[0]["url"] == 'https://exemple.fr/?a=1&b="><b>'


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\u202e", "\u2066", "\ud800", "\ufeff"])
def test_control_characters_and_direction_marks_are_left_out(character: str) -> None:
    assert markup.clean(f"a{character}b") == "ab"
