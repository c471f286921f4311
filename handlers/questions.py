"""A question in words, wherever it is asked, and the pages of its answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from telegram import CallbackQuery, Message, MessageEntity, Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, MessageHandler, filters

from handlers import commands, delivery, limits, views
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import EXAMPLE, EXAMPLES, PAGE
from handlers.markup import clean
from handlers.metrics import ANSWER_SECONDS, QUESTIONS
from handlers.requests import PATTERN, Request
from retrieval.answers import Answer, Question

FIRST_HITS = 100
"""Hits of one search, which later pages of a long list begin behind."""


class Addressed(filters.MessageFilter):
    """In groups: a reply to the bot, or a message that mentions it."""

    def filter(self, message: Message) -> bool:
        """Whether the bot is meant."""
        replied = message.reply_to_message
        author = replied.from_user if replied is not None else None
        if author is not None and author.id == message.get_bot().id:
            return True
        return any(_means_bot(message, entity) for entity in message.entities)


def _means_bot(message: Message, entity: MessageEntity) -> bool:
    bot = message.get_bot()
    if entity.type == MessageEntity.TEXT_MENTION:
        return entity.user is not None and entity.user.id == bot.id
    if entity.type != MessageEntity.MENTION:
        return False
    return message.parse_entity(entity).lower() == f"@{bot.username}".lower()


def question_text(message: Message) -> str:
    """The words asked in a message: without the command before them, or the mention of the bot."""
    text = message.text or message.caption or ""
    encoded = text.encode("utf-16-le", "surrogatepass")
    for entity in reversed(message.entities):
        command = entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0
        if command or _means_bot(message, entity):
            end = entity.offset + entity.length
            encoded = encoded[: 2 * entity.offset] + encoded[2 * end :]
    return clean(encoded.decode("utf-16-le", "replace")).strip()


@limits.question
async def hear(update: Update, context: Context) -> None:
    """Answer the question in a message; after an edit, change the answer that was given."""
    message = update.effective_message
    if message is None:
        return
    answers, asked = context.bot_data.answers, (message.chat_id, message.message_id)
    edited = update.edited_message is not None
    old = answers.get(asked) if edited else None
    if edited and old is None and await _in_conversation(context):
        return  # what they correct was no question
    view = await _view_of(context, question_text(message) or _quoted_text(message))
    if old is None or not await delivery.replace(context.bot, message.chat_id, old, view):
        answers.put(asked, (await delivery.reply(message, view)).message_id)


async def _in_conversation(context: Context) -> bool:
    return context.user is not None and await context.stores.drafts.load(context.user.id) is not None


def _quoted_text(message: Message) -> str:
    """The words of the message that this one replies to, unless the bot wrote it."""
    quoted = message.reply_to_message
    if quoted is None or (quoted.from_user is not None and quoted.from_user.id == message.get_bot().id):
        return ""
    return question_text(quoted)


async def ask(message: Message, context: Context, text: str) -> None:
    """Answer a question that was not typed just now, as a reply to ``message``."""
    await delivery.reply(message, await _view_of(context, text))


async def _view_of(context: Context, text: str) -> View:
    """Search and show the first page; the question is kept for the buttons and for the admins."""
    if not text:
        return views.line(context.say("search-how"))
    if not any(character.isalnum() for character in text):
        return views.line(context.say("no-words"))
    question = await _question(context, text)
    start = time.perf_counter()
    answer = await context.catalogue.search(question)
    ANSWER_SECONDS.observe(time.perf_counter() - start)
    QUESTIONS.labels(answer.kind).inc()
    if answer.kind == "ask_location":
        if context.user is not None and context.private:
            context.bot_data.waiting.put(context.user.id, text)
        return views.ask_location(context)
    understood = answer.understood.as_json() | {"choices": [choice.key for choice in answer.choices]}
    search_id = await context.stores.searches.record(text, understood, answer.total)
    return views.answer(context, Request(search_id), answer)


async def _question(context: Context, text: str, **options: Any) -> Question:
    place = await context.place()
    return Question(text, language=context.language, place=place.commune_code if place else None, **options)


@limits.light
async def turn_page(update: Update, context: Context) -> None:
    """Show another page of an answer, or another reading of its question."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    request = Request.parse(query.data.removeprefix(PAGE))
    answer = await found_again(context, query, request) if request is not None else None
    if request is None or answer is None:
        await delivery.answer(query, context.say("button-unknown"), alert=True)
        return
    await delivery.answer(query)
    await delivery.edit(query, views.answer(context, request, answer))


async def found_again(context: Context, query: CallbackQuery, request: Request) -> Answer | None:
    """Search anew what the message under a button answers.

    Returns:
        The answer; None when the question is no longer known, or has no such reading.
    """
    search = await context.stores.searches.get(request.search_id)
    text = search.question if search is not None else _replied_text(query)
    if not text:
        return None
    if request.suggested:
        plain = await context.catalogue.search(await _question(context, text))
        text = plain.suggestion or text
    place = None
    if request.choice is not None:
        place = await _choice(context, search.understood if search else {}, text, request.choice)
        if place is None:
            return None
    question = await _question(
        context,
        text,
        limit=FIRST_HITS,
        offset=_offset(context, request.page),
        literal=request.literal,
        wider=request.wider,
        place_choice=place,
    )
    answer = await context.catalogue.search(question)
    if answer.hits or not question.offset:
        return answer
    last = max(min(answer.total, views.MOST_LISTED) - 1, 0) // context.settings.results_per_page
    return await context.catalogue.search(replace(question, offset=_offset(context, last)))


def _offset(context: Context, page: int) -> int:
    """Where the search begins that a page is part of; each search fills so many whole pages."""
    size = context.settings.results_per_page
    whole = FIRST_HITS // size
    return page // whole * whole * size


async def _choice(context: Context, understood: Mapping[str, Any], text: str, number: int) -> str | None:
    """Key of the commune that was picked: as they were listed, or as they would be listed now."""
    keys = understood.get("choices")
    if keys is None:
        keys = [choice.key for choice in (await context.catalogue.search(Question(text))).choices]
    return keys[number] if number < len(keys) else None


def _replied_text(query: CallbackQuery) -> str | None:
    message = query.message
    asked = message.reply_to_message if isinstance(message, Message) else None
    return question_text(asked) if asked is not None else None


@limits.question
async def example(update: Update, context: Context) -> None:
    """Ask one of the examples under the welcome."""
    query = update.callback_query
    if query is None or query.data is None or not isinstance(query.message, Message):
        return
    await delivery.answer(query)
    await ask(query.message, context, context.say(f"example-{query.data.removeprefix(EXAMPLE)}"))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears; admins' flows, and other commands, come before."""
    messages = filters.UpdateType.MESSAGE | filters.UpdateType.EDITED_MESSAGE
    words = (filters.TEXT & ~filters.COMMAND) | (filters.CAPTION & ~filters.Document.ALL)
    return [
        CommandHandler(commands.names("search"), hear, filters=messages),
        CallbackQueryHandler(turn_page, f"^{PAGE}{PATTERN}\\Z"),
        CallbackQueryHandler(example, f"^{EXAMPLE}[1-{EXAMPLES}]\\Z"),
        MessageHandler(messages & filters.ChatType.PRIVATE & words, hear),
        MessageHandler(
            messages & filters.ChatType.GROUPS & filters.TEXT & ~filters.COMMAND & Addressed(), hear
        ),
    ]
