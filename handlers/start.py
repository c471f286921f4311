"""The first words: /start, with or without a deep link, and /help."""

from __future__ import annotations

import re

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, filters

from handlers import cards, delivery, views
from handlers.context import Context

_CARD_LINK = re.compile(r"a_(\d{1,18})")


async def start(update: Update, context: Context) -> None:
    """Greet, or open what the deep link names."""
    message = update.effective_message
    if message is None:
        return
    if context.args and (match := _CARD_LINK.fullmatch(context.args[0])):
        await cards.open_card(message, context, int(match[1]))
    else:
        await delivery.reply(message, views.line(context.say("welcome")))


async def show_help(update: Update, context: Context) -> None:
    """Say what can be asked, and how."""
    if update.effective_message is not None:
        await delivery.reply(update.effective_message, views.line(context.say("help")))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler("start", start, filters=new),
        CommandHandler(["help", "aide"], show_help, filters=new),
    ]
