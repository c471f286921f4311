"""What a place is, and what of an association's row tells where it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from retrieval.french import fold, words
from storage.model import Entry

TOWN = "town:"
DEPARTEMENT = "dept:"

ARTICLES = frozenset({"le", "la", "les", "l"})
_SPELLINGS = {"st": "saint", "ste": "sainte", "sts": "saints", "stes": "saintes"}
_CODE = re.compile(r"(?!00)(?:\d{2}|2[ab])\d{3}", re.IGNORECASE)
_POSTCODE = re.compile(r"(?!00)\d{5}")
_NATIONAL = re.compile(r"W(\d{3}|9[A-Z]\d)\d{6}")
_OVERSEAS_LETTERS = {"G": "971", "M": "972", "C": "973", "R": "974", "T": "976", "P": "987", "N": "988"}
_MAYOTTE_BEFORE_2011 = "985"
_NO_LETTER_OF_A_NAME = re.compile(r"[(\d]")
_NOT_THE_NAME = re.compile(r"\(.*?\)|\b(?:cedex|arrondissement)\b.*|\d.*")
ARTICLE_BEHIND = re.compile(r"(.*?)\s*\((le|la|les|l')\)", re.IGNORECASE)

Kind = Literal["commune", "postcode", "departement", "region"]


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere associations can be.

    Attributes:
        key: Stable identity, e.g. ``58:nevers``, ``58``, ``58000``; fits a button.
        name: For people.
        keys: Index keys, any of which says that an association is there.
        departements: Numbers of those it lies in.
        postcodes: Of a commune; associations that share one are its closest neighbours.
        count: Associations there.
    """

    kind: Kind
    key: str
    name: str
    keys: frozenset[str]
    departements: frozenset[str]
    postcodes: frozenset[str] = frozenset()
    count: int = 0


def departement_of(entry: Entry) -> str | None:
    """Number of the département an association is in.

    By the commune's code, else the postcode, else the first digits of the RNA number.
    """
    code, postcode = entry.commune_code or "", entry.postcode or ""
    if _CODE.fullmatch(code):
        return known_departement(_of_code(code))
    if is_postcode(postcode):
        return known_departement(of_postcode(postcode))
    return known_departement(_of_number(entry.rna_id or ""))


def town_key(entry: Entry) -> str | None:
    """The index key that says where an association is, or None when not even the département is known."""
    departement = departement_of(entry)
    if departement is None:
        return None
    code = entry.commune_code if _CODE.fullmatch(entry.commune_code or "") else ""
    return f"{TOWN}{departement}:{code}:{entry.postcode or ''}:{(entry.city or '').strip()}"


def known_departement(departement: str) -> str | None:
    """The number itself, if there is such a département."""
    return departement if departement in facts() else None


def _of_code(code: str) -> str:
    if code.startswith(_MAYOTTE_BEFORE_2011):
        return "976"
    return code[:3] if code[:2] in {"97", "98"} else code[:2].upper()


def is_postcode(text: str) -> bool:
    """Whether this is a postcode, and not what registers write for want of one."""
    return _POSTCODE.fullmatch(text) is not None


def of_postcode(postcode: str) -> str:
    """Number of the département whose postcodes begin so."""
    if postcode[:2] == "20":
        return "2A" if postcode[2] in "01" else "2B"
    return postcode[:3] if postcode[:2] in {"97", "98"} else postcode[:2]


def _of_number(number: str) -> str:
    """Département that registered an RNA number, such as ``W581…``, ``582P…`` or ``2B1S…``."""
    digits = number[1:4] if _NATIONAL.fullmatch(number) else number[:3]
    if digits[:1] == "9" and digits[1:2] in _OVERSEAS_LETTERS:
        return _OVERSEAS_LETTERS[digits[1]]
    return digits[:2].upper()


@cache
def facts() -> Mapping[str, Mapping[str, Any]]:
    """Number to what ``data/departements.toml`` says of the département."""
    return tomllib.loads(data("departements.toml"))


def data(name: str) -> str:
    """A file of ``retrieval/data``."""
    return files("retrieval").joinpath("data", name).read_text(encoding="utf-8")


def spelled(text: str) -> tuple[str, ...]:
    """A place's name as words to compare: folded, ``St`` written out, without article, number or CEDEX."""
    text = fold(text)
    # The conditions save time: every name of the catalogue comes through here at the start.
    if "(" in text and (match := ARTICLE_BEHIND.match(text)):
        text = f"{match[2]} {match[1]}"
    if _NO_LETTER_OF_A_NAME.search(text) or "cedex" in text or "arrondissement" in text:
        text = _NOT_THE_NAME.sub(" ", text)
    found = tuple([_SPELLINGS.get(word, word) for word in words(text)])
    return found[1:] if len(found) > 1 and found[0] in ARTICLES else found
