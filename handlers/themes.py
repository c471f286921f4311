"""/themes: the nomenclature with counts, narrowed to a place if one is named, down to the associations."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from telegram import Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, filters

from handlers import commands, delivery, limits, theme_views, views
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import CHOICES, LIST, THEME
from handlers.places import label
from handlers.questions import question_text
from handlers.theme_views import PATTERN, TOP, Shelf
from retrieval.browsing import brief
from retrieval.places import Place
from storage.registers import themes


@limits.light
async def show(update: Update, context: Context) -> None:
    """Show the headings, for the place behind the command if there is one."""
    message = update.effective_message
    if message is None:
        return
    text = question_text(message)
    found = context.catalogue.browser.places(text)[:CHOICES] if text else []
    if text and not found:
        view = views.line(context.say("themes-place-unknown", words=views.quoted(text)))
    elif len(found) > 1:
        view = theme_views.choose_place(context, [(label(context, place), brief(place)) for place in found])
    else:
        view = await _menu(context, Shelf(TOP, 0, brief(found[0]) if found else ""))
    await delivery.reply(message, view)


@limits.light
async def open_shelf(update: Update, context: Context) -> None:
    """Show the headings, or the themes of one heading."""
    await _turn(update, context, THEME)


@limits.light
async def open_list(update: Update, context: Context) -> None:
    """Show a page of the associations under a theme."""
    await _turn(update, context, LIST)


async def _turn(update: Update, context: Context, prefix: str) -> None:
    query = update.callback_query
    if query is None or query.data is None:
        return
    code, page, place = query.data.removeprefix(prefix).split(":", 2)
    shelf = Shelf(code, int(page), place)
    known = code in themes.every() or (code == TOP and prefix == THEME)
    if not known or (place and context.catalogue.browser.place(place) is None):
        await delivery.answer(query, context.say("button-unknown"), alert=True)
        return
    await delivery.answer(query)
    view = await (_menu(context, shelf) if prefix == THEME else _list(context, shelf))
    await delivery.edit(query, view)


def _place(context: Context, shelf: Shelf) -> Place | None:
    return context.catalogue.browser.place(shelf.place) if shelf.place else None


async def _menu(context: Context, shelf: Shelf) -> View:
    place = _place(context, shelf)
    counts = await asyncio.to_thread(context.catalogue.browser.themes, place)
    if shelf.code == TOP:
        return theme_views.headings(context, shelf, place, counts)
    return theme_views.heading(context, shelf, place, counts)


async def _list(context: Context, shelf: Shelf) -> View:
    place, size = _place(context, shelf), context.settings.results_per_page
    browser = context.catalogue.browser
    total, ids = await asyncio.to_thread(browser.members, shelf.code, place, shelf.page * size, size)
    if not ids and total:
        return await _list(context, replace(shelf, page=(total - 1) // size))
    if not total:
        return views.line(context.say("themes-empty"))
    found = await context.stores.associations.get_many(ids)
    return theme_views.members(context, shelf, place, total, found)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        CommandHandler(commands.names("themes"), show, filters=filters.UpdateType.MESSAGE),
        CallbackQueryHandler(open_shelf, f"^{THEME}{PATTERN}\\Z"),
        CallbackQueryHandler(open_list, f"^{LIST}{PATTERN}\\Z"),
    ]
