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
    clean,
    code,
    italic,
    joined,
    link,
    plain,
    shortened,
    split,
    units,
)
from storage.model import Association, Entry, Status
from storage.registers.themes import label
from storage.typography import display_title, sentence_case, theme_name

TITLE_UNITS = 1000
FACT_UNITS = 300


def title(context: Context, entry: Entry) -> str:
    """What to call an association; the beginning of its purpose where it has no title."""
    return display_title(entry) or context.say("untitled")


def place(entry: Entry) -> str:
    """Town and postcode, as far as they are known."""
    town = sentence_case(entry.city, (entry.city,)) if entry.city else ""
    if town and entry.postcode:
        return f"{town} ({entry.postcode})"
    return town or entry.postcode or ""


def name_and_place(context: Context, entry: Entry, limit: int) -> str:
    """One line that tells an association from others, its name cut at ``limit``."""
    where = place(entry)
    return shortened(title(context, entry), limit) + (f" · {where}" if where else "")


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
    """The texts of a card, each fit for one message; a purpose that needs several comes last."""
    head, facts = _head(context, entry), _facts(context, entry)
    purpose = _purpose(entry)
    if not purpose:
        return [joined([head, italic(context.say("no-purpose")), facts], "\n\n")]
    room = MESSAGE_UNITS - head.units - facts.units - 4
    if units(purpose) <= room:
        return [joined([head, purpose, facts], "\n\n")]
    beginning = next(split(purpose, room))
    more = [part for part in split(purpose[len(beginning) :], MESSAGE_UNITS) if part.strip()]
    return [joined([head, facts, beginning], "\n\n"), *(plain(part) for part in more)]


def short_card(context: Context, entry: Entry) -> Rich:
    """A card in one message, its purpose shortened if it must be."""
    head, facts = _head(context, entry), _facts(context, entry)
    purpose = shortened(_purpose(entry), MESSAGE_UNITS - head.units - facts.units - 4)
    return joined([head, purpose or italic(context.say("no-purpose")), facts], "\n\n")


def _purpose(entry: Entry) -> str:
    """The purpose verbatim; in sentence case where the register wrote it in capitals."""
    return clean(sentence_case(entry.purpose, (entry.city,) if entry.city else ())).strip()


def _head(context: Context, entry: Entry) -> Rich:
    head = bold(shortened(title(context, entry), TITLE_UNITS))
    if entry.short_title and entry.short_title != entry.title:
        head = head + f" ({shortened(entry.short_title, FACT_UNITS)})"
    return joined([head, italic(" · ".join(marks(context, entry)))])


def _facts(context: Context, entry: Entry) -> Rich:
    """Place, theme, website, founding, number and what became of it; what is unknown is left out."""
    where = place(entry)
    lines = [plain(where and f"📍 {shortened(where, FACT_UNITS)}")]
    if entry.theme and label(entry.theme):
        lines.append(plain(f"🏷 {theme_name(entry.theme)}"))
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
