"""/import: a register sent as a document; first what it would do, then, once confirmed, done and reported."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from telegram import Document, Message, Update
from telegram.constants import FileSizeLimit
from telegram.error import BadRequest, TelegramError
from telegram.ext import BaseHandler, MessageHandler, filters

from handlers import admin_views, delivery, flow_views, import_progress, import_views, import_words, strays
from handlers.access import IMPORT, button, command, pressed
from handlers.context import Context
from handlers.file_delivery import send_file
from handlers.permissions import Role, allowed, person
from handlers.spool import Stage, Waiting
from storage.import_report import ImportReport, write_left_out

logger = logging.getLogger(__name__)
TELEGRAM_LIMIT = int(FileSizeLimit.FILESIZE_DOWNLOAD)
DOWNLOAD_SECONDS = 120.0


async def start(update: Update, context: Context) -> None:
    """Say how to send a file."""
    if update.effective_message is not None:
        view = admin_views.said(context, "import-how") if context.private else flow_views.in_private(context)
        await delivery.reply(update.effective_message, view)


async def document(update: Update, context: Context) -> None:
    """A file from an admin is a register to import; from anybody else it is a stray."""
    message, user = update.effective_message, person(update)
    if message is None or message.document is None or user is None:
        return
    if not await allowed(context, user.id, Role.ADMIN):
        await strays.document(update, context)
    elif await context.stores.handled.first_time(f"update:{update.update_id}"):
        if (message.document.file_size or 0) > TELEGRAM_LIMIT:
            name = message.document.file_name or ""
            await delivery.reply(message, admin_views.said(context, "import-too-big", name=name))
        else:
            _in_background(update, context, _tried(context, message, message.document, user.id))


async def _tried(context: Context, message: Message, sent: Document, user_id: int) -> None:
    """Fetch the file and tell what an import of it would do."""
    told = await delivery.reply(message, admin_views.said(context, "import-fetching"))
    waiting, path = context.bot_data.spool.place(user_id, sent.file_name or "file")
    waiting.mark(Stage.ARRIVING, told.chat_id, told.message_id)
    try:
        await _fetch(context, sent, path)
    except (TelegramError, TimeoutError, OSError) as error:
        waiting.remove()
        logger.info("a document was not fetched: %s", error)
        too_big = isinstance(error, BadRequest) and "too big" in error.message.lower()
        text = "import-too-big" if too_big else "import-not-fetched"
        await import_progress.show(context, told, admin_views.said(context, text, name=sent.file_name or ""))
        return
    await _examined(context, told, waiting)


async def _fetch(context: Context, sent: Document, path: Path) -> None:
    """Download a document whole.

    Raises:
        TelegramError: Telegram refuses, or the connection breaks.
        TimeoutError: It takes too long, or ends before it is complete.
    """
    async with asyncio.timeout(DOWNLOAD_SECONDS):
        file = await context.bot.get_file(sent.file_id)
        await file.download_to_drive(path)
    if sent.file_size not in (None, fetched := _size(path)):
        raise TimeoutError(f"{fetched} bytes of {sent.file_size}")


def _size(path: Path) -> int:
    return path.stat().st_size


async def _examined(context: Context, told: Message, waiting: Waiting) -> None:
    """Dry run: show what an import would do, with a button to do it."""
    report = await import_progress.run(context, told, waiting, dry_run=True)
    if report is None:
        waiting.remove()
    elif report.added or report.changed:
        waiting.mark(Stage.OFFERED, told.chat_id, told.message_id)
        await import_progress.show(context, told, import_views.proposal(context, report, waiting.token))
    else:
        waiting.remove()
        await import_progress.show(context, told, import_views.nothing_new(context, report))
        await _send_left_out(context, told, report)


async def press(update: Update, context: Context) -> None:
    """Carry out or give up an import that was examined."""
    query, user = update.callback_query, person(update)
    if query is None or user is None or not isinstance(query.message, Message):
        return
    verb, token = pressed(update)
    waiting = context.bot_data.spool.get(user.id, token)
    state = waiting.state if waiting is not None else None
    if waiting is None or state is None or state.stage is not Stage.OFFERED:
        await delivery.answer(
            query, context.say("import-over" if state is None else "import-running-already")
        )
        return
    await delivery.answer(query)
    if verb == "no":
        waiting.remove()
        await delivery.edit(query, admin_views.said(context, "import-given-up"))
        return
    waiting.mark(Stage.RUNNING, query.message.chat.id, query.message.message_id)
    _in_background(update, context, _carried_out(context, query.message, waiting))


async def _carried_out(context: Context, told: Message, waiting: Waiting) -> None:
    """The import itself, and its report."""
    await import_progress.show(context, told, admin_views.said(context, "import-running"))
    report = await import_progress.run(context, told, waiting, dry_run=False)
    if report is None:  # told why, with a button to try again
        waiting.mark(Stage.OFFERED, told.chat_id, told.message_id)
    else:
        waiting.remove()
        await import_progress.show(context, told, import_views.done(context, report))
        await _send_left_out(context, told, report)


async def _send_left_out(context: Context, told: Message, report: ImportReport) -> None:
    """Send the rows and cells left out as a CSV with a reason each."""
    if not report.left_out_rows and not report.unread_cells:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / context.say("left-out-file")
        wording, header = partial(import_words.reason, context.say), import_words.header(context.say)
        await asyncio.to_thread(write_left_out, path, [report], wording, header)
        caption = context.say("left-out-caption", rows=report.left_out, cells=report.unread.total())
        await send_file(context, told, path, caption)


def _in_background(update: Update, context: Context, work: Coroutine[Any, Any, None]) -> None:
    """Let the person go on meanwhile; a fault goes to the error handler, as that of the update."""
    context.application.create_task(work, update=update)


async def after_restart(context: Context) -> None:
    """Tell admins of files that were being fetched, examined or imported when the service ended."""
    for waiting in context.bot_data.spool.all():
        state = waiting.state
        if state is None or state.stage is Stage.OFFERED:
            continue
        chosen = await context.stores.preferences.language(waiting.user_id)
        context.language = chosen or context.settings.default_language
        if state.stage is Stage.RUNNING and waiting.file is not None:
            waiting.mark(Stage.OFFERED, state.chat_id, state.message_id)
            view = import_views.cut_short(context, waiting.token)
        else:
            waiting.remove()
            view = admin_views.said(context, "import-send-again")
        try:
            await delivery.send(context.bot, state.chat_id, view)
        except TelegramError as error:
            logger.info("an admin was not told of a file cut short: %s", error)


async def forget_old(context: Context) -> None:
    """Remove files that nobody confirmed within a day."""
    await asyncio.to_thread(context.bot_data.spool.forget_old)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    return [
        command("import", start),
        button(IMPORT, r"(?:yes|no):[0-9a-f]{12}", press),
        MessageHandler(private & filters.Document.ALL, document),
    ]
