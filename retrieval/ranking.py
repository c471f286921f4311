"""Ranking: from the index's best few hundred to an order by what the person's concepts mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import BM25Index, Filter
from retrieval.french import terms
from retrieval.query import Concept, Query, terms_of

POOL = 200
"""Documents that the index hands over to be ranked."""
PARTIAL = 4.0
"""Power of the share of a phrase that a document holds: « danse orientale » is more than « danse »."""
TOGETHER = 0.5
"""More than that share of a meaning's phrase must be held: « ensemble » alone is no « ensemble vocal »."""
WHOLE = 0.5
"""What several words of one meaning (« comité des fêtes ») score together; the rest they score apart."""
BALANCE = 0.8
"""Power at which a concept's score grows beyond what its most telling word is worth."""
SAID = 2.0
"""Power of the share of a phrase that a document holds, for how fully it says it."""
SAME = 0.4
"""Weight from which on a target means the same as what was said; below, something related."""
COVERAGE = 0.5
"""Power of the share of the concepts, weighed by importance, of which a document holds any word."""
FLOOR = 0.4
"""Share of the most telling concept's weight that a document needs, so that « club » alone finds nothing."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Documents, best first, with their scores and each term's part of it.

    Attributes:
        documents: Ids.
        scores: Same order.
        terms: Names of the columns of ``parts``.
        parts: What each term adds to each score, shape (documents, terms); rows add up to ``scores``.
        fits: How fully each document says what was asked for, from 0 to 1, by importance of the concepts.
    """

    documents: list[int]
    scores: Scores
    terms: tuple[str, ...]
    parts: Scores
    fits: Scores


class _Pool:
    """Documents being ranked: what each term would add at weight 1, and what it does add."""

    def __init__(self, index: BM25Index, query: Query, documents: list[int]) -> None:
        weights = dict.fromkeys((*query.weights, *sorted(query.excluded)), 1.0)
        self.documents = documents
        self.terms = tuple(weights)
        self.gains = np.zeros((len(documents), len(weights)))
        self._plain = index.contributions(weights, documents)
        self._columns = {term: column for column, term in enumerate(weights)}
        self._rarity = np.array([index.inverse_document_frequency(term) for term in weights])
        self._known = np.array([index.document_frequency(term) > 0 for term in weights], np.bool_)

    def holds(self, term: str) -> NDArray[np.bool_]:
        """Which documents hold ``term``."""
        held: NDArray[np.bool_] = self._plain[:, self._columns[term]] > 0
        return held

    def holds_any(self, wanted: Iterable[str]) -> NDArray[np.bool_]:
        """Which documents hold at least one of the terms."""
        columns = [self._columns[term] for term in wanted]
        held: NDArray[np.bool_] = np.count_nonzero(self._plain[:, columns], axis=1) > 0
        return held

    def rarity(self, term: str) -> float:
        """Inverse document frequency; 0 for what no document holds."""
        column = self._columns[term]
        return float(self._rarity[column]) if self._known[column] else 0.0

    def share(self, wanted: Iterable[str]) -> Scores:
        """Share of the terms that each document holds, by rarity; those that none holds are missed too."""
        columns = [self._columns[term] for term in wanted]
        rarity = self._rarity[columns]
        share: Scores = (self._plain[:, columns] > 0) @ rarity / max(rarity.sum(), 1e-9)
        return share

    def add(self, weights: Mapping[str, float], scale: float | Scores = 1.0) -> Scores:
        """Add terms to the scores, times ``scale`` of each document; return what they added."""
        columns = [self._columns[term] for term in weights]
        gains = self._plain[:, columns] * np.array(list(weights.values()))
        gains *= np.reshape(scale, (-1, 1))
        self.gains[:, columns] += gains
        added: Scores = gains.sum(axis=1)
        return added


def ranked(index: BM25Index, query: Query, where: Filter, pool: int = POOL) -> Ranked:
    """Rank the documents that pass ``where``; those with a minus-word or without a quoted word are out."""
    documents = [document for document, _ in index.top(query.weights, pool, where=where)]
    drawn = _Pool(index, query, documents)
    covered, present, fits = (np.zeros(len(documents)) for _ in range(3))
    most = whole = 0.0
    for concept in query.concepts:
        importance = max((w * drawn.rarity(t) for t, w in concept.weights.items()), default=0.0)
        if importance <= 0:
            continue
        added, fit = _add_balanced(concept, drawn, importance)
        covered += np.minimum(importance, added)
        fits += importance * fit
        present += importance * drawn.holds_any(concept.weights)
        most = max(most, importance)
        whole += importance
    drawn.gains *= ((present / max(whole, 1e-9)) ** COVERAGE)[:, None]
    scores = drawn.gains.sum(axis=1)
    kept = _allowed(query, drawn) & (scores > 0) & (covered >= FLOOR * most)
    order = [at for at in np.lexsort((np.array(documents), -scores)) if kept[at]]
    fits = fits[order] / max(whole, 1e-9)
    return Ranked([documents[at] for at in order], scores[order], drawn.terms, drawn.gains[order], fits)


def _add_balanced(concept: Concept, pool: _Pool, importance: float) -> tuple[Scores, Scores]:
    """Add a concept, damped above its importance: many ways of saying one thing do not outweigh another.

    Returns:
        What it added to each document, and how fully each says it, from 0 to 1.
    """
    before = pool.gains.copy()
    added, fit = _add(concept, pool)
    damping: Scores = (np.maximum(added, importance) / importance) ** (BALANCE - 1.0)
    pool.gains = before + (pool.gains - before) * damping[:, None]
    return added * damping, fit


def _add(concept: Concept, pool: _Pool) -> tuple[Scores, Scores]:
    added = fit = np.zeros(len(pool.documents))
    if concept.own:
        share = pool.share(concept.own)
        fit = share**SAID
        scale = WHOLE * share**PARTIAL + 1.0 - WHOLE if len(concept.own) > 1 else 1.0
        added = pool.add(concept.own, scale)
    for target, weight in concept.targets:
        parts = dict.fromkeys(terms_of(target), 1.0)
        share = pool.share(parts)
        share[share <= TOGETHER] = 0.0
        fit = np.maximum(fit, min(1.0, weight / SAME) * share**SAID)
        added = added + pool.add(parts, weight * share**PARTIAL)
    return added, fit


def _allowed(query: Query, pool: _Pool) -> NDArray[np.bool_]:
    allowed = np.ones(len(pool.documents), dtype=np.bool_)
    for term in query.excluded:
        allowed &= ~pool.holds(term)
    for phrase in query.phrases:
        for term in terms(" ".join(phrase)):
            if term in pool.terms:
                allowed &= pool.holds(term)
    return allowed
