"""An import at work, as the admin sees it: one message that tells how far it is and what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

from telegram import Message
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from handlers import admin_views, delivery, import_views
from handlers.context import Context
from handlers.delivery import View
from handlers.spool import Waiting
from storage.errors import WaldeckError
from storage.import_report import ImportReport

logger = logging.getLogger(__name__)
EDIT_SECONDS = 2.0
RETRY_SECONDS = (1.0, 5.0, 30.0)
"""Pauses before an edit that failed is tried again."""


async def run(context: Context, told: Message, waiting: Waiting, *, dry_run: bool) -> ImportReport | None:
    """Run the import with its progress in one message; None when it failed, which the message explains."""
    path = waiting.file
    if path is None:
        await show(context, told, admin_views.said(context, "import-over"))
        return None
    text = "import-examining" if dry_run else "import-running"
    progress = _Progress(lambda done, total: import_views.progress(context, text, done, total))
    editing = asyncio.create_task(progress.keep_showing(partial(_edited, context, told)))
    try:
        return await context.catalogue.import_(
            path, actor_id=waiting.user_id, dry_run=dry_run, progress=progress
        )
    except WaldeckError as error:
        await _stop(editing)
        await show(context, told, import_views.failed(context, error, None if dry_run else waiting.token))
        return None
    finally:
        await _stop(editing)


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


class _Progress:
    """The latest progress, shown now and then: never so often that Telegram minds."""

    def __init__(self, view: Callable[[int, int], View]) -> None:
        self._view = view
        self._latest: tuple[int, int] | None = None

    def __call__(self, done: int, total: int) -> None:
        self._latest = done, total

    async def keep_showing(self, edit: Callable[[View], Awaitable[None]]) -> None:
        """Show what is new every few seconds, until cancelled."""
        shown = None
        while True:
            await asyncio.sleep(EDIT_SECONDS)
            if self._latest is not None and self._latest != shown:
                shown = self._latest
                await edit(self._view(*shown))


async def _edited(context: Context, told: Message, view: View) -> None:
    """Edit the progress message; when Telegram asks to wait, wait, and let this one go."""
    try:
        await context.bot.edit_message_text(
            view.text.html, told.chat_id, told.message_id, parse_mode="HTML", rate_limit_args=0
        )
    except RetryAfter as error:
        wait = error.retry_after
        await asyncio.sleep(wait.total_seconds() if isinstance(wait, timedelta) else wait)
    except TelegramError as error:
        logger.info("progress was not shown: %s", error)


async def show(context: Context, told: Message, view: View) -> None:
    """Put a view in the place of the message, or send it where that is gone.

    Editing twice does no harm, and the admin waits for this: a lost connection is tried again.
    """
    for seconds in (*RETRY_SECONDS, None):
        try:
            shown = await delivery.replace(context.bot, told.chat_id, told.message_id, view)
            break
        except NetworkError as error:
            if isinstance(error, BadRequest) or seconds is None:
                raise
            logger.info("trying again in %s s: %s", seconds, error)
            await asyncio.sleep(seconds)
    if not shown:
        await delivery.send(context.bot, told.chat_id, view)
