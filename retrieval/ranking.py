"""Ranking: from the index's best few hundred to an order that covers what the person asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import BM25Index, Filter
from retrieval.documents import THEME
from retrieval.french import terms
from retrieval.query import Concept, Query

POOL = 400
"""Documents that the index hands over to be ranked."""
COVERAGE = 0.3
"""Power of the share of concepts that a document covers."""
PARTIAL = 2.0
"""Power of the share of a phrase that a document holds: « danse orientale » is more than « danse »."""
BEST_SHARE = 0.0
"""Of a concept's targets the best counts whole, the others by what is left of 1."""
THEME_WEIGHT = 0.3
"""Of the theme that goes with a concept, for documents that hold its words."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Documents, best first, with their scores and each term's part of it.

    Attributes:
        documents: Ids.
        scores: Same order.
        terms: Names of the columns of ``parts``.
        parts: What each term adds by itself, shape (documents, terms).
    """

    documents: list[int]
    scores: Scores
    terms: tuple[str, ...]
    parts: Scores


class _Pool:
    """Documents being ranked, with each term's BM25 contribution at weight 1."""

    def __init__(self, index: BM25Index, query: Query, documents: list[int]) -> None:
        themes = {THEME + code for concept in query.concepts for code in concept.themes}
        weights = dict.fromkeys((*query.weights, *sorted(themes)), 1.0)
        self.documents = documents
        self.terms = tuple(weights)
        self.parts = index.contributions(weights, documents)
        self._columns = {term: column for column, term in enumerate(weights)}
        self._rarity = {term: index.inverse_document_frequency(term) for term in weights}

    def column(self, term: str) -> Scores:
        """Contribution of ``term`` to each document."""
        column: Scores = self.parts[:, self._columns[term]]
        return column

    def rarity(self, term: str) -> float:
        """Inverse document frequency."""
        return self._rarity[term]

    def phrase(self, target: str) -> Scores:
        """Score of a word or phrase; of a phrase held in part, much less."""
        parts = list(dict.fromkeys(terms(target)))
        each = self.parts[:, [self._columns[term] for term in parts]]
        rarity = np.array([self._rarity[term] for term in parts])
        share = ((each > 0) * rarity).sum(axis=1) / max(rarity.sum(), 1e-9)
        scores: Scores = each.sum(axis=1) * share**PARTIAL
        return scores


def ranked(index: BM25Index, query: Query, where: Filter, pool: int = POOL) -> Ranked:
    """Rank the documents that pass ``where``."""
    best = index.top(query.weights, pool, where=where)
    documents = _Pool(index, query, [document for document, _ in best])
    total = np.zeros(len(best))
    covered = np.zeros(len(best))
    possible = 0.0
    for concept in query.concepts:
        score = _concept_score(concept, documents)
        importance = _importance(concept, documents)
        total += score
        covered += importance * np.minimum(1.0, score / importance) if importance else 0.0
        possible += importance
    scores = total * (covered / possible) ** COVERAGE if possible else total
    order = np.lexsort((documents.documents, -scores))
    return Ranked(
        [documents.documents[at] for at in order], scores[order], documents.terms, documents.parts[order]
    )


def _concept_score(concept: Concept, pool: _Pool) -> Scores:
    score: Scores = np.zeros(len(pool.documents))
    for term, weight in concept.own.items():
        score = score + weight * pool.column(term)
    if concept.targets:
        each = np.array([weight * pool.phrase(target) for target, weight in concept.targets])
        score = score + BEST_SHARE * each.max(axis=0) + (1 - BEST_SHARE) * each.sum(axis=0)
    if concept.themes:
        theme = np.array([pool.column(THEME + code) for code in concept.themes]).max(axis=0)
        score = score + THEME_WEIGHT * theme
    return score


def _importance(concept: Concept, pool: _Pool) -> float:
    """How much a concept matters: the weight and rarity of its most telling term."""
    weights: Mapping[str, float] = {**concept.added, **concept.own}
    return max((weight * pool.rarity(term) for term, weight in weights.items()), default=0.0)
