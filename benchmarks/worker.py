"""One engine in a process of its own, asked over a pipe, so that its memory and its time are its own."""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Self

from benchmarks.corpus import Document, Query, corpus
from benchmarks.engine import Engine
from benchmarks.engines import ENGINES

MEGABYTE = 1024


class Worker:
    """The parent's end: calls are answered one after the other."""

    def __init__(self, engine: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        # Not daemonic: Waldeck's build starts processes itself.
        self._process = context.Process(target=serve, args=(engine, other))
        self._process.start()
        other.close()

    def build(self, source: str, folder: Path) -> float:
        """Build in ``folder``; seconds."""
        return float(self._ask("build", source, folder))

    def open(self, folder: Path, query: Query) -> float:
        """Open the folder and answer a first query; seconds."""
        return float(self._ask("open", folder, query))

    def search(self, query: Query, before: Query) -> tuple[float, list[int]]:
        """Seconds and the ids of the best for a query, right after an unmeasured one."""
        seconds, ids = self._ask("search", query, before)
        return seconds, ids

    def change(self, kind: str, documents: list[Document]) -> list[float]:
        """Add or delete documents, each one searched for at once; seconds of each."""
        return list(self._ask("change", kind, documents))

    def memory(self) -> dict[str, float]:
        """Megabytes: ``peak`` so far, ``steady`` now, and ``anonymous``, which no file backs, now."""
        return dict(self._ask("memory"))

    def _ask(self, *call: Any) -> Any:
        self._pipe.send(call)
        answer = self._pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join()


def serve(name: str, pipe: Connection) -> None:
    """The worker's end."""
    engine = ENGINES[name]()
    calls: dict[str, Callable[..., Any]] = {"memory": memory}
    while True:
        try:
            call, *arguments = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(calls[call](*arguments) if call in calls else globals()[f"_{call}"](engine, *arguments))
        except Exception as error:
            pipe.send(error)  # the parent raises it


def _build(engine: Engine, source: str, folder: Path) -> float:
    documents = corpus(source).documents()
    start = time.perf_counter()
    engine.build(documents, folder)
    return time.perf_counter() - start


def _open(engine: Engine, folder: Path, query: Query) -> float:
    start = time.perf_counter()
    engine.open(folder)
    engine.search(query)
    return time.perf_counter() - start


def _search(engine: Engine, query: Query, before: Query) -> tuple[float, list[int]]:
    engine.search(
        before
    )  # not measured: what it takes to wake a process that others pushed out of the caches
    start = time.perf_counter()
    ids = engine.search(query)
    seconds = time.perf_counter() - start
    return seconds, ids()


def _change(engine: Engine, kind: str, documents: list[Document]) -> list[float]:
    change = engine.add if kind == "add" else engine.delete
    seconds = []
    for document in documents:
        start = time.perf_counter()
        change(document)
        seconds.append(time.perf_counter() - start)
        found = engine.search(Query((document.terms[0],)))()
        if (document.id in found) != (kind == "add"):
            raise AssertionError(f"{kind} of document {document.id} is not seen by the next search")
    return seconds


def memory() -> dict[str, float]:
    """Of this process, from /proc, in megabytes."""
    gc.collect()
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    names = {"peak": "VmHWM", "steady": "VmRSS", "anonymous": "RssAnon"}
    return {name: int(status[field].split()[0]) / MEGABYTE for name, field in names.items()}
