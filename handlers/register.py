"""The wiring: which module hears what, in which order. Order matters: the first that fits wins its group."""

from __future__ import annotations

from telegram import Update
from telegram.ext import TypeHandler

from handlers import cards, gate, questions, start
from handlers.context import App

GATE, FLOWS, CONVERSATION = -10, -1, 0


def register(application: App) -> None:
    """Add every handler to the application."""
    application.add_handler(TypeHandler(Update, gate.enter), GATE)
    for module in (start, cards, questions):
        application.add_handlers(module.handlers(), CONVERSATION)


async def set_menus(application: App) -> None:
    """Publish the command menus, per scope and language."""
