"""The best documents of a single term, read off the list of its best or off its few postings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from retrieval.gains import Found, Numbers, Scores, WeightedTerm
from retrieval.okapi import Okapi
from retrieval.segment import Segment

Permitted = Callable[[Numbers], NDArray[np.bool_]]

ROUNDING = 1 + 1e-9


def best_of_one(
    segment: Segment,
    term: WeightedTerm,
    okapi: Okapi,
    *,
    average_length: float,
    limit: int,
    permitted: Permitted | None,
) -> Found | None:
    """Documents with a term, the best ``limit`` that may be found among them, and their scores.

    Args:
        segment: Where to search.
        term: The term.
        okapi: The parameters.
        average_length: Present mean length.
        limit: Number of documents wanted, at least 1.
        permitted: Tells which documents may be found, or None for all.

    Returns:
        None where the term's list can't tell: too many of its best were deleted or are filtered out, or
        the mean length has changed so much that others may have overtaken them.
    """
    arrays = segment.arrays
    factors = segment.factors(okapi, average_length)
    row = segment.listed.get(term.number)
    if row is None:
        documents: Numbers = arrays.documents[term.first : term.end]
        codes = arrays.codes[term.first : term.end]
    else:
        documents, codes = arrays.best_documents[row], arrays.best_codes[row]
        if permitted is None and average_length == segment.average_length:
            documents, codes = documents[:limit], codes[:limit]
    scores: Scores = factors.take(codes)
    scores *= term.weight
    if permitted is not None:
        kept = np.flatnonzero(permitted(documents))
        documents, scores = documents.take(kept), scores.take(kept)
    if row is None:
        return _best(documents, scores, limit)
    if len(documents) < limit:
        return None
    if average_length == segment.average_length:
        return documents[:limit], scores[:limit]
    documents, scores = _best(documents, scores, limit)
    return (
        (documents, scores)
        if scores.min() > term.weight * _others(segment, row, okapi, average_length)
        else None
    )


def _best(documents: Numbers, scores: Scores, limit: int) -> Found:
    """All that reach the last wanted score."""
    place = len(scores) - limit
    if place <= 0:
        return documents, scores
    ordered = scores.copy()
    ordered.partition(place)
    kept = np.flatnonzero(scores >= ordered[place])
    return documents.take(kept), scores.take(kept)


def _others(segment: Segment, row: int, okapi: Okapi, average_length: float) -> float:
    """What the factor of a document that is not in a list can be at most.

    When the list was made it was no higher than the last one's. It has grown since by no more than the
    mean length has, and has not grown where that fell.
    """
    arrays = segment.arrays
    last = slice(code := int(arrays.best_codes[row, -1]), code + 1)
    factor = okapi.factors(arrays.pair_frequencies[last], arrays.pair_lengths[last], segment.average_length)
    return float(factor[0]) * max(1.0, average_length / segment.average_length) * ROUNDING
