"""/add: a new association, step by step or in one line."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

from telegram import Update
from telegram.ext import BaseHandler

from handlers import admin_views, decisions, delivery, entry_views, flows
from handlers.access import command
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_steps import FIELDS, entry_of
from handlers.explaining import explained
from handlers.flows import Flow, Move, Session, Step
from handlers.permissions import Role, person
from handlers.questions import question_text
from retrieval.towns import Town, towns
from storage.errors import ChangeRefused, InvalidEntry
from storage.model import Entry
from storage.validation import clean, clean_fields

LINE = ("title", "purpose", "city", "postcode", "website")
"""The parts of the one-line form, in their order."""
STEPS = ("title", "purpose", "place", "theme", "website")
REVIEW = "review"
DECIDES = "suggestion"
"""Key of a session's values: the member's suggestion that is edited before it is accepted."""


async def start(update: Update, context: Context) -> None:
    """/add alone or with a title begins the guided conversation; with ``|`` it adds at once."""
    message = update.effective_message
    words = question_text(message) if message is not None else ""
    if message is None:
        return
    try:
        if "|" in words:
            await _at_once(update, context, words)
        elif words:
            await flows.begin(
                update, context, FLOW, "purpose", clean_fields({"title": words}), trail=["title"]
            )
        else:
            await flows.begin(update, context, FLOW, "title", {})
    except ChangeRefused as error:
        await delivery.reply(message, View(await explained(context, error)))


async def _at_once(update: Update, context: Context, words: str) -> None:
    """Add what one line says, unless something like it is there already: then ask first.

    Raises:
        ChangeRefused: It can't be added.
    """
    message, user = update.effective_message, person(update)
    if message is None or user is None:
        return
    parts = [part.strip() for part in words.split("|")]
    if len(parts) > len(LINE):
        await delivery.reply(message, admin_views.said(context, "add-too-many-parts", parts=len(parts)))
        return
    fields = dict(zip(LINE, parts, strict=False))
    try:
        entry = clean(_with_town(context, fields))
    except InvalidEntry as error:
        if not context.private:
            raise
        await _mend(update, context, fields, error)
        return
    if not await context.stores.handled.first_time(f"update:{update.update_id}"):
        await delivery.reply(message, admin_views.said(context, "repeated"))
    elif await context.catalogue.duplicates(entry):
        values = {name: value for name, value in asdict(entry).items() if value}
        await flows.begin(update, context, FLOW, REVIEW, values)
    else:
        change = await context.catalogue.add(entry, user.id)
        await delivery.reply(message, admin_views.changed(context, change, "added"))


async def _mend(update: Update, context: Context, fields: dict[str, str], error: InvalidEntry) -> None:
    """Ask again for the one part of a line that can't be kept; the others need not be typed again."""
    values: dict[str, str | None] = {}
    for name, text in fields.items():
        with suppress(InvalidEntry):
            values |= clean_fields({name: text})
    step = "place" if error.field in {"city", "postcode"} else error.field
    notice = await explained(context, error)
    await flows.begin(update, context, FLOW, step, values, trail=[REVIEW], notice=notice)


def _with_town(context: Context, fields: dict[str, str]) -> Entry:
    """The entry of a line, its town completed where only one is meant."""
    place = f"{fields.get('postcode', '')} {fields.get('city', '')}".strip()
    entry = entry_of(fields)
    found = towns(context.catalogue.gazetteer, place) if place else []
    return _in_town(entry, found[0]) if len(found) == 1 and found[0].commune_code else entry


def _in_town(entry: Entry, town: Town) -> Entry:
    return entry_of({"city": town.city, "postcode": town.postcode, "commune_code": town.commune_code}, entry)


async def _review(session: Session) -> View:
    entry = entry_of(session.values)
    alike = await session.context.catalogue.duplicates(entry)
    text = "review-suggestion" if DECIDES in session.values else "review-add"
    return entry_views.review(session, entry, text, fields=STEPS, alike=alike, confirm="button-add")


async def _confirm(session: Session, argument: str) -> Move:
    if argument in FIELDS:
        return argument
    if argument != "ok":
        return session.step
    if DECIDES in session.values:
        return await decisions.accept(
            session.context, session.values[DECIDES], session.user_id, entry_of(session.values)
        )
    change = await session.context.catalogue.add(entry_of(session.values), session.user_id)
    return admin_views.changed(session.context, change, "added")


FLOW = Flow(
    "add",
    Role.ADMIN,
    {**{name: FIELDS[name] for name in STEPS}, REVIEW: Step(_review, choose=_confirm)},
    (*STEPS, REVIEW),
)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [command("add", start)]
