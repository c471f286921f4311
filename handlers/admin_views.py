"""What admins see after a change, and the lines that need no more than words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from telegram import InlineKeyboardButton as Button

from handlers import card_views, entry_views
from handlers.access import UNDO
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import EDIT, HISTORY, deep_link, keyboard
from handlers.markup import Rich, joined, link, plain, shortened
from storage.model import Association, Change, Entry

NAME_UNITS = 200


def said(context: Context, text: str, **arguments: Any) -> View:
    """One line."""
    return View(plain(context.say(text, **arguments)))


def changed(context: Context, change: Change, text: str) -> View:
    """A change was made: what it did, with buttons to take it back, to edit further, and to its history.

    Args:
        context: Of the admin.
        change: As it was kept.
        text: Name of the sentence that says what was done.
    """
    entry = change.after or change.before or Entry()
    name: Rich = plain(shortened(card_views.title(context, entry), NAME_UNITS))
    if change.after is not None:
        name = link(
            shortened(card_views.title(context, entry), NAME_UNITS), deep_link(context, change.association_id)
        )
    where = plain(card_views.place(entry))
    details, doubt = Rich(), Rich()
    if change.before is not None and change.after is not None:
        details = entry_views.differences(context, change.differences)
    elif change.after is not None:
        doubt = entry_views.place_doubt(context, change.after)
    return View(joined([context.say(text), name, where, details, doubt]), _after(context, change))


def _after(context: Context, change: Change) -> Any:
    row = [undo_button(context, change.id)]
    if change.after is not None:
        row.append(Button(context.say("button-edit"), callback_data=f"{EDIT}{change.association_id}"))
    row.append(Button(context.say("button-history"), callback_data=f"{HISTORY}{change.association_id}:0"))
    return keyboard([row])


def undo_button(context: Context, change_id: int, label: str = "button-undo", **arguments: Any) -> Button:
    """Takes back one change."""
    return Button(context.say(label, **arguments), callback_data=f"{UNDO}c:{change_id}")


def pick(context: Context, found: Sequence[Association], prefix: str) -> View:
    """Which of several associations is meant, as buttons that begin with ``prefix``."""
    rows = [
        [
            Button(
                shortened(card_views.name_and_place(context, one, 60), 90),
                callback_data=f"{prefix}{one.id}",
            )
        ]
        for one in found
    ]
    return View(plain(context.say("find-which")), keyboard(rows))
