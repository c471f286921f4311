"""What the index keeps of an association: its weighted terms, filter keys and raw words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from retrieval.french import stems, words
from retrieval.places import DEPARTEMENT, departement_of, town_key
from storage.associations import Searched
from storage.model import Entry

TITLE_WEIGHT = 2
SHORT_TITLE_WEIGHT = 2
PURPOSE_WEIGHT = 1
CITY_WEIGHT = 0
_BROKEN = re.compile(r"([^\W\d_]{2,})- ([^\W\d_]{2,})")
_LEADING = frozenset({"association", "assoc", "asso"})


@dataclass(frozen=True, slots=True)
class Document:
    """An association as the index sees it.

    Attributes:
        frequencies: Term to weighted term frequency.
        keys: Filter keys such as ``status:active``, ``dept:58`` or ``name:lagaule``.
        words: Raw folded words, what spelling is checked against.
    """

    frequencies: dict[str, int]
    keys: tuple[str, ...]
    words: frozenset[str]


class Field(NamedTuple):
    """Words of an association that count alike.

    Attributes:
        words: Folded words in order.
        weight: What each adds to the frequency of its term; 0: it is no term.
        spelled: Whether spelling is checked against them.
    """

    words: list[str]
    weight: int
    spelled: bool


def document(entry: Entry | Searched) -> Document:
    """Analyse ``entry`` for the index."""
    read = fields(entry)
    frequencies: Counter[str] = Counter()
    raw: set[str] = set()
    for said, weight, spelled in read:
        for term in stems(said) if weight else ():
            frequencies[term] += weight
        raw.update(said if spelled else ())
    return Document(dict(frequencies), tuple(keys(entry, read)), frozenset(raw))


def fields(entry: Entry | Searched) -> list[Field]:
    """The fields of ``entry``, title and short title first; the one place where field weights live."""
    read = [
        Field(words(entry.title), TITLE_WEIGHT, spelled=True),
        Field(words(entry.short_title or ""), SHORT_TITLE_WEIGHT, spelled=True),
        Field(words(entry.purpose), PURPOSE_WEIGHT, spelled=True),
        Field(words(entry.city or ""), CITY_WEIGHT, spelled=True),
    ]
    if "- " in entry.purpose:
        for start, end in _BROKEN.findall(entry.purpose):
            read.append(Field(words(start + end), PURPOSE_WEIGHT, spelled=False))
    return read


def keys(entry: Entry | Searched, read: list[Field]) -> list[str]:
    """The filter keys of ``entry`` with these ``fields``, each once."""
    found = [f"status:{entry.status}"]
    if entry.rna_id:
        found.append(f"rna:{entry.rna_id}")
    found += [f"name:{name}" for name in dict.fromkeys(_names(read[0].words, read[1].words))]
    if entry.theme:
        found.append(f"theme:{entry.theme}")
    found += _place_keys(None, entry.city, entry.postcode, entry.commune_code) or _place_keys(
        entry.rna_id, entry.city, entry.postcode, entry.commune_code
    )
    return found


@lru_cache(maxsize=1 << 12)
def _place_keys(
    rna_id: str | None, city: str | None, postcode: str | None, commune_code: str | None
) -> tuple[str, ...]:
    """Where an association is; many are in the same place."""
    entry = Entry(rna_id=rna_id, city=city, postcode=postcode, commune_code=commune_code)
    departement = departement_of(entry)
    town = town_key(entry)
    return (f"{DEPARTEMENT}{departement}", town) if departement and town else ()


def _names(*titles: list[str]) -> list[str]:
    """Names without spaces, so that « A. D. M. R. », « A.D.M.R. » and « ADMR » are one."""
    names = []
    for said in titles:
        names.append("".join(said))
        if said and said[0] in _LEADING:
            names.append("".join(said[1:]))
    return [name for name in names if name]
