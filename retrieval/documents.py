"""What the index keeps of an association: its weighted terms, filter keys and raw words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from retrieval.french import stems, terms, words
from retrieval.places import DEPARTEMENT, departement_of, town_key
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


def document(entry: Entry) -> Document:
    """Analyse ``entry`` for the index; the one place where field weights live."""
    title, short_title = words(entry.title), words(entry.short_title or "")
    fields = (
        (title, TITLE_WEIGHT),
        (short_title, SHORT_TITLE_WEIGHT),
        (words(entry.purpose), PURPOSE_WEIGHT),
        (words(entry.city or ""), CITY_WEIGHT),
    )
    frequencies: Counter[str] = Counter()
    raw: set[str] = set()
    for said, weight in fields:
        for term in stems(said) if weight else ():
            frequencies[term] += weight
        raw.update(said)
    for start, end in _BROKEN.findall(entry.purpose):
        frequencies.update(terms(start + end))
    return Document(dict(frequencies), tuple(_keys(entry, title, short_title)), frozenset(raw))


def _keys(entry: Entry, title: list[str], short_title: list[str]) -> list[str]:
    keys = [f"status:{entry.status}"]
    if entry.rna_id:
        keys.append(f"rna:{entry.rna_id}")
    keys += [f"name:{name}" for name in dict.fromkeys(_names(title, short_title))]
    if entry.theme:
        keys.append(f"theme:{entry.theme}")
    departement = departement_of(entry)
    if departement:
        keys.append(DEPARTEMENT + departement)
    town = town_key(entry)
    if town:
        keys.append(town)
    return keys


def _names(*titles: list[str]) -> list[str]:
    """Names without spaces, so that « A. D. M. R. », « A.D.M.R. » and « ADMR » are one."""
    names = []
    for said in titles:
        names.append("".join(said))
        if said and said[0] in _LEADING:
            names.append("".join(said[1:]))
    return [name for name in names if name]
