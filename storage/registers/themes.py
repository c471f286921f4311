"""The WALDEC nomenclature of what associations are for: six-digit codes under some forty headings."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from storage.identity import plain


@dataclass(frozen=True, slots=True)
class Theme:
    """One line of the nomenclature.

    Attributes:
        code: Six digits.
        label: In French, as published.
        parent: Code of the heading, or None for a heading.
    """

    code: str
    label: str
    parent: str | None


@cache
def every() -> dict[str, Theme]:
    """All themes by code, in the order of the nomenclature: each heading, then what is under it."""
    text = files("storage.registers").joinpath("themes.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {row["code"]: Theme(row["code"], row["label"], row["parent"] or None) for row in rows}


def headings() -> list[Theme]:
    """The themes that have no parent, but for those that the nomenclature leaves without a label."""
    return [theme for theme in every().values() if theme.parent is None and theme.label]


def under(code: str) -> list[Theme]:
    """The themes whose heading is ``code``."""
    return [theme for theme in every().values() if theme.parent == code]


def label(code: str | None) -> str | None:
    """French label of a code, or None for a code that is not of the nomenclature."""
    theme = every().get(code or "")
    return theme.label or None if theme else None


@cache
def known(code: str) -> str | None:
    """The code to keep for one found in a register, or None.

    Registers drop leading zeros and use codes of older nomenclatures: an unknown code falls back to its
    heading, the first three digits and 000.
    """
    if not code.isdecimal() or not code.isascii():
        return None
    code = code.zfill(len("000000"))
    heading = f"{code[:3]}000"
    return code if code in every() else heading if heading in every() else None


@cache
def _by_label() -> dict[str, str]:
    labels: dict[str, str] = {}
    for theme in every().values():
        if theme.label:
            labels.setdefault(plain(theme.label), theme.code)
    return labels


def named(text: str) -> str | None:
    """The code for a code or a label, whatever its case and accents, or None."""
    return known(text.strip()) or _by_label().get(plain(text))
