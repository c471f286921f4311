"""Which documents a search may find: keys that they must hold or must not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Documents = NDArray[np.int32]
N = TypeVar("N", bound=np.integer[Any])


@dataclass(frozen=True, slots=True)
class Filter:
    """Documents that hold a key of every group in ``all_of`` and no key of ``none_of``."""

    all_of: tuple[frozenset[str], ...] = ()
    none_of: frozenset[str] = frozenset()

    @property
    def open(self) -> bool:
        """Whether everything passes."""
        return not self.all_of and not self.none_of


EVERYTHING = Filter()


def select(where: Filter, members: Callable[[str], Documents], size: int) -> Documents:
    """Numbers of the documents that pass, rising.

    Args:
        where: The filter.
        members: Gives the documents that hold a key, rising.
        size: Number of documents in all.
    """
    groups = sorted((union([members(key) for key in group]) for group in where.all_of), key=len)
    found = groups[0] if groups else np.arange(size, dtype=np.int32)
    for group in groups[1:]:
        found = found[member(found, group, size)]
    excluded = union([members(key) for key in where.none_of])
    return found[~member(found, excluded, size)] if len(excluded) else found


def union(lists: list[Documents]) -> Documents:
    """All documents of several rising lists, rising and each once."""
    if len(lists) == 1:
        return lists[0]
    return distinct(np.concatenate(lists)) if lists else np.empty(0, np.int32)


def distinct(numbers: NDArray[N]) -> NDArray[N]:
    """Numbers, rising and each once, in a part of the time that numpy's ``unique`` takes."""
    ordered = numbers.copy()
    ordered.sort()
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


SPARSE = 16
"""A list at least so many times shorter than all documents is searched in, not spread over a mask."""


def member(documents: NDArray[np.integer[Any]], group: Documents, size: int) -> NDArray[np.bool_]:
    """Whether each of ``documents`` is in the rising list ``group``."""
    if not len(group):
        return np.zeros(len(documents), np.bool_)
    if len(documents) * SPARSE < size:
        places = np.minimum(group.searchsorted(documents), len(group) - 1)
        return np.asarray(group.take(places) == documents)
    return mask(group, size).take(documents)


def mask(documents: Documents, size: int) -> NDArray[np.bool_]:
    """True at each of ``documents``; shape (size,)."""
    marks = np.zeros(size, np.bool_)
    marks[documents] = True
    return marks
