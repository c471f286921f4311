"""The first words: /start, with or without a deep link, and /help."""

from __future__ import annotations

import re

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, MessageHandler, filters

from handlers import cards, commands, delivery, keyboards, limits
from handlers.commands import Command
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import joined
from handlers.permissions import Role, person, role_of

_ASKS_FOR_HELP = re.compile(r"\A\s*(?:(?:aide|help|menu)\s*[!?]*|\?+)\s*\Z", re.IGNORECASE)
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
        texts = [context.say("welcome")]
        if await _role(update, context) is not Role.MEMBER:
            texts.insert(0, context.say("welcome-admins"))
        await delivery.reply(message, View(joined(texts, "\n\n"), keyboards.examples(context)))


@limits.light
async def show_help(update: Update, context: Context) -> None:
    """Say what can be asked, and how; to those who keep the catalogue, their commands too."""
    message = update.effective_message
    if message is None:
        return
    role = await _role(update, context)
    texts = [context.say("help", bot=context.bot.username)]
    if role is not Role.MEMBER:
        texts.append(context.say("help-admins"))
        texts.append("\n".join(_described(context, command) for command in commands.beyond_members(role)))
    await delivery.reply(message, View(joined(texts, "\n\n")))


async def _role(update: Update, context: Context) -> Role:
    """The person's role; in groups nobody is told of more than members may do."""
    user = person(update)
    return await role_of(context, user.id) if user is not None and context.private else Role.MEMBER


def _described(context: Context, command: Command) -> str:
    return f"/{command.named(context.language)} · {context.say(f'command-{command.name}')}"


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler("start", start, filters=new),
        CommandHandler(commands.names("help"), show_help, filters=new),
        MessageHandler(new & filters.ChatType.PRIVATE & filters.Regex(_ASKS_FOR_HELP), show_help),
    ]
