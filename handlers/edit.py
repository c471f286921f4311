"""/edit, and « Modifier » under a card: one field at a time, old beside new, then confirmed."""

from __future__ import annotations

from telegram import Update
from telegram.ext import BaseHandler

from handlers import admin_views, delivery, entry_views, finding
from handlers.access import button, command, pressed
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_steps import FIELDS, TARGET, entry_of
from handlers.explaining import explained
from handlers.finding import EXPECTED, FIND
from handlers.flows import Flow, Move, Session, Step
from handlers.keyboards import EDIT
from handlers.permissions import Role
from storage.errors import Conflict, NotFound
from storage.model import ENTRY_FIELDS, Association, Entry

REVIEW = "review"


async def start(update: Update, context: Context) -> None:
    """/edit, with or without words that say what to edit."""
    await finding.start(update, context, FLOW, REVIEW)


async def press(update: Update, context: Context) -> None:
    """Edit the association of a card."""
    query = update.callback_query
    if query is None:
        return
    id_ = int(pressed(update)[0])
    if await context.catalogue.get(id_) is None:
        await delivery.answer(query, context.say("association-gone"), alert=True)
        return
    await delivery.answer(query)
    await finding.begin(update, context, FLOW, REVIEW, id_)


async def _present(session: Session) -> Association:
    id_ = session.values[TARGET]
    association = await session.context.catalogue.get(id_)
    if association is None:
        raise NotFound("association", id_)
    return association


def _changes(session: Session, present: Association) -> dict[str, tuple[str | None, str | None]]:
    """Field → (as it is, as it would be), for the fields that would change."""
    wanted = entry_of(session.values, present)
    pairs = {name: (getattr(present, name), getattr(wanted, name)) for name in ENTRY_FIELDS}
    return {name: (old, new) for name, (old, new) in pairs.items() if (old or None) != (new or None)}


async def _review(session: Session) -> View:
    try:
        present = await _present(session)
    except NotFound:
        return await _gone(session)
    changes = _changes(session, present)
    wanted: Entry = entry_of(session.values, present)
    return entry_views.review(
        session,
        wanted,
        "review-edit" if changes else "review-edit-nothing",
        fields=tuple(FIELDS),
        differences=entry_views.differences(session.context, changes),
        confirm="button-save" if changes else None,
    )


async def _gone(session: Session) -> View:
    """Somebody deleted it meanwhile: the conversation is over, what was typed is given back."""
    await session.end()
    return entry_views.gone(session)


async def _confirm(session: Session, argument: str) -> Move:
    if argument in FIELDS:
        return argument
    if argument != "ok":
        return session.step
    context, id_ = session.context, session.values[TARGET]
    fields = {name: session.values[name] for name in ENTRY_FIELDS if name in session.values}
    try:
        change = await context.catalogue.edit(id_, fields, session.user_id, expected=session.values[EXPECTED])
    except Conflict as conflict:
        # What was typed is kept over the association as it is now, to be looked at and confirmed again.
        session.values[EXPECTED] = conflict.change.id
        session.notice = await explained(context, conflict)
        return session.step
    except NotFound:
        return await _gone(session)
    if change is None:
        return admin_views.said(context, "edited-nothing")
    return admin_views.changed(context, change, "edited")


FLOW = Flow(
    "edit",
    Role.ADMIN,
    {"find": FIND, **FIELDS, REVIEW: Step(_review, choose=_confirm)},
    ("find", REVIEW),
)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [command("edit", start), button(EDIT, r"[0-9]{1,18}", press)]
