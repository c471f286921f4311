"""/admins, for owners: who keeps the catalogue; appointing and dismissing them."""

from __future__ import annotations

import re

from telegram import Contact, Message, Update, User
from telegram import InlineKeyboardButton as Button
from telegram.ext import BaseHandler, CommandHandler, MessageHandler, filters

from handlers import admin_views, delivery, names, strays
from handlers.access import ADMINS, button, command, pressed
from handlers.commands import set_menu
from handlers.context import Context
from handlers.delivery import View
from handlers.keyboards import keyboard
from handlers.markup import Rich, bold, code, joined, plain, shortened
from handlers.permissions import Role, allowed, person, role_of
from handlers.questions import question_text

ADD = {"add", "ajouter", "+"}
REMOVE = {"remove", "retirer", "supprimer", "-"}
NAME_UNITS = 60
USER_ID = re.compile(r"[1-9][0-9]{0,15}")


async def start(update: Update, context: Context) -> None:
    """List, or appoint and dismiss by id or by a reply to the person's message."""
    message = update.effective_message
    if message is None:
        return
    verb, _, who = question_text(message).partition(" ")
    if not verb:
        await delivery.reply(message, await _list(context))
    elif verb.lower() in ADD | REMOVE:
        user_id, name = _meant(message, who)
        if user_id is None:
            await delivery.reply(message, admin_views.said(context, "admins-whom"))
        elif verb.lower() in ADD:
            await delivery.reply(message, await _appoint(update, context, user_id, name))
        else:
            await delivery.reply(message, await _dismiss(context, user_id))
    else:
        await delivery.reply(message, admin_views.said(context, "admins-how"))


def _meant(message: Message, who: str) -> tuple[int | None, str]:
    """User id and name of who is meant: an id and perhaps a name after it, or the author replied to."""
    number, _, name = who.strip().partition(" ")
    if USER_ID.fullmatch(number):
        return int(number), shortened(name.strip(), NAME_UNITS)
    replied = message.reply_to_message
    author: User | None = replied.from_user if replied is not None else None
    if author is None or author.is_bot or number:
        return None, ""
    return author.id, author.full_name


async def contact(update: Update, context: Context) -> None:
    """A shared contact: an owner may want to appoint that person; anybody else is thanked."""
    message, user = update.effective_message, person(update)
    shared = message.contact if message is not None else None
    if message is None or shared is None or user is None:
        return
    if not await allowed(context, user.id, Role.OWNER):
        await strays.contact(update, context)
    elif shared.user_id is None:
        await delivery.reply(message, admin_views.said(context, "admins-contact-unknown"))
    else:
        await delivery.reply(message, _whether_to_appoint(context, shared, shared.user_id))


def _whether_to_appoint(context: Context, shared: Contact, user_id: int) -> View:
    name = shortened(_full_name(shared), NAME_UNITS)
    appoint = Button(context.say("button-appoint", name=name), callback_data=f"{ADMINS}add:{user_id}")
    return View(plain(context.say("admins-contact", name=name)), keyboard([[appoint]]))


def _full_name(shared: Contact) -> str:
    return f"{shared.first_name} {shared.last_name or ''}".strip()


async def press(update: Update, context: Context) -> None:
    """Appoint the person of a contact, or dismiss one of the list after a question."""
    query = update.callback_query
    if query is None:
        return
    verb, number = pressed(update)
    await delivery.answer(query)
    if verb == "add":
        await delivery.edit(query, await _appoint(update, context, int(number), _contact_name(query.message)))
    elif verb == "remove":
        await delivery.edit(query, await _sure(context, int(number)))
    elif verb == "yes":
        await delivery.edit(query, await _dismiss(context, int(number)))
    else:
        await delivery.edit(query, await _list(context))


def _contact_name(message: object) -> str:
    """The name in the contact that the pressed message answers."""
    replied = message.reply_to_message if isinstance(message, Message) else None
    shared = replied.contact if replied is not None else None
    return _full_name(shared) if shared is not None else ""


async def _list(context: Context) -> View:
    say = context.say
    lines = [
        _described(context, await names.in_telegram(context, id_), "owner", id_)
        for id_ in sorted(context.settings.owner_ids)
    ]
    rows = []
    for admin in await context.stores.admins.list():
        name = shortened(admin.name, NAME_UNITS)
        lines.append(_described(context, name, admin.role, admin.user_id))
        label = say("button-dismiss", name=name)
        rows.append([Button(label, callback_data=f"{ADMINS}remove:{admin.user_id}")])
    text = joined([bold(say("admins-list")), *lines, "", say("admins-how")])
    return View(text, keyboard(rows[:90]))


def _described(context: Context, name: str, role: str, user_id: int) -> Rich:
    what = context.say(f"role-{role}")
    return plain(f"• {name} ({what}) " if name else f"• {what} ") + code(str(user_id))


async def _sure(context: Context, user_id: int) -> View:
    name = {admin.user_id: admin.name for admin in await context.stores.admins.list()}.get(
        user_id, str(user_id)
    )
    row = [
        Button(context.say("button-dismiss-yes"), callback_data=f"{ADMINS}yes:{user_id}"),
        Button(context.say("button-no"), callback_data=f"{ADMINS}list:0"),
    ]
    return View(plain(context.say("admins-sure", name=shortened(name, NAME_UNITS))), keyboard([row]))


async def _appoint(update: Update, context: Context, user_id: int, name: str) -> View:
    by = person(update)
    if await role_of(context, user_id) is not Role.MEMBER:
        return admin_views.said(context, "admins-already")
    name = name or await names.in_telegram(context, user_id) or context.say("a-person", id=str(user_id))
    await context.stores.admins.add(user_id, name, "admin", by.id if by is not None else None)
    _refresh_menu(context, user_id, Role.ADMIN)
    return admin_views.said(context, "admins-appointed", name=name)


async def _dismiss(context: Context, user_id: int) -> View:
    # Owners of the settings are not in the store: whoever dismisses, an owner always remains.
    if user_id in context.settings.owner_ids:
        return admin_views.said(context, "admins-owner-stays")
    if not await context.stores.admins.remove(user_id):
        return admin_views.said(context, "admins-no-admin")
    _refresh_menu(context, user_id, Role.MEMBER)
    return admin_views.said(context, "admins-dismissed", id=str(user_id))


def _refresh_menu(context: Context, user_id: int, role: Role) -> None:
    """Give the person the menu of the new role; best effort, and not worth waiting for."""
    context.application.create_task(set_menu(context.bot, context.bot_data, user_id, role))


async def greet(update: Update, context: Context) -> None:
    """Give admins their menu when they open the chat: Telegram takes it only once the chat exists."""
    user = person(update)
    role = await role_of(context, user.id) if user is not None else Role.MEMBER
    if user is not None and role > Role.MEMBER:
        _refresh_menu(context, user.id, role)


def afterwards() -> list[BaseHandler[Update, Context, None]]:
    """What comes after the answer."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    return [CommandHandler("start", greet, filters=private)]


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    return [
        command("admins", start),
        button(ADMINS, r"(?:add|remove|yes|list):[0-9]{1,16}", press),
        MessageHandler(private & filters.CONTACT, contact),
    ]
