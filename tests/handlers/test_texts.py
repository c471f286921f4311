"""Texts: both languages complete, typographically right, and every id that the code asks for is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast, visitor

import bot
import handlers
from handlers.commands import COMMANDS
from handlers.texts import LANGUAGES, BrokenText, MissingText, Texts

FOLDER = Path(bot.__file__).parent / "texts"
FILES = sorted({file.name for language in LANGUAGES for file in (FOLDER / language).glob("*.ftl")})
CODE = [
    file for package in (bot, handlers) for file in sorted(Path(str(package.__file__)).parent.glob("*.py"))
]
STRAIGHT = re.compile(r"[a-zà-ÿ]'[a-zà-ÿ]", re.IGNORECASE)
UNBOUND = re.compile(r"(?:^|[^\u202f\u00a0{\w])[!?;»](?!\w)|[\w\s]«[^\u202f]|[ \w]:(?=\s|$)|«[^\u202f]")


class Variables(visitor.Visitor):
    """Collects the variables a message needs, those of messages it refers to left aside."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.texts: list[str] = []

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the library's name
        self.names.add(node.id.name)

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - the library's name
        self.texts.append(node.value)


def messages(language: str, name: str) -> dict[str, Variables]:
    resource = FluentParser().parse((FOLDER / language / name).read_text(encoding="utf-8"))
    found = {}
    for entry in resource.body:
        assert not isinstance(entry, ast.Junk), f"{language}/{name}: {entry.content}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{language}/{name} says {entry.id.name} twice"
            found[entry.id.name] = Variables()
            found[entry.id.name].visit(entry)
    return found


@pytest.mark.parametrize("name", FILES)
def test_both_languages_say_the_same_with_the_same_variables(name: str) -> None:
    french, english = ({k: v.names for k, v in messages(code, name).items()} for code in LANGUAGES)
    assert french == english


def test_no_text_is_said_in_two_files() -> None:
    ids = [message for name in FILES for message in messages("fr", name)]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("name", FILES)
def test_french_is_set_as_the_french_set_it(name: str) -> None:
    wrong = [
        (message, text)
        for message, found in messages("fr", name).items()
        for text in found.texts
        if STRAIGHT.search(text) or UNBOUND.search(text)
    ]
    assert wrong == []


def asked_for() -> Iterator[tuple[str, str]]:
    for file in CODE:
        for message in re.findall(
            r'(?:\.say\(|_say\(|texts\.format\(\s*\w+,)\s*"([a-z0-9-]+)"', file.read_text("utf-8")
        ):
            yield file.name, message


def test_every_text_that_the_code_asks_for_is_there() -> None:
    known = {message for name in FILES for message in messages("fr", name)}
    missing = [(file, message) for file, message in asked_for() if message not in known]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_described_within_telegrams_limits(language: str) -> None:
    texts = Texts(FOLDER)
    for command in COMMANDS:
        assert re.fullmatch(r"[a-z0-9_]{1,32}", command.named(language))
        assert 1 <= len(texts.format(language, f"command-{command.name}")) <= 256
    assert len(texts.format(language, "bot-description")) <= 512
    assert len(texts.format(language, "bot-short-description")) <= 120


def test_numbers_and_plurals_follow_the_language() -> None:
    texts = Texts(FOLDER)
    french = texts.format("fr", "results-count", count=12345, place="none")
    english = texts.format("en", "results-count", count=12345, place="none")
    assert french == "12\u202f345 associations"
    assert english == "12,345 associations"
    assert texts.format("fr", "results-count", count=0, place="none") == "Aucune association"
    assert texts.format("fr", "results-count", count=1, place="Pau") == "Une association · Pau"


def test_a_missing_text_and_a_missing_variable_are_errors() -> None:
    texts = Texts(FOLDER)
    with pytest.raises(MissingText, match="no-such-text"):
        texts.format("fr", "no-such-text")
    with pytest.raises(BrokenText, match="results-corrected"):
        texts.format("fr", "results-corrected")
