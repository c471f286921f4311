"""The wiring: which module hears what, in which order. Order matters: the first that fits wins its group."""

from __future__ import annotations

from telegram import Update
from telegram.ext import TypeHandler

from handlers import cards, gate, inline, languages, privacy, questions, start, strays, votes
from handlers.commands import set_menus
from handlers.context import App
from handlers.processor import FairProcessor

__all__ = ["register", "set_menus"]

GATE, FLOWS, CONVERSATION = -10, -1, 0
"""Handler groups: the gate, an admin's conversation under way, everything else."""

MEMBERS = (start, cards, votes, languages, privacy, inline, questions)


def register(application: App) -> None:
    """Add every handler to the application."""
    if isinstance(application.update_processor, FairProcessor):
        application.update_processor.attach(application)
    application.add_handler(TypeHandler(Update, gate.enter), GATE)
    for module in (*MEMBERS, strays):
        application.add_handlers(module.handlers(), CONVERSATION)
