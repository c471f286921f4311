"""Building an index of many documents: analysed and inverted in blocks on all cores, spilled, merged once."""

from __future__ import annotations

import mmap
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from retrieval.bm25 import BM25Index
from retrieval.compaction import BUILDING, written
from retrieval.inversion import Inverted
from retrieval.merge import Source
from retrieval.okapi import Okapi
from retrieval.postings import pack, unpack
from retrieval.workers import WorkerLost, Workers

T = TypeVar("T")
Job = tuple[Callable[[Iterable[Any]], Inverted], list[Any], Path]
Run = tuple[int, int]
"""Documents of a spilled block, and the sum of their lengths."""

BLOCK = 25_000
"""Documents that are analysed and inverted at once."""
AHEAD = 1
"""Blocks that wait while each process has one."""
STEP = 500
"""Documents between two looks at whether to go on."""
HEARTBEAT_S = 0.2


def build(
    items: Iterable[T],
    invert: Callable[[Iterable[T]], Inverted],
    *,
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
    processes: int | None = None,
    k1: float = 1.5,
    b: float = 0.75,
) -> BM25Index:
    """Index documents that do not fit into memory all at once.

    Args:
        items: What the documents are made of, each with an id of its own; read as it is needed.
        invert: Analyses and inverts some of them. A function of a module: other processes call it.
        folder: Where the index is kept; None for one in memory.
        progress: Called again and again with the number of documents done; raises to give up.
        processes: How many analyse at the same time; by default as many as there are cores.
        k1: Saturation of the term frequency.
        b: Weight of the document's length.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=BUILDING, dir=folder) as spill:
        runs = list(_runs(_blocks(items), invert, Path(spill), processes or os.cpu_count() or 1, progress))
        if not runs:
            return BM25Index(k1=k1, b=b, folder=folder)
        documents, length = (sum(run[part] for run in runs) for part in (0, 1))
        sources, mappings, first = [], [], 0
        for number, (size, _) in enumerate(runs):
            postings, mapping = unpack(Path(spill) / str(number))
            sources.append(Source(postings, np.arange(first, first + size, dtype=np.int32)))
            mappings.append(mapping)
            first += size

        def step(_: float) -> None:
            progress(documents)
            for mapping in mappings:
                mapping.madvise(mmap.MADV_DONTNEED)  # what was merged need not stay in memory

        segment = written(sources, folder, Okapi(k1, b), length, step)
    return BM25Index(k1=k1, b=b, folder=folder, segment=segment)


def _blocks(items: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while block := list(islice(iterator, BLOCK)):
        yield block


def _runs(
    blocks: Iterator[list[T]],
    invert: Callable[[Iterable[T]], Inverted],
    spill: Path,
    processes: int,
    progress: Callable[[int], None],
) -> Iterator[Run]:
    """Invert block after block into numbered files; with several blocks and cores, side by side."""
    first = list(islice(blocks, 2))
    progress(0)
    jobs = ((invert, block, spill / str(number)) for number, block in enumerate(chain(first, blocks)))
    if len(first) > 1 and processes > 1:
        return _side_by_side(jobs, processes, progress)
    return _one_by_one(jobs, progress)


def _one_by_one(jobs: Iterator[Job], progress: Callable[[int], None]) -> Iterator[Run]:
    done = 0
    for job in jobs:
        yield _here(job, partial(_told, progress, done))
        done += len(job[1])
        progress(done)


def _told(progress: Callable[[int], None], before: int, number: int) -> None:
    progress(before + number)


def _side_by_side(jobs: Iterator[Job], processes: int, progress: Callable[[int], None]) -> Iterator[Run]:
    """Results in the order of the jobs, of which only a few are taken up ahead."""
    waiting: deque[tuple[Future[Run], Job]] = deque()
    done = 0
    with Workers(processes) as workers:
        while True:
            for job in islice(jobs, processes + AHEAD - len(waiting)):
                waiting.append((workers.submit(_spilled, *job), job))
            if not waiting:
                return
            run = _result(*waiting.popleft(), partial(_told, progress, done))
            done += run[0]
            progress(done)
            yield run


def _result(future: Future[Run], job: Job, progress: Callable[[int], None]) -> Run:
    """What a process made of a job; where it was lost, do it here."""
    try:
        while True:
            try:
                return future.result(timeout=HEARTBEAT_S)
            except TimeoutError:
                progress(0)
    except WorkerLost:
        return _here(job, progress)


def _here(job: Job, progress: Callable[[int], None]) -> Run:
    """Do a job in this process."""
    invert, items, path = job
    return _spilled(invert, _every(STEP, items, progress), path)


def _every(step: int, items: Iterable[T], call: Callable[[int], None]) -> Iterator[T]:
    """Pass on ``items``, and after each ``step`` of them call with their number."""
    for number, item in enumerate(items, 1):
        yield item
        if number % step == 0:
            call(number)


def _spilled(invert: Callable[[Iterable[T]], Inverted], items: Iterable[T], path: Path) -> Run:
    """Invert some items and spill their posting arrays; how many they are, and the sum of the lengths."""
    postings, length = invert(items)
    pack(postings, path)
    return len(postings.ids), length
