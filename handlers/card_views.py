"""What people see of one association: its name, its place, its card."""

from __future__ import annotations

from datetime import date

from handlers import keyboards
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import (
    MESSAGE_UNITS,
    Rich,
    bold,
    code,
    italic,
    joined,
    link,
    plain,
    shortened,
    split,
)
from storage.model import Association, Entry, Status

TITLE_UNITS = 1000
FACT_UNITS = 300
NAME_UNITS = 120


def title(context: Context, entry: Entry) -> str:
    """The name of an association, or the beginning of its purpose where it has none."""
    return entry.title or shortened(entry.purpose, NAME_UNITS) or context.say("untitled")


def place(entry: Entry) -> str:
    """Town and postcode, as far as they are known."""
    town = entry.city or ""
    if town and entry.postcode:
        return f"{town} ({entry.postcode})"
    return town or entry.postcode or ""


def marks(context: Context, entry: Entry, *, nearby: bool = False) -> list[str]:
    """What sets an association apart: dissolved, replaced, outside the place asked for."""
    found = [] if entry.status is Status.ACTIVE else [f"mark-{entry.status.value}"]
    if nearby:
        found.append("mark-nearby")
    return [context.say(mark) for mark in found]


def card(
    context: Context, association: Association, origin: str = "", *, editable: bool = False
) -> list[View]:
    """All that is known of an association, its whole purpose verbatim, over several messages if it must."""
    keyboard = keyboards.card(context, association.id, origin, editable=editable)
    first, *more = card_texts(context, association)
    return [View(first, keyboard), *(View(text) for text in more)]


def card_texts(context: Context, entry: Entry) -> list[Rich]:
    """The texts of a card, each fit for one message."""
    head, facts = _head(context, entry), _facts(context, entry)
    purpose = entry.purpose
    if not purpose.strip():
        return [joined([head, italic(context.say("no-purpose")), facts], "\n\n")]
    room = MESSAGE_UNITS - head.units - facts.units - 4
    first, *rest = split(purpose, room)
    more = [part for text in rest for part in split(text, MESSAGE_UNITS)]
    return [joined([head, plain(first), facts], "\n\n"), *(plain(part) for part in more)]


def short_card(context: Context, entry: Entry) -> Rich:
    """A card in one message, its purpose shortened if it must be."""
    head, facts = _head(context, entry), _facts(context, entry)
    purpose = shortened(entry.purpose, MESSAGE_UNITS - head.units - facts.units - 4)
    return joined(
        [head, plain(purpose) if purpose.strip() else italic(context.say("no-purpose")), facts], "\n\n"
    )


def _head(context: Context, entry: Entry) -> Rich:
    head = bold(shortened(title(context, entry), TITLE_UNITS))
    if entry.short_title and entry.short_title != entry.title:
        head = head + f" ({shortened(entry.short_title, FACT_UNITS)})"
    return joined([head, italic(" · ".join(marks(context, entry)))])


def _facts(context: Context, entry: Entry) -> Rich:
    """Place, theme, website, founding, number and what became of it; what is unknown is left out."""
    where = place(entry)
    lines = [plain(where and f"📍 {shortened(where, FACT_UNITS)}")]
    if entry.theme is not None:
        lines.append(plain(f"🏷 {entry.theme}"))
    if entry.website:
        lines.append(plain("🌐 ") + link(shortened(entry.website, FACT_UNITS), entry.website))
    if founded := _day(entry.founded):
        day = {"day": founded.day, "month": founded.month, "year": str(founded.year)}
        lines.append(plain(context.say("card-founded", **day)))
    if entry.rna_id:
        lines.append(plain(context.say("card-rna") + " ") + code(entry.rna_id))
    if entry.replaced_by:
        lines.append(plain(context.say("card-replaced-by") + " ") + code(entry.replaced_by))
    return joined(lines)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
