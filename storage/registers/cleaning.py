"""Values as registers write them, to values as we keep them; every function is cheap on the ordinary case."""

from __future__ import annotations

import html
import re

SOFT_BREAK = re.compile(r"[ \t]*[\x8d\r\n\x85\u2028\u2029]+\s*")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
SPACES = re.compile(r"[ \t\xa0]{2,}")
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
FRENCH_DATE = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
PLACEHOLDERS = frozenset(
    {
        "",
        "o",
        "0",
        "a",
        "indefini",
        "indéfini",
        "inconnu",
        "voir titre",
        "voir dossier",
        "?",
        "association dissoute (donnees incompletes)",
    }
)


def text(value: str) -> str:
    """One line of text: line breaks become spaces, entities characters, control characters nothing."""
    if not value.isprintable():
        value = CONTROL.sub("", SOFT_BREAK.sub(" ", value))
    if "&" in value:
        value = html.unescape(value)
    if "  " in value or "\t" in value:
        value = SPACES.sub(" ", value)
    return value.strip()


def purpose(value: str) -> str:
    """The objet, or empty when it only says that there is none."""
    value = text(value)
    return "" if value.casefold() in PLACEHOLDERS else value


def date(value: str) -> str | None:
    """ISO date, or None; 0001-01-01 stands for none."""
    match = DATE.match(value)
    return None if match is None or match[1] < "1000" else value[:10]


def theme(code: str) -> str | None:
    """Six digits, or None; registers drop leading zeros."""
    code = code.strip()
    if not code.isdigit() or len(code) > 6:
        return None
    code = code.zfill(6)
    return None if code == "000000" else code


def postcode(value: str) -> str | None:
    """Five digits, or None."""
    value = value.strip()
    return value if len(value) == 5 and value.isdigit() and value != "00000" else None


def commune(value: str) -> str | None:
    """INSEE code of a commune, or None."""
    value = value.strip().upper()
    return value if len(value) == 5 and value.isalnum() and value != "00000" else None


def website(value: str) -> str | None:
    """A complete address, or None for nothing, a bare ``www`` or an e-mail address."""
    value = value.strip()
    if not value or "@" in value or " " in value or "." not in value.removeprefix("www."):
        return None
    return value if value.lower().startswith(("http://", "https://")) else f"https://{value}"
