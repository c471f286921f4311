"""Arrays that grow while others read them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Growing:
    """Integers in an array that grows in place; what a reader was given neither moves nor changes."""

    def __init__(self) -> None:
        self._buffer = np.zeros(64, np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, value: int) -> None:
        """Add one number."""
        if self._size == len(self._buffer):
            self._buffer = np.concatenate([self._buffer, np.zeros_like(self._buffer)])
        self._buffer[self._size] = value
        self._size += 1

    def extend(self, values: NDArray[np.int64]) -> None:
        """Add several numbers."""
        self._buffer = np.concatenate([self.view, values, np.zeros(64, np.int64)])
        self._size += len(values)

    @property
    def view(self) -> NDArray[np.int64]:
        """What is there now, without a copy."""
        return self._buffer[: self._size]
