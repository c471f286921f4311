"""What makes common terms quick: best documents, the best factor in each block, codes without a search."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.arrayfiles import ArrayFile
from retrieval.segment import BLOCK, BLOCK_BITS, LEVELS, LISTED, blocks

COMMON_SHARE = 256
COMMON_LEAST = 256
"""Terms in more than a 256th of the documents, and in more than 256, get a bound for each block."""

LISTED_LEAST = 512
"""Terms in more documents than that get a list of their best."""

DENSE_SHARE = 16
"""Terms in more than a 16th of the documents get their code in every document."""


class BoundsFiles:
    """The files of common and very common terms, written while terms are merged."""

    def __init__(
        self, folder: Path, ids: NDArray[np.int64], shares: NDArray[np.float64], code: type[np.generic]
    ) -> None:
        """Start the files.

        Args:
            folder: Where to write.
            ids: Association id of each document in the segment.
            shares: Factor of each pair as a part of the largest possible one.
            code: Type of the codes.
        """
        self._ids, self._shares = ids, shares
        self._documents = documents = len(ids)
        self._levels = np.minimum(np.ceil(shares * LEVELS * (1 + 1e-9)), LEVELS).astype(np.uint8)
        self._stack = ExitStack()
        self._common = self._file(folder, "common", np.int64)
        self._bounds = self._file(folder, "bounds", np.uint8, (blocks(documents),))
        self._listed = self._file(folder, "listed", np.int64)
        self._best_documents = self._file(folder, "best_documents", np.int32, (LISTED,))
        self._best_codes = self._file(folder, "best_codes", code, (LISTED,))
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

        def postings(place: np.intp) -> tuple[NDArray[np.int32], NDArray[Any]]:
            span = slice(int(ends[place] - counts[place]), int(ends[place]))
            return documents[span], codes[span]

        for place in np.flatnonzero(counts > max(LISTED_LEAST, LISTED)):
            self._listed.append(np.array([first + place]))
            self._append_best(*postings(place))
        for place in np.flatnonzero(counts > max(self._documents // COMMON_SHARE, COMMON_LEAST)):
            self._common.append(np.array([first + place]))
            self._bounds.append(self._block_bounds(*postings(place)))
        for place in np.flatnonzero(counts > self._documents // DENSE_SHARE):
            self._dense.append(np.array([first + place]))
            self._append_dense(*postings(place))

    def _append_best(self, documents: NDArray[np.int32], codes: NDArray[Any]) -> None:
        shares = self._shares.take(codes)
        least = np.partition(shares, len(shares) - LISTED)[len(shares) - LISTED]
        best = np.flatnonzero(shares >= least)
        best = best[np.lexsort((self._ids.take(documents.take(best)), -shares.take(best)))[:LISTED]]
        self._best_documents.append(documents.take(best))
        self._best_codes.append(codes.take(best))

    def _append_dense(self, documents: NDArray[np.int32], codes: NDArray[Any]) -> None:
        row = np.zeros(blocks(self._documents) * BLOCK, codes.dtype)
        row[documents] = codes
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
