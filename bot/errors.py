"""The one error handler: what is expected is noted, a fault is told to the person and to the owners."""

from __future__ import annotations

import io
import logging
import time
import traceback
from enum import StrEnum

from telegram import CallbackQuery, Message, Update
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.logs import Redaction
from handlers.context import Context, current_update
from handlers.metrics import ERRORS
from storage.errors import StorageError

logger = logging.getLogger(__name__)

REPORTS_PER_HOUR = 6
HOUR = 3600.0
HARMLESS = (
    "query is too old",
    "message is not modified",
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "not enough rights to send",
    "have no rights to send",
    "chat_write_forbidden",
    "topic_closed",
    "chat not found",
)


class Kind(StrEnum):
    """What sort of error it is; everything but the last two is part of an ordinary day."""

    BLOCKED = "blocked"
    HARMLESS = "harmless"
    MIGRATED = "migrated"
    FLOOD = "flood"
    TIMED_OUT = "timed_out"
    NETWORK = "network"
    STORAGE = "storage"
    FAULT = "fault"


def kind_of(error: BaseException | None) -> Kind:
    """Sort an error; ``BadRequest`` and ``TimedOut`` are kinds of ``NetworkError``, so they come first."""
    for kinds, kind in (
        (Forbidden, Kind.BLOCKED),
        (ChatMigrated, Kind.MIGRATED),
        (RetryAfter, Kind.FLOOD),
        (TimedOut, Kind.TIMED_OUT),
        (StorageError, Kind.STORAGE),
    ):
        if isinstance(error, kinds):
            return kind
    if isinstance(error, BadRequest):
        return Kind.HARMLESS if any(text in error.message.lower() for text in HARMLESS) else Kind.FAULT
    return Kind.NETWORK if isinstance(error, NetworkError | Conflict) else Kind.FAULT


class ErrorHandler:
    """Handles what handlers raise; tells owners of faults, a few times an hour at most."""

    def __init__(self, redact: Redaction) -> None:
        self._redact = redact
        self._reported: list[float] = []

    async def __call__(self, update: object, context: Context) -> None:
        """Sort the error, log it, and tell whom it concerns."""
        kind = kind_of(context.error)
        ERRORS.labels(kind).inc()
        if kind not in (Kind.FAULT, Kind.STORAGE):
            logger.info("%s: %s", kind, context.error)
            return
        logger.error("%s", kind, exc_info=context.error)
        await self._tell_person(update, context, kind)
        await self._tell_owners(context, kind)

    async def _tell_person(self, update: object, context: Context, kind: Kind) -> None:
        if not isinstance(update, Update):
            return
        text = context.say("fault-storage" if kind is Kind.STORAGE else "fault")
        query, message = update.callback_query, update.effective_message
        try:
            alerted = query is not None and await _alerted(query, text)
            if not alerted and isinstance(message, Message):
                await message.reply_text(text)
        except TelegramError as error:
            logger.info("the person could not be told: %s", error)

    async def _tell_owners(self, context: Context, kind: Kind) -> None:
        if not self._may_report() or context.error is None:
            return
        report = self._report(context.error)
        services = context.bot_data
        for owner in services.settings.owner_ids:
            caption = services.texts.format(
                services.settings.default_language, "fault-report", kind=str(kind), error=_name(context.error)
            )
            try:
                await context.bot.send_document(
                    owner, io.BytesIO(report), filename="traceback.txt", caption=caption
                )
            except TelegramError as error:
                logger.warning("owner %s could not be told of a fault: %s", owner, error)

    def _may_report(self) -> bool:
        now = time.monotonic()
        self._reported = [moment for moment in self._reported if now - moment < HOUR]
        if len(self._reported) >= REPORTS_PER_HOUR:
            return False
        self._reported.append(now)
        return True

    def _report(self, error: BaseException) -> bytes:
        lines = "".join(traceback.format_exception(error))
        return self._redact(f"update {current_update.get()}\n\n{lines}").encode()


async def _alerted(query: CallbackQuery, text: str) -> bool:
    """Show a text over the chat; False for a press that was answered, as most are before the work begins."""
    try:
        await query.answer(text, show_alert=True)
    except BadRequest:
        return False
    return True


def _name(error: BaseException) -> str:
    return type(error).__name__
