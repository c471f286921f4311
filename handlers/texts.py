"""Texts that people read: Fluent files, one folder a language, formatted by message id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES = ("fr", "en")


class MissingText(KeyError):
    """No file of the language holds the message id."""


class BrokenText(ValueError):
    """A message could not be formatted: a variable it needs was not given, or its pattern is wrong."""


class Texts:
    """All messages of ``folder/<language>/*.ftl``, read once.

    Parsing them is slow (about 0.1 s a language), so a short-lived process asks for one language only.
    """

    def __init__(self, folder: Path, languages: Sequence[str] = LANGUAGES) -> None:
        self._bundles: Mapping[str, FluentBundle] = {code: _bundle(folder / code) for code in languages}

    def format(self, language: str, message_id: str, **arguments: Any) -> str:
        """The message in the language, with its variables filled in; plain text, nothing escaped.

        Raises:
            MissingText: There is no such message.
            BrokenText: A variable is missing, or the pattern is wrong.
        """
        bundle = self._bundles[language]
        if not bundle.has_message(message_id) or (pattern := bundle.get_message(message_id).value) is None:
            raise MissingText(f"{language}: {message_id}")
        text, errors = bundle.format_pattern(pattern, arguments)
        if errors:
            raise BrokenText(f"{language}: {message_id}: {errors[0]}")
        return str(text)


def _bundle(folder: Path) -> FluentBundle:
    bundle = FluentBundle([folder.name], use_isolating=False)
    for file in sorted(folder.glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle
