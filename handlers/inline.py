"""Inline mode: the bot's name and a question in any chat, and a list of associations to send there."""

from __future__ import annotations

from dataclasses import replace

from telegram import InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent, Update
from telegram.constants import ParseMode
from telegram.ext import BaseHandler, InlineQueryHandler

from handlers import card_views, delivery, keyboards, limits
from handlers.context import Context
from handlers.markup import clean, shortened
from retrieval.answers import Answer, Hit, Question
from storage.typography import sentence_case

PAGE = 20
LARGEST_OFFSET = 10_000
CACHE_SECONDS = 60
TITLE_UNITS = 120
DESCRIPTION_UNITS = 200
START = "inline"
"""Payload of the button that leads to the chat with the bot."""


@limits.light
async def offer(update: Update, context: Context) -> None:
    """Answer with one page of associations; each sends its card."""
    query = update.inline_query
    if query is None:
        return
    text = clean(query.query).strip()
    found = await _search(context, text) if text else None
    hits = found.hits if found is not None else []
    offset = _offset(query.offset)
    page = hits[offset : offset + PAGE]
    hint = "inline-hint" if found is None else "inline-ask" if hits else "inline-nothing"
    await delivery.answer_inline(
        query,
        [_article(context, hit) for hit in page],
        next_offset=str(offset + PAGE) if offset + PAGE < len(hits) else "",
        button=None if hits else InlineQueryResultsButton(context.say(hint), start_parameter=START),
        cache_time=CACHE_SECONDS,
    )


async def _search(context: Context, text: str) -> Answer:
    """Search; of several communes of one name take the first, as there is no room to ask."""
    place = await context.place()
    question = Question(text, language=context.language, place=place.commune_code if place else None)
    answer = await context.catalogue.search(question)
    if answer.kind == "choose_place" and answer.choices:
        answer = await context.catalogue.search(replace(question, place_choice=answer.choices[0].key))
    return answer


def _offset(text: str) -> int:
    """Where a page begins; anything but a number of ours is the beginning."""
    number = int(text) if text.isascii() and text.isdecimal() else 0
    return number if number <= LARGEST_OFFSET else 0


def _article(context: Context, hit: Hit) -> InlineQueryResultArticle:
    association = hit.association
    lines = (card_views.place(association), sentence_case(hit.excerpt.text))
    return InlineQueryResultArticle(
        str(association.id),
        shortened(clean(card_views.title(context, association)), TITLE_UNITS),
        InputTextMessageContent(card_views.short_card(context, association).html, ParseMode.HTML),
        reply_markup=keyboards.open_card(context, association.id),
        description=shortened(clean(" · ".join(line for line in lines if line)), DESCRIPTION_UNITS),
    )


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [InlineQueryHandler(offer)]
