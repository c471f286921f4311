"""« Utile ? »: one vote a person on an answer or a card, which may be changed."""

from __future__ import annotations

from telegram import Update
from telegram.ext import BaseHandler, CallbackQueryHandler

from handlers import delivery, limits
from handlers.context import Context
from handlers.keyboards import VOTE


@limits.light
async def vote(update: Update, context: Context) -> None:
    """Keep the vote and say thank you, in a line that passes."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    search_id, association_id, sign = query.data.removeprefix(VOTE).split(":")
    search = await context.stores.searches.get(int(search_id))
    if search is None or not await _exists(context, int(association_id)):
        await delivery.answer(query, context.say("button-unknown"), alert=True)
        return
    value = 1 if sign == "+" else -1
    await context.stores.feedback.vote(search.id, int(association_id), query.from_user.id, value)
    await delivery.answer(query, context.say("voted-useful" if value > 0 else "voted-useless"))


async def _exists(context: Context, association_id: int) -> bool:
    """Whether that can be voted on; 0 stands for the answer as a whole."""
    return association_id == 0 or await context.catalogue.get(association_id) is not None


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [CallbackQueryHandler(vote, f"^{VOTE}[0-9]{{1,18}}:[0-9]{{1,18}}:[+-]\\Z")]
