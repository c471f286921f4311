"""What guided conversations look like: the question, what is wrong, what was given, and the buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from telegram import InlineKeyboardButton as Button

from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import keyboard
from handlers.markup import Rich, bold, code, joined, pack, plain, shortened
from storage.model import ENTRY_FIELDS

if TYPE_CHECKING:
    from handlers.flows import Session

VALUE_UNITS = 3000


def notice(context: Context, text: str, **arguments: Any) -> Rich:
    """A line to say above the next question."""
    return plain(context.say(text, **arguments))


def question(session: Session, text: Rich, rows: Sequence[Sequence[Button]] = ()) -> View:
    """One step: what is to be said first, the question, its buttons, and the ways out."""
    say = session.context.say
    ways = [session.button(say("button-cancel"), "cancel")]
    if session.trail:
        ways.insert(0, session.button(say("button-step-back"), "back"))
    asked = []
    if "question" in session.values:
        asked = [session.button(say("button-was-question"), "ask")]
    return View(joined([session.notice or "", text], "\n\n"), keyboard([*rows, asked, ways]))


def waiting(session: Session, text: str) -> View:
    """The conversation waits, with buttons to go on or to give it up."""
    context = session.context
    what = context.say(f"flow-{session.flow.kind}")
    buttons = [
        session.button(context.say("button-resume"), "resume"),
        session.button(context.say("button-cancel"), "cancel"),
    ]
    return View(plain(context.say(text, what=what)), keyboard([buttons]))


def choice(context: Context, present: str, other: str, data: str) -> View:
    """Two conversations at once: go on with the present one, or give it up for the other.

    Args:
        context: Of the person.
        present: Kind of the one under way.
        other: Kind of the one that was asked for.
        data: Beginning of the buttons' callback data.
    """
    what, instead = context.say(f"flow-{present}"), context.say(f"flow-{other}")
    buttons = [
        [Button(context.say("button-resume"), callback_data=f"{data}resume:")],
        [Button(context.say("button-instead"), callback_data=f"{data}new:")],
    ]
    return View(plain(context.say("flow-another", what=what, instead=instead)), keyboard(buttons))


def in_private(context: Context) -> View:
    """Guided conversations take place in private."""
    address = f"https://t.me/{context.bot.username}"
    open_chat = Button(context.say("button-private"), url=address)
    return View(plain(context.say("flow-in-private")), keyboard([[open_chat]]))


def given_up(context: Context, text: str, values: Mapping[str, Any]) -> View:
    """The conversation ended otherwise than by the person; what they typed is given back, to be copied."""
    typed = [
        joined(
            [bold(context.say(f"field-{name.replace('_', '-')}")), code(shortened(str(value), VALUE_UNITS))]
        )
        for name, value in values.items()
        if name in ENTRY_FIELDS and value
    ]
    return View(pack([plain(context.say(text)), *typed]))
