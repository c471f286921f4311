"""Errors as sentences for the operator, in their language: what is wrong, and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from dotenv import dotenv_values

from bot.settings import InvalidSettings
from handlers.texts import LANGUAGES, MissingText, Texts
from storage.errors import WaldeckError

Say = Callable[..., str]
TEXTS = Path(__file__).parent / "texts"


@cache
def operator_say() -> Say:
    """The texts in the operator's language."""
    language = operator_language()
    return partial(Texts(TEXTS, (language,)).format, language)


def operator_language() -> str:
    """DEFAULT_LANGUAGE, read on its own: sentences about broken settings need a language too."""
    chosen = os.environ.get("DEFAULT_LANGUAGE") or dotenv_values(".env").get("DEFAULT_LANGUAGE")
    return chosen if chosen in LANGUAGES else LANGUAGES[0]


def explain(error: WaldeckError, say: Say) -> str:
    """One or more lines that say what is wrong and what to do."""
    if isinstance(error, InvalidSettings):
        return "\n".join([say("invalid-settings"), *_setting_faults(error, say)])
    for text_id in (error.text_id, error.code):
        try:
            return say(text_id, **error.arguments)
        except MissingText:
            continue
    return say("error", detail=str(error))


def _setting_faults(error: InvalidSettings, say: Say) -> list[str]:
    lines = []
    for fault in error.faults:
        expected = say("setting-" + fault.name.lower().replace("_", "-"))
        if fault.value is None:
            lines.append("  " + say("setting-secret", name=fault.name, expected=expected))
        else:
            lines.append("  " + say("setting-fault", name=fault.name, value=fault.value, expected=expected))
    return lines
