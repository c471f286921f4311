"""The getUpdates request: updates that can't be read are stepped over, and its last success is known."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from telegram import Update

from bot.connections import AiohttpRequest
from handlers.metrics import LAST_UPDATES

logger = logging.getLogger(__name__)


class PollingRequest(AiohttpRequest):
    """Fetches updates so that one which python-telegram-bot can't read does not come back for ever.

    Attributes:
        answered_at: ``time.monotonic()`` of Telegram's last good answer, or None before the first.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.answered_at: float | None = None

    async def do_request(self, *arguments: Any, **options: Any) -> tuple[int, bytes]:
        """Fetch, then empty each unreadable update, keeping its number so that it counts as seen."""
        code, body = await super().do_request(*arguments, **options)
        if code != 200:  # noqa: PLR2004
            return code, body
        body = _readable(body)
        self.answered_at = time.monotonic()
        LAST_UPDATES.set_to_current_time()
        return code, body


def _readable(body: bytes) -> bytes:
    try:
        answer = json.loads(body)
    except ValueError:
        return body  # PTB says what is wrong and asks again
    updates = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(updates, list):
        return body
    kept = [update if _parses(update) else _emptied(update) for update in updates]
    if kept == updates:
        return body
    return json.dumps({**answer, "result": [update for update in kept if update]}).encode()


def _parses(update: Any) -> bool:
    try:
        return Update.de_json(update, None) is not None
    except Exception as error:  # whatever PTB raises on data of any shape
        logger.error("stepped over an update that can't be read: %s", type(error).__name__)
        return False


def _emptied(update: Any) -> dict[str, int] | None:
    number = update.get("update_id") if isinstance(update, dict) else None
    return {"update_id": number} if isinstance(number, int) else None
