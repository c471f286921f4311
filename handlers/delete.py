"""/delete: an association goes, with a reason, after a question; it can be taken back."""

from __future__ import annotations

from telegram import Update
from telegram.ext import BaseHandler

from handlers import admin_views, card_views, delivery, entry_views, finding
from handlers.access import button, command, pressed
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_steps import TARGET
from handlers.finding import EXPECTED, FIND
from handlers.flow_views import REASON, question
from handlers.flows import Flow, Move, Session, Step
from handlers.keyboards import DELETE
from handlers.markup import bold, joined, plain
from handlers.permissions import Role
from storage.errors import InvalidEntry

REASONS = ("gone", "twice", "wrong")
LONGEST_REASON = 500
NAME_UNITS = 200


async def start(update: Update, context: Context) -> None:
    """/delete, with or without words that say what to delete."""
    await finding.start(update, context, FLOW, "reason")


async def press(update: Update, context: Context) -> None:
    """Delete the association of a card, once confirmed."""
    if update.callback_query is not None:
        await delivery.answer(update.callback_query)
        await finding.begin(update, context, FLOW, "reason", int(pressed(update)[0]))


async def _ask_reason(session: Session) -> View:
    say = session.context.say
    association = await session.context.catalogue.get(session.values[TARGET])
    if association is None:
        await session.end()
        return entry_views.gone(session)
    name = bold(card_views.name_and_place(session.context, association, NAME_UNITS))
    rows = [[session.button(say(f"reason-{reason}"), "pick", reason)] for reason in REASONS]
    rows.append([session.button(say("button-skip"), "skip")])
    return question(session, joined([name, say("ask-reason")], "\n\n"), rows)


async def _read_reason(session: Session, text: str) -> Move:
    if len(text) > LONGEST_REASON:
        raise InvalidEntry("reason", "long", length=len(text), longest=LONGEST_REASON)
    session.values[REASON] = text
    return None


async def _choose_reason(session: Session, argument: str) -> Move:
    if argument not in REASONS:
        return session.step
    session.values[REASON] = session.context.say(f"reason-{argument}")
    return None


def _no_reason(session: Session) -> Move:
    session.values.pop(REASON, None)
    return None


async def _ask_confirmation(session: Session) -> View:
    context = session.context
    association = await context.catalogue.get(session.values[TARGET])
    if association is None:
        await session.end()
        return entry_views.gone(session)
    card, _ = entry_views.preview(context, association)
    reason = session.values.get(REASON)
    lines = [
        plain(context.say("review-delete")),
        card,
        plain(context.say("change-reason", reason=reason) if reason else ""),
    ]
    confirm = session.button(context.say("button-delete"), "pick", "ok")
    return question(session, joined(lines, "\n\n"), [[confirm]])


async def _confirm(session: Session, argument: str) -> Move:
    if argument != "ok":
        return session.step
    context, values = session.context, session.values
    change = await context.catalogue.remove(
        values[TARGET], session.user_id, values.get(REASON), expected=values[EXPECTED]
    )
    return admin_views.changed(context, change, "deleted")


FLOW = Flow(
    "delete",
    Role.ADMIN,
    {
        "find": FIND,
        "reason": Step(_ask_reason, _read_reason, _choose_reason, _no_reason),
        "review": Step(_ask_confirmation, choose=_confirm),
    },
    ("find", "reason", "review"),
)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [command("delete", start), button(DELETE, r"[0-9]{1,18}", press)]
