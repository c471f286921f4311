"""/language: French or English, whatever the person's Telegram speaks."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, filters

from handlers import commands, delivery, limits, views
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import LANGUAGE
from handlers.markup import plain
from handlers.permissions import role_of
from handlers.texts import LANGUAGES

NAMES = {"fr": "Français", "en": "English"}


@limits.light
async def choose(update: Update, context: Context) -> None:
    """Offer the languages."""
    if update.effective_message is None:
        return
    buttons = [InlineKeyboardButton(NAMES[code], callback_data=LANGUAGE + code) for code in LANGUAGES]
    view = View(plain(context.say("language-choose")), InlineKeyboardMarkup([buttons]))
    await delivery.reply(update.effective_message, view)


@limits.light
async def change(update: Update, context: Context) -> None:
    """Keep the choice and go on in that language, menus included."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    user = query.from_user
    context.language = query.data.removeprefix(LANGUAGE)
    await context.stores.preferences.set_language(user.id, context.language)
    context.bot_data.forget_choices(user.id)
    await delivery.answer(query)
    await delivery.edit(query, views.line(context.say("language-changed")))
    await commands.set_menu(context.bot, context.bot_data, user.id, await role_of(context, user.id))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        CommandHandler(commands.names("language"), choose, filters=filters.UpdateType.MESSAGE),
        CallbackQueryHandler(change, f"^{LANGUAGE}({'|'.join(LANGUAGES)})\\Z"),
    ]
