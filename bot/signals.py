"""SIGTERM and SIGINT: the first asks the service to end its work, the second ends it at once."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

logger = logging.getLogger(__name__)

GRACE_SECONDS = 2.8
"""After this long whatever still runs is cut off; every write is a transaction, so nothing is torn."""

T = TypeVar("T")


class Stopped(Exception):
    """The service was asked to end while something was under way."""


class Stopping:
    """Whether the service was asked to end."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()

    def listen(self) -> None:
        """Take over the signals of this process's event loop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._signalled, number)

    def _signalled(self, number: signal.Signals) -> None:
        if self._asked.is_set():
            logger.warning("second %s: ending at once", signal.Signals(number).name)
            os._exit(128 + number)
        logger.info("%s: ending", signal.Signals(number).name)
        self._asked.set()
        # Threads can't be cancelled: a search or an import in one must not keep the process alive.
        last_resort = threading.Timer(GRACE_SECONDS, _cut_off)
        last_resort.daemon = True
        last_resort.start()

    def ask(self) -> None:
        """End the service as if by SIGTERM."""
        self._asked.set()

    async def wait(self) -> None:
        """Return when the service is to end."""
        await self._asked.wait()

    async def unless(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of ``work``, which is cancelled when the service is to end first.

        Raises:
            Stopped: It was.
        """
        task = asyncio.ensure_future(work)
        asked = asyncio.ensure_future(self._asked.wait())
        try:
            await asyncio.wait({task, asked}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Stopped
            return task.result()
        finally:
            asked.cancel()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})


def _cut_off() -> None:
    logger.warning("still busy after %s s: cut off", GRACE_SECONDS)
    logging.shutdown()
    os._exit(0)
