"""Telegram's HTML dialect."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import html
from sandbox.errors import ApiError


def test_offsets_count_utf16_units() -> None:
    text, entities = html.parse("🎻 <b>été</b> 🎻<i>🎻</i>")
    assert text == "🎻 été 🎻🎻"
    assert entities == [
        {"type": "bold", "offset": 3, "length": 3},
        {"type": "italic", "offset": 9, "length": 2},
    ]


def test_nested_entities_begin_with_the_outer_one() -> None:
    _, entities = html.parse(
        "<blockquote expandable><b>a <a href='https://e.example/?a=1&amp;b=2'>b</a></b></blockquote>"
    )
    assert [entity["type"] for entity in entities] == ["expandable_blockquote", "bold", "text_link"]
    assert entities[2]["url"] == "https://e.example/?a=1&b=2"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert html.parse(escape(text)) == (text, []) or "'" in text
    assert html.parse(f"<b>{escape(text, quote=False)}</b>")[0] == text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<p>a</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("é<br>", 'Unsupported start tag "br" at byte offset 2'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("1 <", "Unclosed start tag at byte offset 2"),
        ("<a href='x", 'Unclosed start tag "a" at byte offset 0'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_refusals_name_the_place(source: str, reason: str) -> None:
    with pytest.raises(ApiError) as refused:
        html.parse(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {reason}"


def test_unknown_named_characters_stay_as_written() -> None:
    assert html.parse("&nbsp;&eacute;&lt;&#233;&#x1F3BB;") == ("&nbsp;&eacute;<é🎻", [])
