"""The bot's requests: what certainly never reached Telegram is sent again once it can be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from telegram.error import NetworkError

from bot.connections import AiohttpRequest, never_arrived
from handlers.context import current_update
from handlers.inbox import Inbox

logger = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 60.0, 60.0, 60.0)
"""Seconds between tries: an answer that is five minutes late is of use, an older one hardly."""
SPEAKING = frozenset({"sendMessage", "sendDocument", "sendPhoto"})
"""Methods that show something new each time; all others may be repeated."""
REFUSALS = range(400, 500)


class SendingRequest(AiohttpRequest):
    """Sends what the answers to updates need, and tells the inbox when a message is on its way."""

    def __init__(self, inbox: Inbox, connection_pool_size: int, **options: Any) -> None:
        super().__init__(connection_pool_size, leaving=self._leaves, **options)
        self._inbox = inbox

    async def do_request(self, url: str, *arguments: Any, **options: Any) -> tuple[int, bytes]:
        """Send; for an update's answer try again while no connection to Telegram comes about."""
        send = partial(super().do_request, url, *arguments, **options)
        update, method = current_update.get(), _method(url)
        if update is None:  # greeting, menus, reminders: each has its own way to wait
            return await send()
        code, body = await _patiently(send, method)
        if code in REFUSALS and method in SPEAKING:
            self._inbox.unsent(update)
        return code, body

    def _leaves(self, url: str) -> None:
        update = current_update.get()
        if update is not None and _method(url) in SPEAKING:
            self._inbox.sending(update)


def _method(url: str) -> str:
    return url.rpartition("/")[2]


async def _patiently(send: Callable[[], Awaitable[tuple[int, bytes]]], method: str) -> tuple[int, bytes]:
    for pause in PAUSES:
        try:
            return await send()
        except NetworkError as error:
            if not never_arrived(error):
                raise
            logger.info("%s did not reach Telegram; trying again in %.0f s: %s", method, pause, error)
        await asyncio.sleep(pause)
    return await send()
