"""Limits per person on what members may set going, before any work is done for them."""

from __future__ import annotations

from functools import wraps

from telegram import Update

from handlers import delivery, views
from handlers.buckets import Verdict
from handlers.context import Context, Handler

LIGHTER = 5
"""How many buttons, commands or inline queries weigh as much as one question."""


def question(handler: Handler) -> Handler:
    """Serve each person ``QUESTIONS_PER_MINUTE`` of these; say so once beyond, then be silent."""
    return _limited("question", 1, handler)


def light(handler: Handler) -> Handler:
    """Serve each person ``LIGHTER`` times as many of these."""
    return _limited("light", LIGHTER, handler)


def _limited(kind: str, factor: int, handler: Handler) -> Handler:
    @wraps(handler)
    async def guarded(update: Update, context: Context) -> None:
        verdict = verdict_on(update, context, kind, factor)
        if verdict is Verdict.SERVE:
            await handler(update, context)
        elif update.callback_query is not None:
            text = context.say("too-many") if verdict is Verdict.TELL else None
            await delivery.answer(update.callback_query, text)
        elif verdict is Verdict.TELL and update.effective_message is not None:
            await delivery.reply(update.effective_message, views.line(context.say("too-many")))

    return guarded


def verdict_on(update: Update, context: Context, kind: str = "light", factor: int = LIGHTER) -> Verdict:
    """Count an update against its sender: the person, or the chat that speaks for someone unnamed."""
    message = update.effective_message
    unnamed = message.sender_chat if message is not None and update.callback_query is None else None
    sender = unnamed or update.effective_user
    if sender is None:
        return Verdict.IGNORE
    per_minute = context.settings.questions_per_minute * factor
    return context.bot_data.limits.take((kind, sender.id), per_minute)
