"""All engines over the same documents, asked the same queries in turn."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice, pairwise
from pathlib import Path
from statistics import fmean, median
from typing import TypedDict

import numpy as np

from benchmarks.corpus import Document, Query, corpus, queries
from benchmarks.engine import TOP, disk, emptied
from benchmarks.engines import ENGINES
from benchmarks.worker import Worker

QUERIES = 300
PATIENCE_S = 5.0
"""Seconds that an engine may take for a measure before it is asked no more; at least five queries are."""
LEAST = 5
WARM_UP = 20
CHANGES = 100
REFERENCE = "waldeck"
"""Exact, as its tests show: the top ten of the others are compared with its own."""

log = logging.getLogger(__name__)


class Result(TypedDict):
    """One figure of the last run."""

    engine: str
    documents: int
    measure: str
    value: float
    unit: str


def run(source: str, folder: Path, engines: list[str]) -> Iterator[Result]:
    """Measure all engines over one corpus.

    Args:
        source: Name of the corpus, see there.
        folder: Where indices are kept meanwhile.
        engines: Names of the engines.
    """
    documents = corpus(source)
    asked = queries(documents, QUERIES)
    with ExitStack() as stack:
        workers: dict[str, Worker] = {}
        for name in engines:
            if documents.size > ENGINES[name].largest:
                continue
            log.info("%s documents: building %s", documents.size, name)
            worker, built = _built(name, source, folder / name, asked["q1"][0])
            workers[name] = stack.enter_context(worker)
            yield from _results(name, documents.size, built)
        log.info("%s documents: asking", documents.size)
        for measure, measured in asked.items():
            yield from _asked(workers, documents.size, measure, measured)
        for name, worker in workers.items():
            memory = worker.memory()
            steady = {"rss_steady": (memory["steady"], "MB"), "rss_anonymous": (memory["anonymous"], "MB")}
            yield from _results(name, documents.size, steady)
        fresh = [
            Document(documents.size + 1 + at, [f"zz{at}", *document.terms], document.place)
            for at, document in enumerate(islice(corpus(source).documents(), CHANGES))
        ]
        for name, worker in workers.items():
            if ENGINES[name].live:
                log.info("%s documents: changing %s", documents.size, name)
                changed = {
                    kind: (median(worker.change(kind, fresh)) * 1e3, "ms") for kind in ("add", "delete")
                }
                yield from _results(name, documents.size, changed)


def _results(engine: str, documents: int, figures: dict[str, tuple[float, str]]) -> Iterator[Result]:
    for measure, (value, unit) in figures.items():
        yield Result(engine=engine, documents=documents, measure=measure, value=round(value, 4), unit=unit)


def _built(name: str, source: str, folder: Path, query: Query) -> tuple[Worker, dict[str, tuple[float, str]]]:
    """A worker with the engine's index open, and what building and opening took."""
    with ExitStack() as stack:
        builder = stack.enter_context(Worker(name))
        built = {"build": (builder.build(source, emptied(folder)), "s")}
        built["rss_peak"] = (builder.memory()["peak"], "MB")
        if not ENGINES[name].kept:
            stack.pop_all()
            return builder, built
        built["disk"] = (disk(folder) / 1e6, "MB")
    worker = Worker(name)
    built["start"] = (worker.open(folder, query), "s")
    return worker, built


def _asked(workers: dict[str, Worker], size: int, measure: str, asked: list[Query]) -> Iterator[Result]:
    times: dict[str, list[float]] = defaultdict(list)
    same: dict[str, list[float]] = defaultdict(list)
    warming: dict[str, list[float]] = defaultdict(list)
    for query in asked[:WARM_UP]:
        _ask_all(workers, query, query, warming, least=1, patience=PATIENCE_S / 10)
    for before, query in pairwise(asked):
        answers = _ask_all(workers, query, before, times, least=LEAST, patience=PATIENCE_S)
        expected = set(answers.get(REFERENCE, ()))
        for name, ids in answers.items() if expected else ():
            same[name].append(len(expected & set(ids)) / min(TOP, len(expected)))
    for name, taken in times.items():
        figures = {
            f"{measure}_median": (median(taken) * 1e3, "ms"),
            f"{measure}_p99": (float(np.quantile(taken, 0.99)) * 1e3, "ms"),
        }
        if same[name]:
            figures[f"{measure}_agreement"] = (fmean(same[name]), "of the top 10")
        yield from _results(name, size, figures)


def _ask_all(
    workers: dict[str, Worker],
    query: Query,
    before: Query,
    times: dict[str, list[float]],
    *,
    least: int,
    patience: float,
) -> dict[str, list[int]]:
    """Ids that each engine finds, of those that have not used up their time."""
    answers: dict[str, list[int]] = {}
    for name, worker in workers.items():
        if len(times[name]) < least or sum(times[name]) < patience:
            seconds, answers[name] = worker.search(query, before)
            times[name].append(seconds)
    return answers
