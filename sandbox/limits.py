"""How fast a bot may send: 30 messages a second over all, 1 a second in a chat, 20 a minute in a group."""

from __future__ import annotations

import time
from collections import defaultdict, deque

from sandbox import errors
from sandbox.errors import Json

BURST_IN_A_CHAT = 5
"""Telegram lets short bursts pass; the figure is not published."""


class Limits:
    """Counts what was sent and refuses what comes too fast, with the seconds to wait."""

    def __init__(self) -> None:
        self._sent: dict[object, deque[float]] = defaultdict(deque)

    def check(self, method: str, parameters: Json) -> None:
        """Count a request that sends or edits.

        Raises:
            ApiError: 429, too fast.
        """
        if not method.startswith(("send", "editMessage")) or method == "sendChatAction":
            return
        chat_id = parameters.get("chat_id", 0)
        now = time.monotonic()
        self._count("all", 30, 1.0, now)
        self._count(chat_id, BURST_IN_A_CHAT, float(BURST_IN_A_CHAT), now)
        if isinstance(chat_id, int) and chat_id < 0:
            self._count(("group", chat_id), 20, 60.0, now)

    def _count(self, key: object, most: int, seconds: float, now: float) -> None:
        times = self._sent[key]
        while times and now - times[0] >= seconds:
            times.popleft()
        if len(times) >= most:
            raise errors.too_many(int(seconds - (now - times[0])) + 1)
        times.append(now)
