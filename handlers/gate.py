"""What every update passes first: channels and bots are turned away, the person's language is found."""

from __future__ import annotations

from telegram import Update
from telegram.ext import ApplicationHandlerStop

from handlers.context import Context


async def enter(update: Update, context: Context) -> None:
    """Let people's updates through.

    Raises:
        ApplicationHandlerStop: It came from a channel, from another bot or through one.
    """
    message = update.effective_message
    user = update.effective_user
    if update.channel_post or update.edited_channel_post:
        raise ApplicationHandlerStop
    if update.callback_query is None and message is not None:
        bot_wrote_it = user is not None and user.is_bot and message.sender_chat is None
        if message.via_bot is not None or bot_wrote_it:
            raise ApplicationHandlerStop
    if user is not None:
        await context.bot_data.choices(user.id)
        context.language = context.bot_data.known_language(user)
