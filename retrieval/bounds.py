"""What makes common terms quick: the best factor in each block of documents, and codes without a search."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.arrayfiles import ArrayFile
from retrieval.segment import BLOCK, BLOCK_BITS, LEVELS, blocks

COMMON_SHARE = 256
COMMON_LEAST = 256
"""Terms in more than a 256th of the documents, and in more than 256, get a bound for each block."""

DENSE_SHARE = 16
"""Terms in more than a 16th of the documents get their code in every document."""


class BoundsFiles:
    """The files of common and very common terms, written while terms are merged."""

    def __init__(
        self, folder: Path, documents: int, shares: NDArray[np.float64], code: type[np.generic]
    ) -> None:
        """Start the files.

        Args:
            folder: Where to write.
            documents: Number of documents in the segment.
            shares: Factor of each pair as a part of the largest possible one.
            code: Type of the codes.
        """
        self._documents = documents
        self._levels = np.minimum(np.ceil(shares * LEVELS * (1 + 1e-9)), LEVELS).astype(np.uint8)
        self._stack = ExitStack()
        self._common = self._file(folder, "common", np.int64)
        self._bounds = self._file(folder, "bounds", np.uint8, (blocks(documents),))
        self._dense = self._file(folder, "dense", np.int64)
        self._dense_codes = self._file(folder, "dense_codes", code, (blocks(documents), BLOCK))

    def _file(self, folder: Path, name: str, kind: type[np.generic], row: tuple[int, ...] = ()) -> ArrayFile:
        return self._stack.enter_context(ArrayFile(folder / f"{name}.npy", kind, row))

    def append(
        self, first: int, counts: NDArray[np.int64], documents: NDArray[np.int32], codes: NDArray[Any]
    ) -> None:
        """Look through some terms for common ones.

        Args:
            first: Number of the first term.
            counts: Postings of each term.
            documents: Their documents, term after term.
            codes: Their codes.
        """
        ends = np.cumsum(counts)
        for place in np.flatnonzero(counts > max(self._documents // COMMON_SHARE, COMMON_LEAST)):
            span = slice(int(ends[place] - counts[place]), int(ends[place]))
            self._common.append(np.array([first + place]))
            self._bounds.append(self._block_bounds(documents[span], codes[span]))
            if counts[place] > self._documents // DENSE_SHARE:
                row = np.zeros(blocks(self._documents) * BLOCK, codes.dtype)
                row[documents[span]] = codes[span]
                self._dense.append(np.array([first + place]))
                self._dense_codes.append(row)

    def _block_bounds(self, documents: NDArray[np.int32], codes: NDArray[Any]) -> NDArray[np.uint8]:
        own = documents >> BLOCK_BITS
        firsts = np.concatenate([np.zeros(1, np.int64), np.flatnonzero(np.diff(own)) + 1])
        row = np.zeros(blocks(self._documents), np.uint8)
        row[own[firsts]] = np.maximum.reduceat(self._levels.take(codes), firsts)
        return row

    def __enter__(self) -> BoundsFiles:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)
