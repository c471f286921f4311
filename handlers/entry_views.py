"""What the steps of an association look like: each question with its present answer, and the review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from telegram import InlineKeyboardButton as Button

from handlers import card_views
from handlers.context import Context
from handlers.delivery import View
from handlers.flow_views import given_up, question
from handlers.flows import Session
from handlers.keyboards import deep_link, rows_of
from handlers.markup import MESSAGE_UNITS, Rich, bold, italic, joined, link, pack, plain, shortened
from retrieval import towns
from retrieval.towns import Town
from storage.model import Association, Entry, Status
from storage.registers import themes
from storage.typography import theme_name

PRESENT_UNITS = 2500
LABEL_UNITS = 60
NAME_UNITS = 150
DIFFERENCE_UNITS = 250
CARD_UNITS = 2200


def ask(session: Session, field: str, entry: Entry) -> View:
    """Ask for a field as text, showing what it holds at present."""
    return _ask(session, field, entry, [])


def ask_rest(session: Session, characters: int) -> View:
    """A purpose came that Telegram cut: ask for the rest."""
    say = session.context.say
    whole = session.button(say("button-whole"), "pick", "whole")
    return question(session, plain(say("ask-rest", characters=characters)), [[whole]])


def ask_place(session: Session, entry: Entry, choices: Sequence[Town]) -> View:
    """Ask for the town, or which of several is meant."""
    if not choices:
        return _ask(session, "place", entry, [])
    rows = [[session.button(town.label, "pick", number)] for number, town in enumerate(choices)]
    return question(
        session, plain(session.context.say("ask-which-place")), [*rows, _skip(session, "place", entry)]
    )


def ask_theme(session: Session, entry: Entry, proposals: Sequence[str]) -> View:
    """Ask for the theme, the likely ones as buttons."""
    rows = [[_theme_button(session, code)] for code in proposals]
    other = session.button(session.context.say("button-other-theme"), "pick", "all")
    return _ask(session, "theme", entry, [*rows, [other]], "theme" if proposals else "theme-alone")


def browse_themes(session: Session, heading: str) -> View:
    """All headings, or what is under one of them."""
    say = session.context.say
    if not heading:
        headings = themes.headings()
        buttons = [session.button(shortened(theme_name(t.code), 30), "pick", t.code) for t in headings]
        rows = rows_of(buttons, 2)
    else:
        found = [heading, *(theme.code for theme in themes.under(heading))]
        rows = [[_theme_button(session, code)] for code in found]
        rows.append([session.button(say("button-all-themes"), "pick", "all")])
    skip = [session.button(say("button-skip"), "skip")]
    return question(session, plain(say("ask-theme-all")), [*rows, skip])


def ask_status(session: Session, entry: Entry) -> View:
    """Ask whether the association lives."""
    say = session.context.say
    # ``replaced`` needs the new number, which registers give.
    row = [session.button(say(f"status-{one}"), "pick", one) for one in (Status.ACTIVE, Status.DISSOLVED)]
    return _ask(session, "status", entry, [row])


def review(
    session: Session,
    entry: Entry,
    text: str,
    *,
    fields: Sequence[str],
    alike: Sequence[Association] = (),
    differences: Rich | None = None,
    confirm: str | None = None,
) -> View:
    """The association as members will see it, with buttons to confirm and to change fields.

    Args:
        session: The conversation.
        entry: What would be kept.
        text: Name of the sentence above it.
        fields: Steps that the person can go back to.
        alike: Likely duplicates.
        differences: What would change, when an association is edited.
        confirm: Name of the confirming button's label; None when there is nothing to confirm.
    """
    say = session.context.say
    rows = rows_of([session.button(say(f"button-field-{_dashed(f)}"), "pick", f) for f in fields], 3)
    if confirm is not None:
        rows.insert(0, [session.button(say(confirm), "pick", "ok")])
    head = plain(say(text))
    card, more = preview(session.context, entry)
    if more:
        head = joined([head, italic(say("review-long", characters=len(entry.purpose)))])
    doubt = place_doubt(session.context, entry)
    below = joined([differences or "", doubt, duplicates(session.context, alike)], "\n\n")
    # Above it comes the notice: of a conflict it is an entry of the history.
    room = MESSAGE_UNITS - (session.notice.units + 2 if session.notice is not None else 0)
    return question(session, pack([block for block in (head, card, below) if block.html], room), rows)


def preview(context: Context, entry: Entry) -> tuple[Rich, bool]:
    """A card as members will see it, and whether a long purpose had to be shortened here."""
    texts = card_views.card_texts(context, entry)
    if len(texts) == 1 and texts[0].fits(CARD_UNITS):
        return texts[0], False
    rest = card_views.card_texts(context, replace(entry, purpose=""))[0].units
    room = max(200, CARD_UNITS - rest)
    return card_views.card_texts(context, replace(entry, purpose=shortened(entry.purpose, room)))[0], True


def place_doubt(context: Context, entry: Entry) -> Rich:
    """A warning where an association's town is unknown, or could be another; else nothing."""
    doubt = towns.doubt(context.catalogue.gazetteer, entry)
    if doubt is None:
        return Rich()
    town = shortened(entry.city or "", LABEL_UNITS)
    return plain(context.say(f"place-doubt-{doubt}", town=town, postcode=entry.postcode or ""))


def duplicates(context: Context, alike: Sequence[Association]) -> Rich:
    """Likely duplicates, each a link to its card."""
    if not alike:
        return Rich()
    lines = [
        plain("• ") + link(card_views.name_and_place(context, one, NAME_UNITS), deep_link(context, one.id))
        for one in alike
    ]
    return joined([bold(context.say("duplicates")), *lines])


def differences(
    context: Context, changed: Mapping[str, tuple[str | None, str | None]], units: int = DIFFERENCE_UNITS
) -> Rich:
    """Old → new, a line for each field; longer values are cut at ``units``."""
    return joined(
        plain(context.say("named", name=field_name(context, name)) + " ")
        + _value(context, name, old, units)
        + " → "
        + _value(context, name, new, units)
        for name, (old, new) in changed.items()
    )


def field_name(context: Context, name: str) -> str:
    """What people call a field."""
    return context.say(f"field-{_dashed(name)}")


def _ask(
    session: Session, field: str, entry: Entry, rows: Sequence[Sequence[Button]], how: str | None = None
) -> View:
    context = session.context
    held = card_views.place(entry) if field == "place" else getattr(entry, field)
    present = Rich()
    if held and (field != "status" or "target" in session.values):
        label = plain(context.say("ask-present") + " ")
        present = label + _shown(context, field, held, PRESENT_UNITS)
    text = joined(
        [bold(context.say(f"ask-{_dashed(field)}")), context.say(f"how-{how or _dashed(field)}"), present]
    )
    return question(session, text, [*rows, _skip(session, field, entry)])


def _skip(session: Session, field: str, entry: Entry) -> list[Button]:
    if session.current.skip is None:
        return []
    held = card_views.place(entry) if field == "place" else getattr(entry, field)
    label = "button-clear" if held and "target" in session.values else "button-skip"
    return [session.button(session.context.say(label), "skip")]


def _theme_button(session: Session, code: str) -> Button:
    return session.button(shortened(theme_name(code), LABEL_UNITS), "pick", f"t{code}")


def _value(context: Context, name: str, value: str | None, units: int) -> Rich:
    return _shown(context, name, value, units) if value else plain("∅")


def _shown(context: Context, name: str, value: str, units: int) -> Rich:
    if name == "theme":
        return plain(shortened(theme_name(value), units))
    if name == "status":
        return plain(context.say(f"status-{value}"))
    return italic(shortened(value, units))


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def gone(session: Session) -> View:
    """The association was deleted meanwhile; what was typed is given back."""
    return given_up(session.context, "gone-meanwhile", session.values)
