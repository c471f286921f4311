"""/history and /undo: who changed what and when, and the way back from each change and import."""

from __future__ import annotations

from collections.abc import Mapping

from telegram import CallbackQuery, Message, Update
from telegram import InlineKeyboardButton as Button
from telegram.ext import BaseHandler

from handlers import admin_views, delivery, history_views
from handlers.access import PICK, UNDO, button, command, pressed
from handlers.context import Context
from handlers.delivery import View
from handlers.explaining import explained
from handlers.finding import find
from handlers.keyboards import HISTORY, keyboard, rows_of
from handlers.markup import Rich, joined, plain
from handlers.permissions import person
from handlers.questions import question_text
from storage.errors import ChangeRefused
from storage.model import Change

PAGE = 5
LAST_PAGE = 9999


async def start(update: Update, context: Context) -> None:
    """/history over all, or of the association that words name."""
    message = update.effective_message
    if message is None:
        return
    words = question_text(message)
    if not words:
        await delivery.reply(message, await _page(context, 0, 0))
        return
    found = await find(context, words)
    if not found:
        await delivery.reply(message, admin_views.said(context, "find-nothing"))
    elif len(found) == 1:
        await delivery.reply(message, await _page(context, found[0].id, 0))
    else:
        await delivery.reply(message, admin_views.pick(context, found, PICK))


async def turn(update: Update, context: Context) -> None:
    """Another page, or the first one of an association that was picked."""
    query = update.callback_query
    if query is None:
        return
    association_id, page = (int(number) for number in [*pressed(update), "0"][:2])
    await delivery.answer(query)
    await delivery.edit(query, await _page(context, association_id, min(page, LAST_PAGE)))


async def _page(context: Context, association_id: int, page: int) -> View:
    """Page ``page`` (from 0) of the history of one association, or of all (id 0)."""
    found = await context.stores.changes.history(association_id or None, page * PAGE, PAGE + 1)
    shown, more = found[:PAGE], len(found) > PAGE
    if not shown:
        return admin_views.said(context, "history-empty" if page == 0 else "history-end")
    people = await history_views.names(context)
    blocks = [
        plain(f"{number}. ") + await _entry(context, change, people, whole=not association_id)
        for number, change in enumerate(shown, page * PAGE + 1)
    ]
    head = plain(context.say("history-of-one" if association_id else "history-of-all"))
    undos = [
        _undo_button(context, change, number)
        for number, change in enumerate(shown, page * PAGE + 1)
        if change.undone_by is None
    ]
    data = f"{HISTORY}{association_id}:"
    pager = [Button("‹", callback_data=f"{data}{page - 1}")] if page else []
    pager += [Button("›", callback_data=f"{data}{page + 1}")] if more else []
    return View(joined([head, *blocks], "\n\n"), keyboard([*rows_of(undos, PAGE), pager]))


async def _entry(context: Context, change: Change, people: Mapping[int, str], *, whole: bool) -> Rich:
    """One line of the history; over all associations an import is one, with its numbers."""
    batch = await context.stores.batches.get(change.batch) if whole and change.batch is not None else None
    if batch is not None:
        return history_views.batch(context, batch, people)
    return history_views.entry(context, change, people)


def _undo_button(context: Context, change: Change, number: int) -> Button:
    label = context.say("button-undo-number", number=number)
    data = f"{UNDO}c:{change.id}" if change.batch is None else f"{UNDO}b:{change.batch}"
    return Button(label, callback_data=data)


async def undo_last(update: Update, context: Context) -> None:
    """/undo: take back the person's last change that still holds."""
    message, user = update.effective_message, person(update)
    if message is None or user is None:
        return
    if not await context.stores.handled.first_time(f"update:{update.update_id}"):
        await delivery.reply(message, admin_views.said(context, "repeated"))
        return
    change = await context.stores.changes.last_by(user.id)
    if change is None:
        await delivery.reply(message, admin_views.said(context, "undo-nothing"))
    elif change.batch is not None:
        await delivery.reply(message, _ask_about_import(context, change.batch))
    else:
        await delivery.reply(message, await _undone(context, change.id, user.id))


async def undo(update: Update, context: Context) -> None:
    """Take back one change; of a whole import, ask first."""
    query, user = update.callback_query, person(update)
    if query is None or user is None or not isinstance(query.message, Message):
        return
    what, number = pressed(update)
    await delivery.answer(query)
    if what == "c":
        view = await _undone(context, int(number), user.id)
    elif what == "b":
        view = _ask_about_import(context, int(number))
    else:
        await delivery.edit(query, admin_views.said(context, "undo-import-running"))
        context.in_background(update, _import_undone(context, query, int(number), user.id))
        return
    await delivery.reply(query.message, view)


async def _undone(context: Context, change_id: int, user_id: int) -> View:
    change = await context.stores.changes.get(change_id)
    if change is not None and change.undone_by is not None:
        return admin_views.said(context, "undone-already")
    try:
        taken_back = await context.catalogue.undo(change_id, user_id)
    except ChangeRefused as error:
        return View(joined([context.say("undo-refused"), await explained(context, error)], "\n\n"))
    return admin_views.changed(context, taken_back, "undone")


def _ask_about_import(context: Context, batch: int) -> View:
    sure = Button(context.say("button-undo-import"), callback_data=f"{UNDO}y:{batch}")
    return View(plain(context.say("undo-import-sure", number=batch)), keyboard([[sure]]))


async def _import_undone(context: Context, query: CallbackQuery, batch: int, user_id: int) -> None:
    """Take back a whole import and say so; the admin goes on meanwhile."""
    known = await context.stores.batches.get(batch)
    if known is not None and known.undone_at is not None:
        view = admin_views.said(context, "undone-already")
    else:
        view = await _taken_back(context, batch, user_id)
    await delivery.edit(query, view)


async def _taken_back(context: Context, batch: int, user_id: int) -> View:
    try:
        number = await context.catalogue.undo_batch(batch, user_id)
    except ChangeRefused as error:
        return View(joined([context.say("undo-refused"), await explained(context, error)], "\n\n"))
    return admin_views.said(context, "import-undone", count=number)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        command("history", start),
        command("undo", undo_last),
        button(HISTORY, r"[0-9]{1,18}:[0-9]{1,4}", turn),
        button(PICK, r"[0-9]{1,18}", turn),
        button(UNDO, r"[cby]:[0-9]{1,18}", undo),
    ]
