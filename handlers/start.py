"""The first words: /start, with or without a deep link, and /help."""

from __future__ import annotations

import re

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, filters

from handlers import cards, commands, delivery, keyboards, limits, views
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import plain

_CARD_LINK = re.compile(r"a_([0-9]{1,18})")


@limits.light
async def start(update: Update, context: Context) -> None:
    """Greet with examples, or open the card that a deep link names."""
    message = update.effective_message
    if message is None:
        return
    if context.args and (match := _CARD_LINK.fullmatch(context.args[0])):
        await cards.send(update, context, int(match[1]))
    else:
        welcome = View(plain(context.say("welcome")), keyboards.examples(context))
        await delivery.reply(message, welcome)


@limits.light
async def show_help(update: Update, context: Context) -> None:
    """Say what can be asked, and how."""
    if update.effective_message is not None:
        text = context.say("help", bot=context.bot.username)
        await delivery.reply(update.effective_message, views.line(text))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler("start", start, filters=new),
        CommandHandler(commands.names("help"), show_help, filters=new),
    ]
