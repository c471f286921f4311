"""What becomes of a member's suggestion: kept or refused by an admin, and the member told."""

from __future__ import annotations

import logging

from telegram.error import TelegramError

from handlers import admin_views, delivery
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import deep_link
from handlers.markup import joined, link, plain, shortened
from storage.model import Entry
from storage.suggestions import Suggestion

logger = logging.getLogger(__name__)
NAME_UNITS = 200


async def accept(context: Context, id_: int, admin_id: int, entry: Entry) -> View:
    """Add what was suggested, as it is or as the admin edited it.

    Raises:
        ChangeRefused: It can't be added; the suggestion stays open.
    """
    async with context.bot_data.deciding:
        suggestion = await context.stores.suggestions.get(id_)
        if suggestion is None or suggestion.state != "open":
            return admin_views.said(context, "suggestion-decided")
        change = await context.catalogue.add(entry, admin_id)
        await context.stores.suggestions.decide(id_, "accepted", admin_id, change.association_id)
    await _tell(context, suggestion, "suggestion-accepted", deep_link(context, change.association_id))
    return admin_views.changed(context, change, "added")


async def refuse(context: Context, id_: int, admin_id: int) -> View:
    """Let a suggestion go."""
    async with context.bot_data.deciding:
        suggestion = await context.stores.suggestions.get(id_)
        if suggestion is None or not await context.stores.suggestions.decide(id_, "refused", admin_id):
            return admin_views.said(context, "suggestion-decided")
    await _tell(context, suggestion, "suggestion-refused", None)
    return admin_views.said(context, "suggestion-was-refused", title=_name(suggestion))


async def _tell(context: Context, suggestion: Suggestion, text: str, address: str | None) -> None:
    """Tell the member, in their language; who blocked the bot hears nothing. Then forget who it was."""
    if suggestion.user_id is None:
        return
    sentence = context.bot_data.texts.format(suggestion.language, text)
    name = link(_name(suggestion), address) if address else plain(_name(suggestion))
    try:
        await delivery.send(context.bot, suggestion.user_id, View(joined([sentence, name])))
    except TelegramError as error:
        logger.info("the outcome of suggestion %d was not delivered: %s", suggestion.id, error)
    await context.stores.suggestions.told(suggestion.id)


def _name(suggestion: Suggestion) -> str:
    return shortened(suggestion.entry.title or suggestion.entry.purpose, NAME_UNITS)
