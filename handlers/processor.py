"""Who is served when: each person's updates one after the other, different people side by side, in turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Coroutine
from typing import Any, cast

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from handlers.context import App
from handlers.inbox import Inbox

AT_ONCE = 64
NOBODY = 0


class FairProcessor(BaseUpdateProcessor):
    """Serves everyone in their own order, and nobody at the expense of others.

    Updates queue up per person (per chat for messages in groups). The lines are served in turn, one update
    each, ``AT_ONCE`` lines side by side. How many may wait is the inbox's to say.

    PTB itself sees a processor of one update at a time, which returns as soon as the update has its place
    in a line; the work runs in tasks of the application, which waits for them when it stops.
    """

    def __init__(self, inbox: Inbox, at_once: int = AT_ONCE) -> None:
        super().__init__(1)
        self._inbox = inbox
        self._free = at_once
        self._lines: dict[int, deque[asyncio.Future[bool]]] = {}
        self._turns: deque[int] = deque()
        self._closed = False
        self._application: App | None = None

    def attach(self, application: App) -> None:
        """Give the application whose tasks do the work; needed before the first update."""
        self._application = application

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Put the update in its line and return."""
        if self._application is None:
            raise RuntimeError("attach() was not called")
        line_key = key(update)
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(line_key, deque())
        line.append(turn)
        if len(line) == 1:
            self._turns.append(line_key)
        work = self._work(line_key, turn, cast(Update, update), cast(Coroutine[Any, Any, Any], coroutine))
        self._application.create_task(work, update=update)
        self._call_next()

    async def _work(
        self, line_key: int, turn: asyncio.Future[bool], update: Update, coroutine: Coroutine[Any, Any, Any]
    ) -> None:
        if not await turn:
            coroutine.close()
            return
        self._inbox.begin(update)
        try:
            await coroutine
        except asyncio.CancelledError:
            raise  # cut off by the end of the process: its file stays for the next one
        except Exception:
            self._inbox.release(update)
            raise
        else:
            self._inbox.release(update)
        finally:
            self._leave(line_key)

    def _leave(self, line_key: int) -> None:
        self._free += 1
        line = self._lines[line_key]
        line.popleft()
        if line:
            self._turns.append(line_key)
        else:
            del self._lines[line_key]
        self._call_next()

    def _call_next(self) -> None:
        if self._closed:
            self._send_away()
        while self._turns and self._free:
            self._free -= 1
            self._lines[self._turns.popleft()][0].set_result(True)

    def close(self) -> None:
        """Begin nothing more; what waits in line is the next start's."""
        self._closed = True
        self._send_away()

    def _send_away(self) -> None:
        self._turns.clear()
        for line in self._lines.values():
            for turn in line:
                if not turn.done():
                    turn.set_result(False)

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
