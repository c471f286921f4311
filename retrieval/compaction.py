"""Making one new segment of a collection's segment and tier, while the collection is searched and changed."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.arrayfiles import array_in, map_file
from retrieval.collection import Collection
from retrieval.merge import Source, Step, merge
from retrieval.okapi import Okapi
from retrieval.postings import load
from retrieval.segment import Segment, SegmentArrays
from retrieval.tier import FrozenTier

PREFIX = "segment-"
BUILDING = "building-"


@dataclass(frozen=True, slots=True, eq=False)
class Frozen:
    """A collection at one moment, while it goes on changing."""

    segment: Segment
    dead: NDArray[np.int64]
    tier: FrozenTier
    words: dict[str, int]
    total_length: int
    okapi: Okapi


def freeze(collection: Collection) -> Frozen:
    """Take down what a compaction needs; nobody may change the collection meanwhile."""
    return Frozen(
        segment=collection.segment,
        dead=np.flatnonzero(collection.deaths.stamps),
        tier=collection.tier.frozen(),
        words=dict(collection.words.changed),
        total_length=collection.total_length,
        okapi=collection.okapi,
    )


def compact(frozen: Frozen, folder: Path | None, step: Step) -> Segment:
    """Write the segment of all that lived at that moment, and open it.

    Args:
        frozen: What to write.
        folder: Where its folder is to be; None to keep the segment in memory.
        step: Told how far it is; raises to give up, which leaves nothing behind.
    """
    arrays = frozen.tier.arrays(frozen.words)
    old = numbered(frozen.segment.size, frozen.dead, 0)
    new = numbered(
        len(arrays.ids), np.array(sorted(frozen.tier.dead), np.int64), frozen.segment.size - len(frozen.dead)
    )
    return written(
        [Source(frozen.segment.arrays, old), Source(arrays, new)],
        folder,
        frozen.okapi,
        frozen.total_length,
        step,
    )


def numbered(size: int, dead: NDArray[np.int64], first: int) -> NDArray[np.int32]:
    """New numbers, from ``first``, of documents some of which are left out (-1)."""
    living = np.ones(size, np.bool_)
    living[dead] = False
    return np.where(living, np.cumsum(living) - 1 + first, -1).astype(np.int32)


def written(
    sources: list[Source], folder: Path | None, okapi: Okapi, total_length: int, step: Step
) -> Segment:
    """Merge into a new folder and open the segment."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    own = Path(tempfile.mkdtemp(prefix=PREFIX, dir=folder))
    try:
        merge(sources, own, okapi, total_length, step)
        segment = Segment(load(SegmentArrays, partial(_array, own, mapped=folder is not None)))
    except BaseException:
        shutil.rmtree(own, ignore_errors=True)
        raise
    if folder is None:
        shutil.rmtree(own)
    else:
        segment.folder = own
    return segment


def _array(folder: Path, name: str, *, mapped: bool) -> NDArray[Any]:
    path = folder / f"{name}.npy"
    return array_in(map_file(path)) if mapped else np.asarray(np.load(path, allow_pickle=False))
