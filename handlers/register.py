"""The wiring: which module hears what, in which order. Order matters: the first that fits wins its group."""

from __future__ import annotations

from telegram import Update
from telegram.ext import TypeHandler

from handlers import (
    add,
    admins,
    cards,
    conversation,
    delete,
    edit,
    exports,
    gate,
    history,
    imports,
    inline,
    languages,
    places,
    privacy,
    questions,
    start,
    statistics,
    strays,
    suggest,
    synonyms,
    themes,
    votes,
)
from handlers.commands import set_menus
from handlers.context import App
from handlers.processor import FairProcessor

__all__ = ["register", "set_menus"]

GATE, FLOWS, PLACE, CONVERSATION, AFTERWARDS, MENUS = -10, -2, -1, 0, 1, 2
"""Handler groups: the gate, a guided conversation under way, a place that was asked for, everything else,
the conversation's reminder, menus."""

MEMBERS = (start, cards, votes, themes, languages, places, privacy, inline, questions)
ADMINS = (add, edit, delete, history, suggest, imports, exports, statistics, synonyms, admins, conversation)


def register(application: App) -> None:
    """Add every handler to the application."""
    if isinstance(application.update_processor, FairProcessor):
        application.update_processor.attach(application)
    application.add_handler(TypeHandler(Update, gate.enter), GATE)
    application.add_handlers(conversation.beforehand(), FLOWS)
    application.add_handlers(places.beforehand(), PLACE)
    for module in (*MEMBERS, *ADMINS, strays):
        application.add_handlers(module.handlers(), CONVERSATION)
    application.add_handlers(conversation.afterwards(), AFTERWARDS)
    application.add_handlers(admins.afterwards(), MENUS)
