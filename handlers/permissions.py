"""Who may do what: the one place where a person's role is looked up and demanded."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import wraps

from telegram import Update, User

from handlers import delivery, limits, views
from handlers.buckets import Verdict
from handlers.context import Context, Handler


class Role(IntEnum):
    """What a person is to the bot; a higher role may do all that a lower one may."""

    MEMBER = 0
    ADMIN = 1
    OWNER = 2


def person(update: Update) -> User | None:
    """The human being behind an update; None for channels, anonymous group admins, bots and nobody."""
    message = update.effective_message
    if update.callback_query is None and message is not None and message.sender_chat is not None:
        return None
    user = update.effective_user
    return None if user is None or user.is_bot else user


async def role_of(context: Context, user_id: int) -> Role:
    """The person's role: owners by the settings or the store, admins by the store."""
    if user_id in context.settings.owner_ids:
        return Role.OWNER
    stored = await context.stores.admins.role(user_id)
    return Role.MEMBER if stored is None else Role[stored.upper()]


async def allowed(context: Context, user_id: int, role: Role) -> bool:
    """Whether the person has the role or a higher one, at this moment."""
    return await role_of(context, user_id) >= role


def requires(role: Role) -> Callable[[Handler], Handler]:
    """Let a handler run only for people of the role, members within their limit; others get one line.

    A command of somebody else's that an admin forwarded, perhaps unread, is not the admin's.
    """

    def decorate(handler: Handler) -> Handler:
        within_limit = limits.light(handler)

        @wraps(handler)
        async def guarded(update: Update, context: Context) -> None:
            user = person(update)
            held = await role_of(context, user.id) if user is not None else None
            if held is None or held < role:
                await refuse(update, context, role)
            elif role > Role.MEMBER and update.message is not None and update.message.forward_origin:
                await delivery.reply(update.message, views.line(context.say("command-forwarded")))
            else:
                await (within_limit if held is Role.MEMBER else handler)(update, context)

        return guarded

    return decorate


async def refuse(update: Update, context: Context, role: Role) -> None:
    """Say in one line that this is for admins, or for owners; within the limit of what is answered."""
    told = limits.verdict_on(update, context) is Verdict.SERVE
    text = context.say("not-for-owners" if role is Role.OWNER else "not-for-members")
    if update.callback_query is not None:
        await delivery.answer(update.callback_query, text if told else None, alert=told)
    elif told and update.effective_message is not None and person(update) is not None:
        await delivery.reply(update.effective_message, views.line(text))
