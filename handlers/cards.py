"""The card of one association, from a button or a deep link."""

from __future__ import annotations

from telegram import Message, Update
from telegram.ext import BaseHandler, CallbackQueryHandler

from handlers import delivery, views
from handlers.context import Context
from handlers.keyboards import CARD
from handlers.requests import PATTERN, Request


async def press(update: Update, context: Context) -> None:
    """Show the card in place of the results."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    association_id, _, rest = query.data.removeprefix(CARD).partition(":")
    association = await context.catalogue.get(int(association_id))
    if association is None:
        await delivery.answer(query, context.say("association-gone"), alert=True)
        return
    await delivery.answer(query)
    first, *more = views.card(context, association, Request.parse(rest))
    await delivery.edit(query, first)
    for view in more:
        if isinstance(query.message, Message):
            await delivery.reply(query.message, view)


async def open_card(message: Message, context: Context, association_id: int) -> None:
    """Send the card as an answer to a deep link."""
    association = await context.catalogue.get(association_id)
    if association is None:
        await delivery.reply(message, views.line(context.say("association-gone")))
        return
    for view in views.card(context, association, None):
        await delivery.reply(message, view)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [CallbackQueryHandler(press, rf"^{CARD}\d{{1,18}}:{PATTERN}$")]
