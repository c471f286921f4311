"""/synonyms: admins teach the bot that words mean the same."""

from __future__ import annotations

import re
import time

from telegram import InlineKeyboardButton as Button
from telegram import Message, MessageEntity, Update
from telegram.ext import BaseHandler

from handlers import admin_views, delivery
from handlers.access import SYNONYM, button, command, pressed
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import keyboard, pager
from handlers.markup import bold, code, joined, plain, shortened
from handlers.permissions import person
from handlers.questions import question_text
from retrieval.french import terms
from storage.synonyms import Synonym

PAGE = 10
MOST_WORDS = 12
LONGEST_WORD = 60
LABEL_UNITS = 50
LINE_UNITS = 300
_SEPARATOR = re.compile(r"\s*=\s*")


async def start(update: Update, context: Context) -> None:
    """List what was taught, or teach ``mot = mot = mot``."""
    message, user = update.effective_message, person(update)
    if message is None or user is None:
        return
    text = question_text(message)
    if not text:
        await delivery.reply(message, await _page(context, 0))
        return
    words = list(dict.fromkeys(word for word in _SEPARATOR.split(text.strip()) if word))
    if problem := _problem(words):
        await delivery.reply(
            message, admin_views.said(context, problem, most=MOST_WORDS, longest=LONGEST_WORD)
        )
        return
    id_ = await context.stores.synonyms.add(words, user.id)
    await context.catalogue.refresh_synonyms()
    undo = Button(context.say("button-undo"), callback_data=f"{SYNONYM}remove:{id_}")
    taught = plain(context.say("synonyms-taught", words=" = ".join(words)))
    await delivery.reply(message, View(taught, keyboard([[undo]])))


def _problem(words: list[str]) -> str | None:
    """Name of the sentence that says why these can't be taught."""
    if len(words) < 2:  # noqa: PLR2004 - it takes two to mean the same
        return "synonyms-how"
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        return "synonyms-long"
    return None if all(terms(word) for word in words) else "synonyms-wordless"


async def press(update: Update, context: Context) -> None:
    """Forget a group, put it back, or turn the page."""
    query = update.callback_query
    if query is None:
        return
    verb, number = pressed(update)
    await delivery.answer(query)
    if verb == "page":
        await delivery.edit(query, await _page(context, int(number)))
    elif verb == "remove":
        await delivery.edit(query, await _removed(context, int(number)))
    else:
        await delivery.edit(query, await _restored(context, query.message, int(number)))


async def _page(context: Context, page: int) -> View:
    groups = await context.stores.synonyms.list()
    pages = max(1, -(-len(groups) // PAGE))
    page = min(page, pages - 1)
    shown = groups[page * PAGE : (page + 1) * PAGE]
    say = context.say
    lines = [plain("• " + shortened(" = ".join(group.words), LINE_UNITS)) for group in shown]
    rows = [
        [
            Button(
                shortened(say("button-forget", words=" = ".join(group.words)), LABEL_UNITS),
                callback_data=f"{SYNONYM}remove:{group.id}",
            )
        ]
        for group in shown
    ]
    head = [bold(say("synonyms-list")), *(lines or [plain(say("synonyms-none"))])]
    text = joined([*head, say("synonyms-how")])
    return View(text, keyboard([*rows, pager(page, pages, lambda other: f"{SYNONYM}page:{other}")]))


async def _removed(context: Context, id_: int) -> View:
    group = await context.stores.synonyms.remove(id_)
    if group is None:
        return admin_views.said(context, "synonyms-gone")
    await context.catalogue.refresh_synonyms()
    undo = Button(context.say("button-undo"), callback_data=f"{SYNONYM}restore:{group.id}")
    # The words stand in the message as code: that is where « Undo » finds them again.
    text = plain(context.say("synonyms-forgotten") + " ") + code(" = ".join(group.words))
    return View(text, keyboard([[undo]]))


async def _restored(context: Context, message: object, id_: int) -> View:
    found = message.parse_entities([MessageEntity.CODE]) if isinstance(message, Message) else {}
    words = tuple(_SEPARATOR.split(next(iter(found.values()), "")))
    if _problem(list(words)):
        return admin_views.said(context, "synonyms-gone")
    await context.stores.synonyms.restore(Synonym(id_, words, None, int(time.time())))
    await context.catalogue.refresh_synonyms()
    return admin_views.said(context, "synonyms-taught", words=" = ".join(words))


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        command("synonyms", start),
        button(SYNONYM, r"(?:page|remove|restore):[0-9]{1,18}", press),
    ]
