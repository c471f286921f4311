"""Who is served when: each person's updates one after the other, different people side by side, in turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable
from typing import Any

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from handlers.context import App

AT_ONCE = 64
WAITING = 512
NOBODY = 0


class FairProcessor(BaseUpdateProcessor):
    """Serves everyone in their own order, and nobody at the expense of others.

    Updates queue up per person (per chat for messages in groups). The lines are served in turn, one update
    each, ``AT_ONCE`` lines side by side. No more than ``WAITING`` updates are taken from the application's
    queue before they are done, so that a queue with a size limit makes Telegram hold back the rest.

    PTB itself sees a processor of one update at a time, which returns as soon as the update has its place
    in a line; the work runs in tasks of the application, which waits for them when it stops.
    """

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        super().__init__(1)
        self._free = at_once
        self._room = asyncio.Semaphore(waiting)
        self._lines: dict[int, deque[asyncio.Future[None]]] = {}
        self._turns: deque[int] = deque()
        self._application: App | None = None

    def attach(self, application: App) -> None:
        """Give the application whose tasks do the work; needed before the first update."""
        self._application = application

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Put the update in its line and return; wait only while too many updates are under way."""
        if self._application is None:
            raise RuntimeError("attach() was not called")
        await self._room.acquire()
        line_key = key(update)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(line_key, deque())
        line.append(turn)
        if len(line) == 1:
            self._turns.append(line_key)
        self._application.create_task(self._work(line_key, turn, coroutine), update=update)
        self._call_next()

    async def _work(self, line_key: int, turn: asyncio.Future[None], coroutine: Awaitable[Any]) -> None:
        await turn
        try:
            await coroutine
        finally:
            self._free += 1
            self._room.release()
            line = self._lines[line_key]
            line.popleft()
            if line:
                self._turns.append(line_key)
            else:
                del self._lines[line_key]
            self._call_next()

    def _call_next(self) -> None:
        while self._turns and self._free:
            self._free -= 1
            self._lines[self._turns.popleft()][0].set_result(None)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to close: the application has waited for its tasks."""


def key(update: object) -> int:
    """The line an update stands in: its group's for a message in a group, else its person's."""
    if not isinstance(update, Update):
        return NOBODY
    chat = update.effective_chat
    if update.callback_query is None and chat is not None:
        return chat.id
    return update.effective_user.id if update.effective_user is not None else NOBODY
