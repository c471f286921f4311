"""/export and /backup: the whole catalogue as a document, and for owners a copy of the database."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import tempfile
from datetime import date
from pathlib import Path

from telegram import InlineKeyboardButton as Button
from telegram import Message, Update
from telegram.constants import FileSizeLimit
from telegram.ext import BaseHandler

from handlers import admin_views, delivery, flow_views
from handlers.access import EXPORT, button, command, pressed
from handlers.context import Context
from handlers.delivery import View
from handlers.file_delivery import send_file
from handlers.keyboards import keyboard
from handlers.markup import plain

TELEGRAM_LIMIT = int(FileSizeLimit.FILESIZE_UPLOAD)


async def start(update: Update, context: Context) -> None:
    """Ask for the form of the file."""
    if update.effective_message is not None:
        row = [
            Button(context.say(f"button-export-{form}"), callback_data=f"{EXPORT}{form}")
            for form in ("csv", "jsonl")
        ]
        await delivery.reply(
            update.effective_message, View(plain(context.say("export-which")), keyboard([row]))
        )


async def press(update: Update, context: Context) -> None:
    """Write the file and send it; the admin goes on meanwhile."""
    query = update.callback_query
    if query is None or not isinstance(query.message, Message):
        return
    await delivery.answer(query)
    await delivery.edit(query, admin_views.said(context, "export-writing"))
    context.in_background(update, _exported(context, query.message, pressed(update)[0]))


async def _exported(context: Context, message: Message, form: str) -> None:
    with tempfile.TemporaryDirectory(dir=context.bot_data.spool.room) as folder:
        path = Path(folder) / f"waldeck-{date.today()}.{form}"
        count = await context.catalogue.export(path)
        caption = context.say("export-caption", count=count)
        await _sent(context, message, path, caption, "export-too-big")


async def back_up(update: Update, context: Context) -> None:
    """Copy the database while it is in use, and send the copy: never to a group, for it holds user ids."""
    message = update.effective_message
    if message is not None and not context.private:
        await delivery.reply(message, flow_views.in_private(context))
    elif message is not None:
        await delivery.reply(message, admin_views.said(context, "backup-writing"))
        context.in_background(update, _backed_up(context, message))


async def _backed_up(context: Context, message: Message) -> None:
    with tempfile.TemporaryDirectory(dir=context.bot_data.spool.room) as folder:
        path = Path(folder) / f"waldeck-{date.today()}.sqlite3"
        await context.stores.backup(path)
        await _sent(context, message, path, context.say("backup-caption"), "backup-too-big")


async def _sent(context: Context, message: Message, path: Path, caption: str, too_big: str) -> None:
    """Send a file, compressed if it must be; for one too big even so there is the command line."""
    if await asyncio.to_thread(_size, path) > TELEGRAM_LIMIT:
        path = await asyncio.to_thread(_compressed, path)
    if await asyncio.to_thread(_size, path) > TELEGRAM_LIMIT:
        await delivery.send(context.bot, message.chat_id, admin_views.said(context, too_big))
        return
    await send_file(context, message, path, caption)


def _size(path: Path) -> int:
    return path.stat().st_size


def _compressed(path: Path) -> Path:
    target = path.with_name(f"{path.name}.gz")
    with path.open("rb") as source, gzip.open(target, "wb", compresslevel=6) as packed:
        shutil.copyfileobj(source, packed)
    return target


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [
        command("export", start),
        command("backup", back_up),
        button(EXPORT, "(?:csv|jsonl)", press),
    ]
