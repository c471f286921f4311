"""/place: the commune that « près de moi » means, by name, postcode or location; only the commune is kept."""

from __future__ import annotations

import re

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyKeyboardRemove,
    Update,
)
from telegram.ext import (
    ApplicationHandlerStop,
    BaseHandler,
    CallbackQueryHandler,
    CommandHandler,
    MessageHandler,
    filters,
)

from handlers import commands, delivery, flow_views, limits, questions, views
from handlers.buckets import Verdict
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import CHOICES, PLACE
from handlers.markup import plain, shortened
from handlers.permissions import person
from retrieval.answers import Question
from retrieval.browsing import brief
from retrieval.places import Place
from retrieval.towns import communes
from storage import preferences

FORGET = "forget"
LABEL_UNITS = 60
LEAD = re.compile(
    r"\s*(?:(?:j[’']habite|je vis|je suis|i live|i am|i[’']m)\s+)?(?:(?:à|a|au|aux|en|in|near)\s+)?",
    re.IGNORECASE,
)
"""What people say before the name of their town."""


@limits.light
async def command(update: Update, context: Context) -> None:
    """Save the place behind the command; without one, say which is saved and how to change it."""
    message = update.effective_message
    if message is None or person(update) is None:
        return
    if not context.private:
        # Where somebody lives is nothing to tell a group.
        await delivery.reply(message, flow_views.in_private(context))
        return
    text = questions.question_text(message)
    if not text and context.user is not None:
        context.bot_data.waiting.put(context.user.id, "")
    await delivery.reply(message, await (_save_named(context, text) if text else _tell(context)))


async def hear(update: Update, context: Context) -> None:
    """A place typed right after the bot asked for one is the answer; any other text is a question.

    Raises:
        ApplicationHandlerStop: It was the answer, so it is no question.
    """
    user, message = context.user, update.effective_message
    if user is None or message is None or context.bot_data.waiting.get(user.id) is None:
        return
    if limits.verdict_on(update, context) is not Verdict.SERVE:
        return  # it counts as a question then, and is told of the limit
    where = await _where(context, message)
    if where is None:
        context.bot_data.waiting.pop(user.id)
        return
    await _answered(update, context, where)
    raise ApplicationHandlerStop


async def _where(context: Context, message: Message) -> str | None:
    """The place that a text names and nothing else, a slip mended; None for any other text."""
    text = LEAD.sub("", questions.question_text(message))
    if context.catalogue.browser.places(text):
        return text
    answer = await context.catalogue.search(Question(text, context.language, limit=1))
    return answer.understood.place if answer.kind == "browse" else None


async def _answered(update: Update, context: Context, where: str) -> None:
    """Save the place that was typed, and answer the question that waited for it."""
    message = update.effective_message
    if message is not None:
        view = await _save_named(context, where)
        await delivery.reply(message, view)
        if not isinstance(view.keyboard, InlineKeyboardMarkup):
            await _answer_waiting(message, context)


async def _answer_waiting(message: Message, context: Context) -> None:
    """Once the place is known, answer the question that waited for it."""
    question = context.bot_data.waiting.pop(context.user.id) if context.user is not None else None
    if question:
        await questions.ask(message, context, question)


async def _tell(context: Context) -> View:
    saved = await context.place()
    if saved is not None:
        forget = InlineKeyboardButton(context.say("button-place-forget"), callback_data=PLACE + FORGET)
        text = context.say("place-is", place=saved.name)
        return View(plain(text), InlineKeyboardMarkup([[forget]]))
    return View(plain(context.say("place-none")), views.location_keyboard(context))


async def _save_named(context: Context, text: str) -> View:
    """Save the place of that name, or let the person choose among several."""
    named = context.catalogue.browser.places(text)
    if named and named[0].kind == "postcode":
        named = communes(context.catalogue.gazetteer, named[0].key)
    found = [place for place in named if place.kind == "commune"][:CHOICES]
    if named and not found:
        return views.line(context.say("place-wide", place=named[0].name))
    if not found:
        return views.line(context.say("place-unknown", words=views.quoted(text)))
    if len(found) == 1:
        return await _save(context, found[0])
    buttons = [
        [InlineKeyboardButton(label(context, place), callback_data=PLACE + brief(place))] for place in found
    ]
    return View(plain(context.say("choose-place")), InlineKeyboardMarkup(buttons))


def label(context: Context, place: Place) -> str:
    """The name of a place, with what tells it from others of the name."""
    numbers = ", ".join(sorted(place.departements))
    return context.say(
        "place-label", kind=place.kind, name=shortened(place.name, LABEL_UNITS), numbers=numbers
    )


async def _save(context: Context, place: Place) -> View:
    """Keep the place; what is kept is its key and name."""
    if context.user is None:
        raise LookupError("nobody to save a place for")
    name = label(context, place)
    chosen = preferences.Place(brief(place), name)
    await context.stores.preferences.set_place(context.user.id, chosen)
    context.bot_data.forget_choices(context.user.id)
    keyboard = ReplyKeyboardRemove() if context.private else None
    return View(plain(context.say("place-saved", place=name)), keyboard)


@limits.light
async def choose(update: Update, context: Context) -> None:
    """Save the place whose button was pressed, or forget the saved one."""
    query = update.callback_query
    if query is None or query.data is None:
        return
    key = query.data.removeprefix(PLACE)
    place = context.catalogue.browser.place(key) if key != FORGET else None
    if place is None and key != FORGET:
        await delivery.answer(query, context.say("button-unknown"), alert=True)
        return
    await delivery.answer(query)
    if place is not None:
        text = (await _save(context, place)).text
    else:
        await context.stores.preferences.set_place(query.from_user.id, None)
        context.bot_data.forget_choices(query.from_user.id)
        text = plain(context.say("place-forgotten"))
    await delivery.edit(query, View(text))
    if place is not None and isinstance(query.message, Message):
        await _answer_waiting(query.message, context)


@limits.light
async def location(update: Update, context: Context) -> None:
    """Save the commune where the person is, and answer the question that waited for it."""
    message = update.effective_message
    if message is None or message.location is None or context.user is None:
        return
    where = message.location
    place = context.catalogue.browser.place_at(where.latitude, where.longitude)
    if place is None:
        await delivery.reply(message, views.line(context.say("place-far")))
        return
    await delivery.reply(message, await _save(context, place))
    await _answer_waiting(message, context)


def beforehand() -> list[BaseHandler[Update, Context, None]]:
    """What comes before questions: the answer to a question for the place."""
    typed = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE & filters.TEXT & ~filters.COMMAND
    return [MessageHandler(typed, hear)]


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler(commands.names("place"), command, filters=new),
        CallbackQueryHandler(choose, f"^{PLACE}.{{1,62}}\\Z"),
        MessageHandler(new & filters.ChatType.PRIVATE & filters.LOCATION, location),
    ]
