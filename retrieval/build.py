"""Building an index of many documents: analysed and inverted in blocks on all cores, spilled, merged once."""

from __future__ import annotations

import logging
import mmap
import os
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from retrieval.bm25 import BM25Index
from retrieval.compaction import BUILDING, written
from retrieval.inversion import Analysed, inverted
from retrieval.merge import Source
from retrieval.okapi import Okapi
from retrieval.postings import pack, unpack

T = TypeVar("T")
Job = tuple[Callable[[Any], Analysed], list[Any], Path]
Run = tuple[int, int]
"""Documents of a spilled block, and the sum of their lengths."""

BLOCK = 10_000
"""Documents that are analysed and inverted at once."""
AHEAD = 2
"""Blocks that wait for each process."""
STEP = 500
"""Documents between two looks at whether to go on."""
STOP = "stop"
HEARTBEAT_S = 0.2

log = logging.getLogger(__name__)


def build(
    items: Iterable[T],
    analyse: Callable[[T], Analysed],
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
        analyse: Makes a document of an item. A function of a module: other processes call it.
        folder: Where the index is kept; None for one in memory.
        progress: Called again and again with the number of documents done; raises to give up.
        processes: How many analyse at the same time; by default as many as there are cores.
        k1: Saturation of the term frequency.
        b: Weight of the document's length.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=BUILDING, dir=folder) as spill:
        runs = list(_runs(_blocks(items), analyse, Path(spill), processes or os.cpu_count() or 1, progress))
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
    analyse: Callable[[T], Analysed],
    spill: Path,
    processes: int,
    progress: Callable[[int], None],
) -> Iterator[Run]:
    """Invert block after block into numbered files; with several blocks and cores, side by side."""
    first = list(islice(blocks, 2))
    progress(0)
    jobs = ((analyse, block, spill / str(number)) for number, block in enumerate(chain(first, blocks)))
    if len(first) > 1 and processes > 1:
        return _side_by_side(jobs, processes, spill / STOP, progress)
    return _one_by_one(jobs, progress)


def _one_by_one(jobs: Iterator[Job], progress: Callable[[int], None]) -> Iterator[Run]:
    done = 0
    for analyse, items, path in jobs:
        yield _invert(analyse, _every(STEP, items, partial(_told, progress, done)), path)
        done += len(items)
        progress(done)


def _told(progress: Callable[[int], None], before: int, number: int) -> None:
    progress(before + number)


def _every(step: int, items: Iterable[T], call: Callable[[int], None]) -> Iterator[T]:
    """Pass on ``items``, and after each ``step`` of them call with their number."""
    for number, item in enumerate(items, 1):
        yield item
        if number % step == 0:
            call(number)


def _side_by_side(
    jobs: Iterator[Job], processes: int, stop: Path, progress: Callable[[int], None]
) -> Iterator[Run]:
    """Results in the order of the jobs, of which only a few are taken up ahead."""
    # Not forked: threads of this process may hold locks that a copy would wait for.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_start_worker)
    waiting: deque[tuple[Future[Run], Job]] = deque()
    done = 0
    try:
        while True:
            for job in islice(jobs, AHEAD * processes - len(waiting)):
                waiting.append((_submitted(pool, job, stop), job))
            if not waiting:
                return
            run = _result(*waiting.popleft(), partial(progress, done))
            done += run[0]
            progress(done)
            yield run
    finally:
        stop.touch()
        pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, job: Job, stop: Path) -> Future[Run]:
    try:
        return pool.submit(_invert_unless, stop, job)
    except (BrokenProcessPool, OSError) as error:
        failed: Future[Run] = Future()
        failed.set_exception(error)
        return failed


def _result(future: Future[Run], job: Job, heartbeat: Callable[[], None]) -> Run:
    """What a process made of a job; where none can run, do it here."""
    try:
        while True:
            try:
                return future.result(timeout=HEARTBEAT_S)
            except TimeoutError:
                heartbeat()
    except (BrokenProcessPool, OSError) as error:
        log.warning("Processes to build the index with can't run (%s); going on with one core", error)
        return _invert(*job)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, and leave with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := parent_process()) is not None:
        threading.Thread(target=_leave_after, args=(parent,), daemon=True).start()


def _leave_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _invert_unless(stop: Path, job: Job) -> Run:
    """Invert, in a process of its own, unless the parent has given up."""

    def look_up(_: int) -> None:
        if stop.exists():
            raise InterruptedError("the build was given up")

    analyse, items, path = job
    return _invert(analyse, _every(STEP, items, look_up), path)


def _invert(analyse: Callable[[T], Analysed], items: Iterable[T], path: Path) -> Run:
    """Analyse a block of items and spill its posting arrays."""
    postings, length = inverted(map(analyse, items))
    pack(postings, path)
    return len(postings.ids), length
