"""What guided conversations look like: the question, what is wrong, what was given, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from telegram import InlineKeyboardButton as Button

from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import keyboard
from handlers.markup import MESSAGE_UNITS, Rich, bold, code, joined, plain, split, spread
from storage.model import ENTRY_FIELDS
from storage.typography import theme_name

if TYPE_CHECKING:
    from handlers.flows import Session

PENDING = "pending"
"""Key of a draft's values: the conversation that waits until the person has chosen between the two."""
REASON = "reason"
"""Key of a draft's values: why an association is to be deleted."""
TYPED = frozenset({*ENTRY_FIELDS, REASON}) - {"commune_code", "status"}
"""Keys of what a person typed or chose; the others are the bot's own."""


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
    """The conversation ended otherwise than by the person; all they typed is given back, to be copied."""
    first, *more = spread([plain(context.say(text)), *_given_back(context, values)])
    return View(first, more=tuple(more))


def _given_back(context: Context, values: Mapping[str, Any]) -> Iterator[Rich]:
    """What was typed, field by field; what no message holds comes in parts."""
    for name, value in values.items():
        if name in TYPED and value:
            label = bold(context.say(f"field-{name.replace('_', '-')}"))
            shown = theme_name(value) if name == "theme" else str(value)
            first, *rest = split(shown, MESSAGE_UNITS - label.units - 1)
            yield joined([label, code(first)])
            yield from (code(part) for part in rest if part.strip())
    # A second conversation that was asked for begins with what came behind its command.
    if PENDING in values:
        yield from _given_back(context, values[PENDING].get("values", {}))
