"""/suggest: a member proposes an association; admins accept, edit or refuse it."""

from __future__ import annotations

import logging
from dataclasses import asdict

from telegram import InlineKeyboardButton as Button
from telegram import Update
from telegram.error import TelegramError
from telegram.ext import BaseHandler

from handlers import add, admin_views, decisions, delivery, entry_views, flows
from handlers.access import SUGGESTION, button, command, pressed
from handlers.buckets import Verdict
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_steps import FIELDS, entry_of
from handlers.explaining import explained
from handlers.flows import Flow, Move, Session, Step
from handlers.keyboards import keyboard
from handlers.markup import joined, plain
from handlers.permissions import Role, person
from storage.errors import ChangeRefused
from storage.model import Entry
from storage.validation import clean

logger = logging.getLogger(__name__)
MOST_WAITING = 3
PER_MINUTE = 2


async def start(update: Update, context: Context) -> None:
    """Begin, unless the person has suggestions enough that wait for an admin."""
    user, message = update.effective_user, update.effective_message
    if user is None or message is None:
        return
    waiting = await context.stores.suggestions.waiting_of(user.id)
    if waiting >= MOST_WAITING:
        await delivery.reply(message, admin_views.said(context, "suggest-enough", waiting=waiting))
        return
    verdict = context.bot_data.limits.take(("suggest", user.id), PER_MINUTE)
    if verdict is Verdict.SERVE:
        await flows.begin(update, context, FLOW, "title", {})
    elif verdict is Verdict.TELL:
        await delivery.reply(message, admin_views.said(context, "too-many"))


async def _review(session: Session) -> View:
    entry = entry_of(session.values)
    alike = await session.context.catalogue.duplicates(entry)
    return entry_views.review(
        session, entry, "review-suggest", fields=add.STEPS, alike=alike, confirm="button-send"
    )


async def _confirm(session: Session, argument: str) -> Move:
    if argument in FIELDS:
        return argument
    if argument != "ok":
        return session.step
    context, entry = session.context, clean(entry_of(session.values))
    if await context.stores.suggestions.waiting_of(session.user_id) >= MOST_WAITING:
        return admin_views.said(context, "suggest-enough", waiting=MOST_WAITING)
    id_ = await context.stores.suggestions.add(session.user_id, context.language, entry)
    await _announce(context, id_, entry)
    return admin_views.said(context, "suggest-thanks")


async def _announce(context: Context, id_: int, entry: Entry) -> None:
    """Show a suggestion to every admin and owner that can be reached, each in their language."""
    own_language = context.language
    admins = [admin.user_id for admin in await context.stores.admins.list()]
    for user_id in dict.fromkeys([*context.settings.owner_ids, *admins]):
        chosen = await context.stores.preferences.language(user_id)
        context.language = chosen or context.settings.default_language
        try:
            await delivery.send(context.bot, user_id, await _card(context, id_, entry))
        except TelegramError as error:
            logger.info("suggestion %d was not shown to an admin: %s", id_, error)
    context.language = own_language


async def _card(context: Context, id_: int, entry: Entry) -> View:
    card, _ = entry_views.preview(context, entry)
    alike = entry_views.duplicates(context, await context.catalogue.duplicates(entry))
    head = plain(context.say("suggestion-new", number=id_))
    row = [
        Button(context.say(f"button-suggestion-{verb}"), callback_data=f"{SUGGESTION}{verb}:{id_}")
        for verb in ("accept", "edit", "refuse")
    ]
    return View(joined([head, card, alike], "\n\n"), keyboard([row]))


async def press(update: Update, context: Context) -> None:
    """An admin decides."""
    query, admin = update.callback_query, person(update)
    if query is None or admin is None:
        return
    verb, number = pressed(update)
    suggestion = await context.stores.suggestions.get(int(number))
    if suggestion is None or suggestion.state != "open":
        await delivery.answer(query, context.say("suggestion-decided"), alert=True)
        return
    await delivery.answer(query)
    if verb == "edit":
        values = {name: value for name, value in asdict(suggestion.entry).items() if value}
        await flows.begin(update, context, add.FLOW, add.REVIEW, {**values, add.DECIDES: suggestion.id})
    elif verb == "refuse":
        await delivery.edit(query, await decisions.refuse(context, suggestion.id, admin.id))
    else:
        try:
            view = await decisions.accept(context, suggestion.id, admin.id, suggestion.entry)
        except ChangeRefused as error:
            card = await _card(context, suggestion.id, suggestion.entry)
            view = View(joined([await explained(context, error), card.text], "\n\n"), card.keyboard)
        await delivery.edit(query, view)


FLOW = Flow(
    "suggest",
    Role.MEMBER,
    {**{name: FIELDS[name] for name in add.STEPS}, add.REVIEW: Step(_review, choose=_confirm)},
    (*add.STEPS, add.REVIEW),
)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        command("suggest", start),
        button(SUGGESTION, r"(?:accept|edit|refuse):[0-9]{1,18}", press),
    ]
