"""What people are called, as far as Telegram tells: of those who have spoken to the bot."""

from __future__ import annotations

import logging

from telegram.error import TelegramError

from handlers.context import Context
from handlers.markup import shortened

logger = logging.getLogger(__name__)
NAME_UNITS = 60


async def in_telegram(context: Context, user_id: int) -> str:
    """The person's name, asked once and kept in memory; empty where Telegram does not tell."""
    known = context.bot_data.names.get(user_id)
    if known is None:
        try:
            known = shortened((await context.bot.get_chat(user_id)).full_name or "", NAME_UNITS)
        except TelegramError as error:
            logger.info("the name of a person is not known: %s", error)
            return ""
        context.bot_data.names.put(user_id, known)
    return known
