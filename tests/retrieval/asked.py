"""A made-up catalogue and questions of every kind with the associations that should answer them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from storage.model import Entry, Status

_FOLDER = Path(__file__).parent


def entries() -> list[Entry]:
    """The associations, numbered W000000001 onwards by the first column."""
    rows = [line.split("|") for line in _lines("asked_associations.txt")]
    return [
        Entry(
            rna_id=f"W{int(number):09}",
            title=title,
            purpose=purpose,
            city=city or None,
            postcode=postcode,
            commune_code=commune,
            theme=theme,
            status=Status.DISSOLVED if "dissoute" in title else Status.ACTIVE,
        )
        for number, title, purpose, city, postcode, commune, theme in rows
    ]


class Asked(NamedTuple):
    """A question and the numbers of the associations of which one is to come first."""

    kind: str
    question: str
    first: frozenset[int]


def questions() -> list[Asked]:
    """The questions, by kind."""
    rows = [line.split("|") for line in _lines("asked_questions.txt")]
    return [Asked(kind, text, frozenset(map(int, first.split(",")))) for kind, text, first in rows]


def _lines(name: str) -> list[str]:
    return (_FOLDER / name).read_text(encoding="utf-8").splitlines()
