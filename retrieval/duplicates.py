"""Likely duplicates of an entry: the same title in the same town, or nearly the same purpose."""

from __future__ import annotations

from rapidfuzz import fuzz

from retrieval.bm25 import BM25Index
from retrieval.documents import document
from retrieval.french import terms
from storage.identity import plain
from storage.model import Entry

TELLING_TERMS = 12
"""Rarest terms of the entry by which candidates are found."""
CANDIDATES = 30
SAME_TITLE = 92.0
"""Least similarity of titles, out of 100 (normalised insertions and deletions)."""
SAME_PURPOSE = 90.0
"""Least similarity of purposes."""
SHORTEST_PURPOSE = 30
"""Letters a purpose needs before its likeness means something."""


def candidates(index: BM25Index, entry: Entry) -> list[int]:
    """Ids of the associations that share the entry's rarest terms, best first."""
    frequencies = document(entry).frequencies
    known = {term: n for term in frequencies if (n := index.document_frequency(term))}
    telling = sorted(known, key=lambda term: (known[term], term))[:TELLING_TERMS]
    if not telling:
        return []
    return [id_ for id_, _ in index.top(dict.fromkeys(telling, 1.0), CANDIDATES)]


def alike(one: Entry, other: Entry) -> bool:
    """Whether two entries may well be the same association."""
    if one.rna_id and one.rna_id == other.rna_id:
        return True
    town, other_town = plain(one.city or ""), plain(other.city or "")
    if (town == other_town or not town or not other_town) and _same_title(one.title, other.title):
        return True
    purpose, other_purpose = plain(one.purpose), plain(other.purpose)
    if min(len(purpose), len(other_purpose)) < SHORTEST_PURPOSE:
        return False
    return fuzz.ratio(purpose, other_purpose, score_cutoff=SAME_PURPOSE) > 0


def _same_title(one: str, other: str) -> bool:
    # By stems: an article or a plural more does not make another association.
    stems, other_stems = " ".join(terms(one)), " ".join(terms(other))
    return bool(stems and other_stems) and fuzz.ratio(stems, other_stems) >= SAME_TITLE
