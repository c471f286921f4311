"""What nothing else hears: unknown commands, pictures and voices, buttons of old or forged."""

from __future__ import annotations

from telegram import Update
from telegram.ext import BaseHandler, CallbackQueryHandler, MessageHandler, filters

from handlers import delivery, limits, views
from handlers.context import Context
from handlers.keyboards import INERT


@limits.light
async def unknown_command(update: Update, context: Context) -> None:
    """Say where the commands are listed."""
    if update.effective_message is not None:
        await delivery.reply(update.effective_message, views.line(context.say("command-unknown")))


@limits.light
async def document(update: Update, context: Context) -> None:
    """Say what files are good for, and for whom."""
    if update.effective_message is not None:
        await delivery.reply(update.effective_message, views.line(context.say("document-members")))


@limits.light
async def contact(update: Update, context: Context) -> None:
    """Thank for somebody's contact, which is not kept, and say what helps."""
    if update.effective_message is not None:
        await delivery.reply(update.effective_message, views.line(context.say("contact-members")))


@limits.light
async def wordless(update: Update, context: Context) -> None:
    """Say that words are understood, when a picture, a voice or a sticker comes."""
    if update.effective_message is not None:
        await delivery.reply(update.effective_message, views.line(context.say("wordless")))


@limits.light
async def inert(update: Update, context: Context) -> None:
    """A button that only shows something."""
    del context
    if update.callback_query is not None:
        await delivery.answer(update.callback_query)


@limits.light
async def unknown_button(update: Update, context: Context) -> None:
    """Say that the button no longer works."""
    if update.callback_query is not None:
        await delivery.answer(update.callback_query, context.say("button-unknown"), alert=True)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears; it comes last."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE & ~filters.StatusUpdate.ALL
    return [
        CallbackQueryHandler(inert, f"^{INERT}\\Z"),
        CallbackQueryHandler(unknown_button),
        MessageHandler(private & filters.COMMAND, unknown_command),
        MessageHandler(private & filters.Document.ALL, document),
        MessageHandler(private & ~filters.TEXT, wordless),
    ]
