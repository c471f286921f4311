"""Okapi BM25's formula, as rank_bm25 has it, over arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ODDS_OF_A_THIRD = 2.0
"""(N - n) / n of a term in a third of the documents."""


@dataclass(frozen=True, slots=True)
class Okapi:
    """The two parameters: saturation of the term frequency, and weight of the document's length."""

    k1: float
    b: float

    @property
    def largest(self) -> float:
        """What no factor exceeds."""
        return self.k1 + 1

    def factors(
        self, frequencies: NDArray[np.int64], lengths: NDArray[np.int64], average_length: float
    ) -> NDArray[np.float64]:
        """What frequency and length make of a term's idf: tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl)).

        Rises with the frequency, falls with the length, lies between 0 and k1 + 1. A mean length of 0
        means that there is no posting at all.
        """
        norms = self.k1 * (1 - self.b + self.b * lengths / (average_length or 1.0))
        divisors = frequencies + norms
        divisors[frequencies == 0] = 1.0  # no posting, factor 0, also where the norm is 0
        return np.asarray(frequencies * (self.k1 + 1) / divisors)


def idf(documents: int, frequency: int) -> float:
    """Inverse document frequency, always above 0 and falling as the frequency rises.

    rank_bm25's own log((N - n + 0.5) / (n + 0.5)) for terms in less than a third of the documents; for
    others, where that nears 0 and turns negative, Xapian's log(odds / 2 + 1), which joins it smoothly.

    Args:
        documents: Number of living documents, N.
        frequency: Number of living documents with the term, n.
    """
    odds = (documents - frequency + 0.5) / (frequency + 0.5)
    return math.log(odds) if odds >= ODDS_OF_A_THIRD else math.log(odds / 2 + 1)
