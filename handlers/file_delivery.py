"""Sending files: what cannot be sent a second time unasked is at least told to whom waits for it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from telegram import InputFile, Message
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter

from handlers import admin_views, delivery
from handlers.context import Context

logger = logging.getLogger(__name__)
UPLOAD_SECONDS = 300.0


async def send_file(context: Context, message: Message, path: Path, caption: str) -> None:
    """Send a file to the chat and topic of ``message``; when Telegram does not confirm that, say so.

    It may have arrived nevertheless, so it is not sent again.

    Raises:
        BadRequest: Telegram will not take this file, now or later.
        Forbidden: The person blocked the bot.
    """
    with await asyncio.to_thread(path.open, "rb") as file:
        document = InputFile(file, path.name, read_file_handle=False)
        try:
            await context.bot.send_document(
                message.chat_id,
                document,
                caption=caption,
                message_thread_id=message.message_thread_id if message.is_topic_message else None,
                write_timeout=UPLOAD_SECONDS,
            )
        except (BadRequest, Forbidden):
            raise
        except (NetworkError, RetryAfter) as error:
            logger.info("a file was not sent for certain: %s", error)
            await delivery.reply(message, admin_views.said(context, "file-not-confirmed", name=path.name))
