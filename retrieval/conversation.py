"""What in a message is talking rather than subject: courtesy, small talk, counting, « près de moi »."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

from retrieval.french import stem, words

Intent = Literal["count", "browse"]


@cache
def _data() -> Mapping[str, Any]:
    text = files("retrieval").joinpath("data", "conversation.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _noise() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<!\S)(?:{pattern})(?!\S)") for pattern in _data()["noise"])


@cache
def _smalltalk() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(pattern) for kind, pattern in _data()["smalltalk"].items()}


@cache
def _intents() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile("|".join(patterns)) for kind, patterns in _data()["intent"].items()}


@cache
def _weak() -> frozenset[str]:
    return frozenset(stem(word) for word in words(_data()["weak"]))


def is_weak(word: str) -> bool:
    """Whether a folded word says little beside others: « club », « week-end », « apprendre »."""
    return stem(word) in _weak()


def phone_spelling(word: str) -> str | None:
    """What a word written as on a phone stands for: « ki » → « qui »."""
    return cast("str | None", _data()["phone"].get(word))


@cache
def asking_words() -> frozenset[str]:
    """Folded words that ask for a number, a list or one's surroundings: never a slip for another word."""
    patterns = " ".join(pattern for group in _data()["intent"].values() for pattern in group)
    return frozenset(re.findall(r"[a-z]{3,}", patterns.replace(r"\b", " ")))


def smalltalk(said: Sequence[str]) -> str | None:
    """The kind of small talk a whole message is: thanks, greeting, goodbye, insult, identity, yes_no."""
    text = " ".join(said)
    return next((kind for kind, pattern in _smalltalk().items() if pattern.fullmatch(text)), None)


def intent(said: Sequence[str]) -> tuple[Intent | None, frozenset[int]]:
    """Whether a question asks for a number or for a list, and the positions of the words that say so."""
    kinds: tuple[Intent, ...] = ("count", "browse")
    for kind in kinds:
        if found := _intents()[kind].search(" ".join(said)):
            return kind, _positions(said, *found.span())
    return None, frozenset()


def near_me(said: Sequence[str]) -> frozenset[int]:
    """Positions of « près de moi » and its like."""
    found = _intents()["near_me"].search(" ".join(said))
    return _positions(said, *found.span()) if found else frozenset()


def noise(said: Sequence[str]) -> frozenset[int]:
    """Positions of the words that belong to asking."""
    text = " ".join(said)
    return frozenset().union(
        *(_positions(said, *found.span()) for pattern in _noise() for found in pattern.finditer(text))
    )


def _positions(said: Sequence[str], start: int, end: int) -> frozenset[int]:
    """Positions of the words that lie in [start, end) of the words joined by spaces."""
    found, at = set(), 0
    for position, word in enumerate(said):
        if start <= at and at + len(word) <= end:
            found.add(position)
        at += len(word) + 1
    return frozenset(found)
