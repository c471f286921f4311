"""The card of one association, from a button or a deep link."""

from __future__ import annotations

from telegram import Message, Update
from telegram.ext import BaseHandler, CallbackQueryHandler

from handlers import card_views, delivery, limits, views
from handlers.context import Context
from handlers.keyboards import CARD, LIST
from handlers.permissions import Role, allowed, person
from handlers.requests import PATTERN
from handlers.theme_views import PATTERN as SHELF


@limits.light
async def press(update: Update, context: Context) -> None:
    """Show the card in place of the results."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    number, _, origin = query.data.removeprefix(CARD).partition(":")
    association = await context.catalogue.get(int(number))
    if association is None:
        await delivery.answer(query, context.say("association-gone"), alert=True)
        return
    await delivery.answer(query)
    editable = await allowed(context, query.from_user.id, Role.ADMIN)
    first, *more = card_views.card(context, association, origin, editable=editable)
    await delivery.edit(query, first)
    if isinstance(query.message, Message):
        for view in more:
            await delivery.reply(query.message, view)


async def send(update: Update, context: Context, association_id: int) -> None:
    """Send the card as an answer to a message, such as a deep link's /start."""
    message = update.effective_message
    if message is None:
        return
    association = await context.catalogue.get(association_id)
    if association is None:
        await delivery.reply(message, views.line(context.say("association-gone")))
        return
    user = person(update)
    editable = user is not None and await allowed(context, user.id, Role.ADMIN)
    for view in card_views.card(context, association, editable=editable):
        await delivery.reply(message, view)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [CallbackQueryHandler(press, f"^{CARD}[0-9]{{1,18}}:({PATTERN}|{LIST}{SHELF}|)\\Z")]
