"""/privacy: what is kept of a person, and erasing it."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, filters

from handlers import commands, delivery, limits, views
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import PRIVACY
from handlers.markup import plain
from handlers.permissions import role_of

ERASE = PRIVACY + "erase"


@limits.light
async def tell(update: Update, context: Context) -> None:
    """Say what is kept, with the button that erases it."""
    if update.effective_message is None:
        return
    text = context.say("privacy", days=context.settings.query_retention_days)
    button = InlineKeyboardButton(context.say("button-erase"), callback_data=ERASE)
    await delivery.reply(update.effective_message, View(plain(text), InlineKeyboardMarkup([[button]])))


@limits.light
async def erase(update: Update, context: Context) -> None:
    """Erase all that is kept of the person who presses, and nothing of anybody else."""
    query = update.callback_query
    if query is None:
        return
    user = query.from_user
    await context.stores.feedback.erase(user.id)
    await context.stores.preferences.erase(user.id)
    await context.stores.drafts.delete(user.id)
    await context.stores.suggestions.erase(user.id)
    context.bot_data.forget_choices(user.id)
    context.language = context.bot_data.telegram_language(user)
    await delivery.answer(query, context.say("erased"), alert=True)
    await delivery.edit(query, views.line(context.say("erased")))
    await commands.set_menu(context.bot, context.bot_data, user.id, await role_of(context, user.id))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        CommandHandler(commands.names("privacy"), tell, filters=filters.UpdateType.MESSAGE),
        CallbackQueryHandler(erase, f"^{ERASE}\\Z"),
    ]
