"""What an admin may type in a field; registers are not held to these limits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from typing import TypeVar
from urllib.parse import urlsplit

from storage.errors import InvalidEntry
from storage.model import ENTRY_FIELDS, Entry, Status
from storage.registers import cleaning, themes

E = TypeVar("E", bound=Entry)

LONGEST = {"title": 250, "short_title": 100, "purpose": 6_000, "city": 100, "website": 500}
"""Largest number of characters by field."""
RNA_NUMBER = re.compile(r"W[0-9A-Z]{9}")
POSTCODE = re.compile(r"[0-9]{5}")
COMMUNE_CODE = re.compile(r"[0-9][0-9AB][0-9]{3}")
THEME = re.compile(r"[0-9]{6}")


def clean(entry: Entry) -> Entry:
    """The entry as it is kept: control characters gone, codes in capitals, website complete.

    Raises:
        InvalidEntry: A field can't be kept, or title and purpose are both empty.
    """
    cleaned = Entry(**{name: _field(name, value) for name, value in asdict(entry).items()})  # type: ignore[arg-type]
    return filled(cleaned)


def clean_fields(fields: Mapping[str, str | None]) -> dict[str, str | None]:
    """Some fields as they are kept, by names of ``ENTRY_FIELDS``.

    Raises:
        InvalidEntry: One of them can't be kept.
    """
    return {name: _field(name, value) for name, value in fields.items()}


def filled(entry: E) -> E:
    """The entry itself, if there is something to find it by.

    Raises:
        InvalidEntry: Both title and purpose are empty.
    """
    if not entry.title and not entry.purpose:
        raise InvalidEntry("title", "empty")
    return entry


def _field(name: str, value: str | None) -> str | None:
    if name not in ENTRY_FIELDS:
        raise InvalidEntry(name, "unknown")
    if name == "status":
        return _status(value)
    text = _text(name, value or "")
    if not text:
        return "" if name in {"title", "purpose"} else None
    longest = LONGEST.get(name, max(LONGEST.values()))
    if len(text) > longest:
        raise InvalidEntry(name, "long", length=len(text), longest=longest)
    return FORMS[name](text) if name in FORMS else text


def _text(name: str, value: str) -> str:
    if "\x00" in value:
        raise InvalidEntry(name, "characters")
    text = unicodedata.normalize("NFC", value)
    # Until nothing changes any more: an export read again must say what is kept.
    while (cleaner := cleaning.text(text)) != text:
        text = cleaner
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidEntry(name, "characters") from None
    return text


def _status(value: str | None) -> Status:
    try:
        return Status(value or "")
    except ValueError:
        raise InvalidEntry("status", "unknown") from None


def _pattern(name: str, pattern: re.Pattern[str]) -> Callable[[str], str]:
    def check(text: str) -> str:
        code = re.sub(r"\s", "", text).upper()
        if not pattern.fullmatch(code):
            raise InvalidEntry(name, "malformed")
        return code

    return check


def _theme(text: str) -> str:
    code = _pattern("theme", THEME)(text.zfill(6))
    if code not in themes.every():
        raise InvalidEntry("theme", "unknown")
    return code


def _website(text: str) -> str:
    complete = cleaning.website(text)
    try:
        host = urlsplit(complete or "").hostname or ""
    except ValueError:
        host = ""
    if complete is None or "." not in host.strip("."):
        raise InvalidEntry("website", "malformed")
    return complete


def _founded(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise InvalidEntry("founded", "malformed") from None


FORMS: dict[str, Callable[[str], str]] = {
    "rna_id": _pattern("rna_id", RNA_NUMBER),
    "replaced_by": _pattern("replaced_by", RNA_NUMBER),
    "postcode": _pattern("postcode", POSTCODE),
    "commune_code": _pattern("commune_code", COMMUNE_CODE),
    "theme": _theme,
    "website": _website,
    "founded": _founded,
}
