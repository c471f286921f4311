"""A question in words, and the pages of its answer."""

from __future__ import annotations

from telegram import CallbackQuery, Message, Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, MessageHandler, filters

from handlers import delivery, views
from handlers.context import Context
from handlers.keyboards import PAGE
from handlers.requests import PATTERN, Request
from retrieval.search import Answer, Question


async def private(update: Update, context: Context) -> None:
    """Any text in a private chat is a question."""
    message = update.effective_message
    if message is not None and message.text:
        await ask(message, context, message.text)


async def command(update: Update, context: Context) -> None:
    """/search with the question behind it."""
    message = update.effective_message
    if message is None:
        return
    text = " ".join(context.args or [])
    if text:
        await ask(message, context, text)
    else:
        await delivery.reply(message, views.line(context.say("search-how")))


async def ask(message: Message, context: Context, text: str) -> None:
    """Answer a question with its first page."""
    answer = await context.catalogue.search(Question(text, language=context.language))
    search_id = await context.stores.searches.record(text, answer.understood.as_json(), answer.total)
    await delivery.reply(message, views.answer(context, Request(search_id), answer))


async def page(update: Update, context: Context) -> None:
    """Another page of an answer, or another reading of its question."""
    query = update.callback_query
    request = Request.parse(query.data.removeprefix(PAGE)) if query and query.data else None
    if query is None or request is None:
        return
    answer = await found_again(context, query, request)
    if answer is None:
        await delivery.answer(query, context.say("search-forgotten"), alert=True)
        return
    await delivery.answer(query)
    await delivery.edit(query, views.answer(context, request, answer))


async def found_again(context: Context, query: CallbackQuery, request: Request) -> Answer | None:
    """Search anew what the message under a button answered; None when the question is lost."""
    search = await context.stores.searches.get(request.search_id)
    text = search.question if search is not None else _replied_text(query)
    if text is None:
        return None
    question = Question(
        text,
        language=context.language,
        literal=request.literal,
        wider=request.wider,
        place_choice=request.place or None,
    )
    return await context.catalogue.search(question)


def _replied_text(query: CallbackQuery) -> str | None:
    message = query.message
    asked = message.reply_to_message if isinstance(message, Message) else None
    return asked.text if asked is not None else None


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler(["search", "chercher"], command, filters=new),
        CallbackQueryHandler(page, f"^{PAGE}{PATTERN}$"),
        MessageHandler(new & filters.ChatType.PRIVATE & filters.TEXT & ~filters.COMMAND, private),
    ]
