"""Runs a module until standard input ends: ``python -m sandbox.leash FOLDER MODULE ARGUMENTS``.

Whoever starts it holds the other end of the pipe. However they end, even by SIGKILL, the pipe ends with them:
the module is then asked to stop, and its folder, which nobody else clears away any more, is removed.
"""

from __future__ import annotations

import os
import runpy
import shutil
import signal
import sys
from threading import Event, Thread


def _watch(orphaned: Event) -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    orphaned.set()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Run the module named behind the folder, with the arguments behind it."""
    folder, module = sys.argv[1:3]
    sys.argv = sys.argv[2:]
    orphaned = Event()
    Thread(target=_watch, args=(orphaned,), daemon=True).start()
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        if orphaned.is_set():
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
