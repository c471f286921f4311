"""Processes that call functions of modules, each over a pipe of its own, for work that keeps all cores busy.

Not ``multiprocessing``: its processes would import the whole program that started them, and its executor
can wait for ever for one that was killed while a large argument was on its way.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class WorkerLost(Exception):
    """The process could not be started, or ended before it answered."""


class Workers:
    """Some processes, each started when there is work for it, not replaced if lost, and killed at the end."""

    def __init__(self, number: int) -> None:
        self._threads = ThreadPoolExecutor(number, "worker")
        self._own = threading.local()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have a process call a function; the result may raise what it raises, or ``WorkerLost``."""
        return self._threads.submit(self._call, function, arguments)

    def _call(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        if getattr(self._own, "lost", False):
            raise WorkerLost("it was lost before")
        try:
            process = self._process()
            if process.stdin is None or process.stdout is None:
                raise WorkerLost("it has no pipes")
            pickle.dump((function, arguments), process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            result, error = pickle.load(process.stdout)  # noqa: S301 - our own process wrote it
        except (OSError, EOFError, pickle.UnpicklingError) as failure:
            self._own.lost = True
            reason = str(failure) or "it ended"
            if not self._closed:
                log.warning("A process was lost (%s); going on without it", reason)
            raise WorkerLost(reason) from failure
        if error is not None:
            raise error
        answer: T = result
        return answer

    def _process(self) -> subprocess.Popen[bytes]:
        """The process of this thread."""
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None:
            paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
            with self._lock:
                if self._closed:
                    raise WorkerLost("no longer wanted")
                process = subprocess.Popen(
                    [sys.executable, "-m", "retrieval.workers"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": paths},
                )
                self._processes.append(process)
            self._own.process = process
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            for process in self._processes:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.communicate()


def serve() -> None:
    """Answer calls until the other end is closed; Ctrl-C is the parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed must not get between the answers
    while True:
        try:
            function, arguments = pickle.load(calls)  # noqa: S301 - the parent wrote it
        except EOFError:
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = function(*arguments), None
        except Exception as error:
            answer = None, error  # the parent raises it
        try:
            pickle.dump(answer, answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(1)  # nobody waits for it any more


if __name__ == "__main__":
    serve()
