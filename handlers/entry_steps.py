"""The steps that ask for an association's fields, shared by adding, suggesting and editing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from handlers import entry_views
from handlers.context import Context
from handlers.delivery import View
from handlers.flows import Move, Session, Step
from retrieval.towns import Town, towns
from storage.errors import InvalidEntry
from storage.model import ENTRY_FIELDS, Entry, Status
from storage.registers import themes
from storage.validation import clean_fields

TARGET = "target"
"""Key of a session's values: the association that is edited; none when a new one is added."""
CHOICES = "choices"
BROWSED = "browsed"
UNFINISHED = "unfinished"
CUT_AT = 4000
"""A text this long was probably cut by Telegram's client, which sends the rest as another message."""


def entry_of(values: Mapping[str, Any], base: Entry | None = None) -> Entry:
    """The entry that the values make, over those of ``base``."""
    merged = {name: getattr(base or Entry(), name) for name in ENTRY_FIELDS}
    merged.update((name, values[name]) for name in ENTRY_FIELDS if name in values)
    return Entry(**{**merged, "status": Status(merged["status"])})


async def present(context: Context, values: Mapping[str, Any]) -> Entry:
    """The entry under construction: what was given, over what the edited association says."""
    target = values.get(TARGET)
    return entry_of(values, await context.catalogue.get(target) if target is not None else None)


def field(name: str, *, optional: bool = False) -> Step:
    """A step that takes one field as typed."""

    async def prompt(session: Session) -> View:
        return entry_views.ask(session, name, await present(session.context, session.values))

    async def read(session: Session, text: str) -> Move:
        cleaned = clean_fields({name: text})
        if not cleaned[name]:
            raise InvalidEntry(name, "empty")
        session.values.update(cleaned)
        return None

    def skip(session: Session) -> Move:
        clear(session, name)
        return None

    return Step(prompt, read, skip=skip if optional else None)


def clear(session: Session, *names: str) -> None:
    """Leave fields out of a new association; empty those of an edited one."""
    for name in names:
        session.values.pop(name, None)
        if session.values.get(TARGET) is not None:
            session.values[name] = None


async def _read_purpose(session: Session, text: str) -> Move:
    """Take a purpose, put together from two messages where Telegram cut it."""
    begun = session.values.pop(UNFINISHED, None)
    if begun is not None:
        text = f"{begun}{'' if len(begun) >= 4096 else ' '}{text}"  # noqa: PLR2004 - Telegram's own limit
    cleaned = clean_fields({"purpose": text})
    if not cleaned["purpose"]:
        raise InvalidEntry("purpose", "empty")
    session.values.update(cleaned)
    if begun is None and len(text) >= CUT_AT:
        session.values[UNFINISHED] = text
        return session.step
    return None


async def _ask_purpose(session: Session) -> View:
    if UNFINISHED in session.values:
        return entry_views.ask_rest(session, len(session.values[UNFINISHED]))
    return entry_views.ask(session, "purpose", await present(session.context, session.values))


async def _purpose_is_whole(session: Session, _argument: str) -> Move:
    session.values.pop(UNFINISHED, None)
    return None


async def _ask_place(session: Session) -> View:
    choices = [Town(*choice) for choice in session.values.get(CHOICES, [])]
    return entry_views.ask_place(session, await present(session.context, session.values), choices)


async def _read_place(session: Session, text: str) -> Move:
    found = towns(session.context.catalogue.gazetteer, text)
    if not found[0].label:
        raise InvalidEntry("city", "empty")
    if len(found) == 1:
        return _set_town(session, found[0])
    session.values[CHOICES] = [[town.city, town.postcode, town.commune_code] for town in found]
    return session.step


async def _choose_place(session: Session, argument: str) -> Move:
    choices = session.values.get(CHOICES, [])
    if not argument.isdecimal() or int(argument) >= len(choices):
        return session.step
    return _set_town(session, Town(*choices[int(argument)]))


def _set_town(session: Session, town: Town) -> Move:
    fields = {"city": town.city, "postcode": town.postcode, "commune_code": town.commune_code}
    session.values.update(clean_fields(fields))
    session.values.pop(CHOICES, None)
    return None


def _skip_place(session: Session) -> Move:
    clear(session, "city", "postcode", "commune_code")
    session.values.pop(CHOICES, None)
    return None


async def _ask_theme(session: Session) -> View:
    entry = await present(session.context, session.values)
    browsed = session.values.get(BROWSED)
    if browsed is not None:
        return entry_views.browse_themes(session, browsed)
    text = f"{entry.title}\n{entry.purpose}"
    proposals = await session.context.bot_data.proposals.themes(text, session.context.catalogue.revision)
    return entry_views.ask_theme(session, entry, [proposal.theme for proposal in proposals])


async def _choose_theme(session: Session, argument: str) -> Move:
    """Take a theme (``t`` and its code), or open a heading's themes (its code), or all headings."""
    if argument.startswith("t") and argument[1:] in themes.every():
        session.values["theme"] = argument[1:]
        session.values.pop(BROWSED, None)
        return None
    session.values[BROWSED] = argument if argument in themes.every() else ""
    return session.step


def _skip_theme(session: Session) -> Move:
    session.values.pop(BROWSED, None)
    clear(session, "theme")
    return None


async def _ask_status(session: Session) -> View:
    return entry_views.ask_status(session, await present(session.context, session.values))


async def _choose_status(session: Session, argument: str) -> Move:
    session.values.update(clean_fields({"status": argument}))
    return None


FIELDS: dict[str, Step] = {
    "title": field("title"),
    "purpose": Step(_ask_purpose, _read_purpose, _purpose_is_whole),
    "place": Step(_ask_place, _read_place, _choose_place, _skip_place),
    "theme": Step(_ask_theme, choose=_choose_theme, skip=_skip_theme),
    "website": field("website", optional=True),
    "short_title": field("short_title", optional=True),
    "founded": field("founded", optional=True),
    "status": Step(_ask_status, choose=_choose_status),
}
"""Step by name; ``place`` asks for town, postcode and commune code at once."""
