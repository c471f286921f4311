"""What each command and button is for whom: handlers are made here, so none is without its role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from telegram import Update
from telegram.ext import CallbackQueryHandler, CommandHandler, filters

from handlers import keyboards
from handlers.commands import COMMANDS, names
from handlers.context import Context, Handler
from handlers.permissions import Role, requires

MEMBER, ADMIN, OWNER = Role.MEMBER, Role.ADMIN, Role.OWNER

FLOW, PICK, UNDO, IMPORT, EXPORT, SYNONYM, ADMINS, SUGGESTION = (
    "f:",
    "k:",
    "u:",
    "i:",
    "w:",
    "s:",
    "a:",
    "g:",
)
"""Beginnings of callback data of the buttons that keep the catalogue."""

BUTTONS: Mapping[str, Role] = {
    # A guided conversation asks for the role of its own kind at every step: see handlers.flows.
    FLOW: MEMBER,
    PICK: ADMIN,
    keyboards.EDIT: ADMIN,
    keyboards.DELETE: ADMIN,
    UNDO: ADMIN,
    keyboards.HISTORY: ADMIN,
    IMPORT: ADMIN,
    EXPORT: ADMIN,
    SYNONYM: ADMIN,
    SUGGESTION: ADMIN,
    ADMINS: OWNER,
}
"""Beginning of callback data to the role that may press it."""

_ROLES = {command.name: command.role for command in COMMANDS}


def command(name: str, callback: Handler) -> CommandHandler[Context, Any]:
    """The handler of a command under both its names, for people of its role."""
    guarded = requires(_ROLES[name])(callback)
    return CommandHandler(names(name), guarded, filters=filters.UpdateType.MESSAGE)


def button(prefix: str, rest: str, callback: Handler) -> CallbackQueryHandler[Context, Any]:
    """The handler of the buttons that begin with ``prefix``, the ``rest`` a regular expression."""
    return CallbackQueryHandler(requires(BUTTONS[prefix])(callback), f"^{prefix}{rest}\\Z")


def pressed(update: Update) -> list[str]:
    """What a button carries behind its prefix, split at the colons."""
    query = update.callback_query
    return query.data.split(":")[1:] if query is not None and query.data else []
