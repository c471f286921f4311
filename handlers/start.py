"""The first words: /start, with or without a deep link, and /help."""

from __future__ import annotations

import re

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, filters

from handlers import cards, commands, delivery, keyboards, limits
from handlers.commands import Command
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import joined, plain
from handlers.permissions import Role, person, role_of

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
    """Say what can be asked, and how; to those who keep the catalogue, their commands too."""
    message, user = update.effective_message, person(update)
    if message is None:
        return
    role = await role_of(context, user.id) if user is not None and context.private else Role.MEMBER
    texts = [context.say("help", bot=context.bot.username)]
    if role is not Role.MEMBER:
        texts.append(context.say("help-admins"))
        texts.append("\n".join(_described(context, command) for command in commands.beyond_members(role)))
    await delivery.reply(message, View(joined(texts, "\n\n")))


def _described(context: Context, command: Command) -> str:
    return f"/{command.named(context.language)} · {context.say(f'command-{command.name}')}"


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler("start", start, filters=new),
        CommandHandler(commands.names("help"), show_help, filters=new),
    ]
