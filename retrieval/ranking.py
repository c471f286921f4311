"""Ranking: from the index's best few hundred to an order by what the person's concepts mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import BM25Index, Filter
from retrieval.french import terms
from retrieval.query import Concept, Query

POOL = 200
"""Documents that the index hands over to be ranked."""
PARTIAL = 4.0
"""Power of the share of a phrase that a document holds: « danse orientale » is more than « danse »."""
WHOLE = 0.5
"""What several words of one meaning (« comité des fêtes ») score together; the rest they score apart."""
BALANCE = 0.8
"""Power at which a concept's score grows beyond what its most telling word is worth."""
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
    """

    documents: list[int]
    scores: Scores
    terms: tuple[str, ...]
    parts: Scores


class _Pool:
    """Documents being ranked: what each term would add at weight 1, and what it does add."""

    def __init__(self, index: BM25Index, query: Query, documents: list[int]) -> None:
        weights = dict.fromkeys((*query.weights, *sorted(query.excluded)), 1.0)
        self.documents = documents
        self.terms = tuple(weights)
        self.gains = np.zeros((len(documents), len(weights)))
        self._plain = index.contributions(weights, documents)
        self._columns = {term: column for column, term in enumerate(weights)}
        self._rarity = np.array([_rarity(index, term) for term in weights])

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
        return float(self._rarity[self._columns[term]])

    def add(self, weights: Mapping[str, float], scale: float = 1.0, power: float = 0.0) -> Scores:
        """Add terms to the scores, times a power of the share of them that a document holds.

        Returns:
            What they added to each document.
        """
        columns = [self._columns[term] for term in weights]
        each = self._plain[:, columns] * np.array(list(weights.values()))
        share = ((each > 0) @ self._rarity[columns]) / max(self._rarity[columns].sum(), 1e-9)
        gains: Scores = scale * each * (share**power)[:, None]
        self.gains[:, columns] += gains
        added: Scores = gains.sum(axis=1)
        return added


def ranked(index: BM25Index, query: Query, where: Filter, pool: int = POOL) -> Ranked:
    """Rank the documents that pass ``where``; those with a minus-word or without a quoted word are out."""
    documents = [document for document, _ in index.top(query.weights, pool, where=where)]
    drawn = _Pool(index, query, documents)
    covered, present = np.zeros(len(documents)), np.zeros(len(documents))
    most = 0.0
    for concept in query.concepts:
        importance = max((w * drawn.rarity(t) for t, w in concept.weights.items()), default=0.0)
        covered += np.minimum(importance, _add_balanced(concept, drawn, importance))
        present += importance * drawn.holds_any(concept.weights)
        most = max(most, importance)
    drawn.gains *= ((present / max(present.max(initial=0.0), 1e-9)) ** COVERAGE)[:, None]
    scores = drawn.gains.sum(axis=1)
    kept = _allowed(query, drawn) & (scores > 0) & (covered >= FLOOR * most)
    order = [at for at in np.lexsort((np.array(documents), -scores)) if kept[at]]
    return Ranked([documents[at] for at in order], scores[order], drawn.terms, drawn.gains[order])


def _add_balanced(concept: Concept, pool: _Pool, importance: float) -> Scores:
    """Add a concept, damped above its importance: many ways of saying one thing do not outweigh another."""
    if importance <= 0:
        return np.zeros(len(pool.documents))
    before = pool.gains.copy()
    added = _add(concept, pool)
    damping: Scores = (np.maximum(added, importance) / importance) ** (BALANCE - 1.0)
    pool.gains = before + (pool.gains - before) * damping[:, None]
    balanced: Scores = added * damping
    return balanced


def _add(concept: Concept, pool: _Pool) -> Scores:
    """Add a concept to the scores; return what it added."""
    added: Scores = np.zeros(len(pool.documents))
    if len(concept.own) > 1:
        added = pool.add(concept.own, WHOLE, PARTIAL) + pool.add(concept.own, 1.0 - WHOLE)
    elif concept.own:
        added = pool.add(concept.own)
    for target, weight in concept.targets:
        added = added + pool.add(dict.fromkeys(terms(target), 1.0), weight, PARTIAL)
    return added


def _rarity(index: BM25Index, term: str) -> float:
    return index.inverse_document_frequency(term) if index.document_frequency(term) else 0.0


def _allowed(query: Query, pool: _Pool) -> NDArray[np.bool_]:
    allowed = np.ones(len(pool.documents), dtype=np.bool_)
    for term in query.excluded:
        allowed &= ~pool.holds(term)
    for phrase in query.phrases:
        for term in terms(" ".join(phrase)):
            if term in pool.terms:
                allowed &= pool.holds(term)
    return allowed
