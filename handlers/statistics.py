"""/stats: what the catalogue holds, what is asked of it, and what it has no answer to."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import date, timedelta

from telegram import Message, Update
from telegram.ext import BaseHandler

from handlers import card_views, delivery, flow_views, statistics_views
from handlers.access import command
from handlers.context import Context
from handlers.statistics_views import Answered, Contents
from retrieval import children
from retrieval.places import DEPARTEMENT, facts
from storage.model import Status
from storage.registers import themes

logger = logging.getLogger(__name__)
DAYS = 30
UNANSWERED = 10
WORST = 5
DRAW_SECONDS = 60.0


async def start(update: Update, context: Context) -> None:
    """Send the figures as text, then as a picture: never to a group, for they quote what people asked."""
    message = update.effective_message
    if message is None:
        return
    if not context.private:
        await delivery.reply(message, flow_views.in_private(context))
        return
    contents, answered = await asyncio.to_thread(_contents, context), await _answered(context)
    await delivery.reply(message, statistics_views.text(context, contents, answered))
    context.in_background(update, _draw(context, message, contents, answered))


async def _draw(context: Context, message: Message, contents: Contents, answered: Answered) -> None:
    """The picture takes some seconds: the admin goes on meanwhile."""
    figures = statistics_views.figures(context, contents, answered)
    try:
        picture = await children.run(
            "handlers.plot",
            given=figures.as_json(),
            environment={"MPLCONFIGDIR": str(context.bot_data.spool.plots)},
            seconds=DRAW_SECONDS,
        )
    except children.ChildFailed as error:
        logger.error("the picture of /stats was not drawn: %s", error)
        return
    await message.reply_photo(picture, do_quote=False, filename="waldeck.png")


def _contents(context: Context) -> Contents:
    """What the catalogue holds, by the index's own keys."""
    count = context.catalogue.browser.count
    departements = {number: count(DEPARTEMENT + number) for number in facts()}
    of_theme = {code: count(f"theme:{code}") for code in themes.every()}
    headings = {
        heading.code: of_theme[heading.code]
        + sum(of_theme[theme.code] for theme in themes.under(heading.code))
        for heading in themes.headings()
    }
    return Contents(
        total=context.catalogue.size,
        statuses={status: count(f"status:{status}") for status in Status},
        themes=headings,
        departements=departements,
    )


async def _answered(context: Context) -> Answered:
    """What was asked in the last ``DAYS`` days."""
    stores = context.stores
    await stores.searches.flush()
    since = int(time.time()) - DAYS * 86_400
    worst = await stores.feedback.worst(WORST, since)
    associations = await stores.associations.get_many([each.association_id for each in worst])
    names = {one.id: card_views.title(context, one) for one in associations}
    found = {each.day: each for each in await stores.statistics.days(since)}
    today = date.today()
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    return Answered(
        days=days,
        questions=[found[day].questions if day in found else 0 for day in days],
        unanswered=[found[day].unanswered if day in found else 0 for day in days],
        without=await stores.statistics.unanswered(since, UNANSWERED),
        votes=await stores.feedback.totals(since),
        worst=[(each, names.get(each.association_id, "")) for each in worst],
    )


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [command("stats", start)]
