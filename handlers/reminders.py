"""Guided conversations that were left: a reminder, and after a day their end."""

from __future__ import annotations

import logging
import time

from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from handlers import delivery, flow_views
from handlers.context import Context
from handlers.conversation import resumed
from handlers.delivery import View
from storage.drafts import Draft

logger = logging.getLogger(__name__)
REMIND_SECONDS = 30 * 60
GIVE_UP_SECONDS = 24 * 3600
LOOK_SECONDS = 5.0


async def look_after(context: Context) -> None:
    """Remind people of conversations they left, and end those left for a day: what they typed is returned."""
    now = int(time.time())
    for draft in await context.stores.drafts.stale(now - REMIND_SECONDS):
        context.language = (
            await context.stores.preferences.language(draft.user_id) or context.settings.default_language
        )
        session = resumed(context, draft)
        if session is None or draft.updated_at < now - GIVE_UP_SECONDS:
            await _end(context, draft)
        elif draft.reminded_at is None:
            await context.stores.drafts.reminded(draft.user_id)
            await _told(context, draft, flow_views.waiting(session, "flow-reminder"))


async def _end(context: Context, draft: Draft) -> None:
    """Give back what was typed, then forget it: not before it has arrived, as far as Telegram tells."""
    if await _told(context, draft, flow_views.given_up(context, "flow-timed-out", draft.content["values"])):
        await context.stores.drafts.delete(draft.user_id)


async def _told(context: Context, draft: Draft, view: View) -> bool:
    """Send a view to the person; False when it may yet be delivered another time."""
    try:
        await delivery.send(context.bot, draft.chat_id, view)
    except TelegramError as error:
        logger.info("a reminder was not delivered: %s", error)
        return isinstance(error, BadRequest) or not isinstance(error, NetworkError | RetryAfter)
    return True
