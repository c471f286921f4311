"""What the index keeps of an association: its weighted terms, filter keys and raw words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from retrieval.french import fold, terms, words
from storage.model import Entry

TITLE_WEIGHT = 2
SHORT_TITLE_WEIGHT = 2
PURPOSE_WEIGHT = 1
CITY_WEIGHT = 1


@dataclass(frozen=True, slots=True)
class Document:
    """An association as the index sees it.

    Attributes:
        frequencies: Term to weighted term frequency.
        keys: Filter keys such as ``status:active``, ``dept:58`` or ``name:la gaule``.
        words: Raw folded words, what spelling is checked against.
    """

    frequencies: dict[str, int]
    keys: tuple[str, ...]
    words: frozenset[str]


def document(entry: Entry) -> Document:
    """Analyse ``entry`` for the index; the one place where field weights live."""
    fields = (
        (entry.title, TITLE_WEIGHT),
        (entry.short_title or "", SHORT_TITLE_WEIGHT),
        (entry.purpose, PURPOSE_WEIGHT),
        (entry.city or "", CITY_WEIGHT),
    )
    frequencies: Counter[str] = Counter()
    raw: set[str] = set()
    for text, weight in fields:
        for term in terms(text):
            frequencies[term] += weight
        raw.update(words(text))
    return Document(dict(frequencies), tuple(_keys(entry)), frozenset(raw))


def _keys(entry: Entry) -> list[str]:
    keys = [f"status:{entry.status}"]
    if entry.rna_id:
        keys.append(f"rna:{entry.rna_id}")
    if entry.title:
        keys.append(f"name:{' '.join(words(entry.title))}")
    if entry.short_title:
        keys.append(f"name:{fold(entry.short_title)}")
    if entry.theme:
        keys.append(f"theme:{entry.theme}")
    return keys
