"""Ranking: from the index's best few hundred to an order that covers what the person asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import BM25Index, Filter
from retrieval.query import Concept, Query

POOL = 400
"""Documents that the index hands over to be ranked."""
COVERAGE = 1.0
"""Power of the share of concepts that a document covers."""
MAX_SHARE = 0.7
"""Of a concept's added words the best counts whole, the others by what is left of 1."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Documents, best first, with their scores and each term's part of it.

    Attributes:
        documents: Ids.
        scores: Same order.
        terms: Names of the columns of ``parts``.
        parts: Shape (documents, terms).
    """

    documents: list[int]
    scores: NDArray[np.float64]
    terms: tuple[str, ...]
    parts: NDArray[np.float64]


def ranked(index: BM25Index, query: Query, where: Filter, pool: int = POOL) -> Ranked:
    """Rank the documents that pass ``where``."""
    weights = query.weights
    best = index.top(weights, pool, where=where)
    documents = [document for document, _ in best]
    parts = index.contributions(weights, documents)
    columns = {term: column for column, term in enumerate(weights)}
    total = np.zeros(len(documents))
    covered = np.zeros(len(documents))
    possible = 0.0
    for concept in query.concepts:
        score = _concept_score(concept, parts, columns, weights)
        importance = _importance(index, concept)
        total += score
        covered += importance * (score > 0)
        possible += importance
    scores = total * (covered / possible) ** COVERAGE if possible else total
    order = np.lexsort((documents, -scores))
    return Ranked([documents[at] for at in order], scores[order], tuple(weights), parts[order])


def _concept_score(
    concept: Concept, parts: NDArray[np.float64], columns: dict[str, int], weights: dict[str, float]
) -> NDArray[np.float64]:
    own = [columns[term] for term in concept.own]
    added = [columns[term] for term in concept.added]
    score: NDArray[np.float64] = parts[:, own].sum(axis=1)
    if added:
        each = parts[:, added]
        score = score + MAX_SHARE * each.max(axis=1) + (1 - MAX_SHARE) * each.sum(axis=1)
    return score


def _importance(index: BM25Index, concept: Concept) -> float:
    """How much a concept matters: the weight and rarity of its most telling term."""
    each = [
        weight * index.inverse_document_frequency(term)
        for term, weight in (*concept.own.items(), *concept.added.items())
        if index.document_frequency(term)
    ]
    return max(each, default=0.0)
