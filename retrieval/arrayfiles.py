"""Arrays written to .npy files piece by piece, so that none is ever whole in memory."""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from retrieval.vocabulary import packed

LONGEST_HEADER = 1024


def map_file(path: Path) -> mmap.mmap:
    """Map a whole file for reading."""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def array_in(content: mmap.mmap) -> NDArray[Any]:
    """The array of a mapped .npy file, without a copy.

    Raises:
        ValueError: It is no such file.
    """
    with BytesIO(content[:LONGEST_HEADER]) as head:
        npy.read_magic(head)
        shape, _, kind = npy.read_array_header_1_0(head)
        return np.ndarray(shape, kind, content, head.tell())


class ArrayFile:
    """One .npy file that grows along its first axis.

    numpy leaves room in the header for a longer shape, so that it can be written anew at the end.
    """

    def __init__(self, path: Path, kind: type[np.generic], row: tuple[int, ...] = ()) -> None:
        self._kind = np.dtype(kind)
        self._row = row
        self._rows = 0
        self._file = path.open("wb")
        self._write_header()

    def _write_header(self) -> None:
        shape = (self._rows, *self._row)
        descr = npy.dtype_to_descr(self._kind)
        npy.write_array_header_1_0(self._file, {"descr": descr, "fortran_order": False, "shape": shape})

    def append(self, rows: NDArray[Any]) -> None:
        """Write rows of the file's type behind those before."""
        rows = np.ascontiguousarray(rows, self._kind)
        self._file.write(rows.data)
        self._rows += rows.size // (int(np.prod(self._row)) or 1)

    def close(self) -> None:
        """Put the final shape into the header."""
        self._file.seek(0)
        self._write_header()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        if kind is None:
            self.close()
        else:
            self._file.close()


class VocabularyFile:
    """The three files of a vocabulary; strings come in their order."""

    def __init__(self, folder: Path, name: str) -> None:
        self._blob = ArrayFile(folder / f"{name}.blob.npy", np.uint8)
        self._starts = ArrayFile(folder / f"{name}.starts.npy", np.int64)
        self._heads = ArrayFile(folder / f"{name}.heads.npy", np.uint64)
        self._starts.append(np.zeros(1, np.int64))
        self._end = 0

    def append(self, strings: Sequence[bytes]) -> None:
        """Write encoded strings behind those before."""
        blob, ends, heads = packed(strings)
        self._blob.append(blob)
        self._starts.append(self._end + ends)
        self._heads.append(heads)
        self._end += len(blob)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        for file in (self._blob, self._starts, self._heads):
            file.__exit__(kind, error, None)
