"""Sorted strings without a Python object each: a block of bytes, where each begins, how each begins."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

HEAD = 8
"""Bytes of a string that are compared at once, as one big-endian number."""


def encode(string: str) -> bytes:
    """UTF-8, whose order is that of code points; lone surrogates of damaged texts pass."""
    return string.encode("utf-8", "surrogatepass")


def packed(
    strings: Sequence[bytes],
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint64]]:
    """Encoded strings as a vocabulary holds them: all, each with a line feed; where each ends; heads."""
    blob = np.frombuffer(b"\n".join([*strings, b""]) if strings else b"", np.uint8)
    ends = np.flatnonzero(blob == ord("\n")) + 1
    if len(ends) != len(strings):  # some string holds a line feed itself
        ends = np.cumsum(np.fromiter((len(string) + 1 for string in strings), np.int64, len(strings)))
    lengths = np.diff(ends, prepend=0) - 1
    padded = np.concatenate([blob, np.zeros(HEAD, np.uint8)])
    heads = padded[(ends - lengths - 1)[:, np.newaxis] + np.arange(HEAD)]
    heads[np.arange(HEAD) >= lengths[:, np.newaxis]] = 0
    return blob, ends, heads.view(">u8").reshape(-1).astype(np.uint64)


class Vocabulary:
    """Distinct strings in their order; a string's place is its number.

    Attributes:
        blob: All strings in UTF-8, each followed by a line feed; shape (bytes,).
        starts: Where each begins in ``blob``, and the end of the last; shape (strings + 1,).
        heads: First eight bytes of each as one number; shape (strings,).
    """

    __slots__ = ("_bytes", "_heads", "_starts", "blob", "heads", "starts")

    def __init__(self, blob: NDArray[np.uint8], starts: NDArray[np.int64], heads: NDArray[np.uint64]) -> None:
        self.blob, self.starts, self.heads = blob, starts, heads
        # Single elements of these are read in less time than numpy's.
        self._bytes, self._starts, self._heads = blob.data, starts.data, heads.data

    @classmethod
    def of(cls, strings: Iterable[str]) -> Vocabulary:
        """Hold ``strings``, in any order, each once."""
        return cls.of_encoded(sorted(encode(string) for string in strings))

    @classmethod
    def of_sorted(cls, strings: Sequence[str]) -> Vocabulary:
        """Hold distinct strings that are sorted already."""
        return cls.of_encoded([encode(string) for string in strings])

    @classmethod
    def of_encoded(cls, strings: Sequence[bytes]) -> Vocabulary:
        """Hold distinct encoded strings that are sorted already."""
        blob, ends, heads = packed(strings)
        return cls(blob, np.concatenate([np.zeros(1, np.int64), ends]), heads)

    def __len__(self) -> int:
        return len(self.heads)

    def encoded(self, number: int) -> bytes:
        """The string of that number in UTF-8."""
        return bytes(self._bytes[self._starts[number] : self._starts[number + 1] - 1])

    def lower_bound(self, wanted: bytes) -> int:
        """Number of the first string that is not before ``wanted``."""
        head = int.from_bytes(wanted[:HEAD].ljust(HEAD, b"\0"), "big")
        first = bisect_left(self._heads, head)
        if first == len(self) or self._heads[first] != head or self.encoded(first) >= wanted:
            return first
        last = bisect_right(self._heads, head, lo=first)
        return bisect_left(range(last), wanted, lo=first, key=self.encoded)

    def find(self, string: str) -> int:
        """Number of ``string``, or -1."""
        wanted = encode(string)
        number = self.lower_bound(wanted)
        return number if number < len(self) and self.encoded(number) == wanted else -1

    def prefixed(self, prefix: str) -> tuple[int, int]:
        """First number and end of the strings that begin with ``prefix``."""
        wanted = encode(prefix)
        # No byte of UTF-8 reaches 0xFF: nothing that begins with the prefix comes after this.
        return self.lower_bound(wanted), self.lower_bound(wanted + b"\xff")

    def slice(self, first: int, end: int) -> list[bytes]:
        """The encoded strings of a range of numbers."""
        if first >= end:
            return []
        block = self._block(first, end)
        parts = block.split(b"\n")
        if len(parts) == end - first:
            return parts
        cuts = (self.starts[first : end + 1] - self.starts[first]).tolist()
        return [block[a : b - 1] for a, b in pairwise(cuts)]  # some string holds a line feed itself

    def strings(self, first: int, end: int) -> list[str]:
        """The strings of a range of numbers."""
        parts = self._block(first, end).decode("utf-8", "surrogatepass").split("\n")
        if len(parts) == end - first:
            return parts
        return [string.decode("utf-8", "surrogatepass") for string in self.slice(first, end)]

    def _block(self, first: int, end: int) -> bytes:
        return bytes(self._bytes[int(self.starts[first]) : max(int(self.starts[end]) - 1, 0)])


def partitions(vocabularies: Sequence[Vocabulary], size: int) -> Iterator[list[tuple[int, int]]]:
    """Cut several vocabularies at the same strings, about ``size`` strings of the longest at a time.

    Yields:
        For each part the (first number, end) in every vocabulary; together the parts cover them all.
    """
    longest = max(vocabularies, key=len)
    firsts = [0] * len(vocabularies)
    for cut in [*range(size, len(longest), size), None]:
        pivot = None if cut is None else longest.encoded(cut)
        ends = [len(each) if pivot is None else each.lower_bound(pivot) for each in vocabularies]
        yield list(zip(firsts, ends, strict=True))
        firsts = ends
