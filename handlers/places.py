"""/place: the commune that « près de moi » means, by name, postcode or location; only the commune is kept."""

from __future__ import annotations

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyKeyboardRemove,
    Update,
)
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, MessageHandler, filters

from handlers import commands, delivery, limits, questions, views
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import CHOICES, PLACE
from handlers.markup import plain, shortened
from handlers.permissions import person
from retrieval.browsing import brief
from retrieval.places import Place
from storage import preferences

FORGET = "forget"
LABEL_UNITS = 60


@limits.light
async def command(update: Update, context: Context) -> None:
    """Save the place behind the command; without one, say which is saved and how to change it."""
    message = update.effective_message
    if message is None or person(update) is None:
        return
    text = questions.question_text(message)
    await delivery.reply(message, await (_save_named(context, text) if text else _tell(context)))


async def _tell(context: Context) -> View:
    saved = await context.place()
    if saved is not None:
        forget = InlineKeyboardButton(context.say("button-place-forget"), callback_data=PLACE + FORGET)
        text = context.say("place-is", place=saved.name)
        return View(plain(text), InlineKeyboardMarkup([[forget]]))
    return View(plain(context.say("place-none")), views.location_keyboard(context))


async def _save_named(context: Context, text: str) -> View:
    """Save the place of that name, or let the person choose among several."""
    found = context.catalogue.browser.places(text)[:CHOICES]
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
    if question := context.bot_data.waiting.pop(context.user.id):
        await questions.ask(message, context, question)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    new = filters.UpdateType.MESSAGE
    return [
        CommandHandler(commands.names("place"), command, filters=new),
        CallbackQueryHandler(choose, f"^{PLACE}.{{1,62}}\\Z"),
        MessageHandler(new & filters.ChatType.PRIVATE & filters.LOCATION, location),
    ]
