"""``python -m bot check``: what stands in the way of the service, in plain words."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.explaining import Say, explain
from bot.settings import Settings
from retrieval.catalogue import Catalogue
from storage import backups, copies
from storage.associations import Associations
from storage.database import Database
from storage.errors import StorageError

DISK_FACTOR = 3
"""Room wanted: a copy before a migration, a backup, and a new index, each about as large as the database."""
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Result:
    """One thing examined.

    Attributes:
        healthy: False when it keeps the service from its work.
        sentence: What was found, and what to do.
    """

    healthy: bool
    sentence: str


async def examine(settings: Settings, say: Say) -> list[Result]:
    """Examine everything, the rest too when one part is faulty."""
    path = settings.database_path
    if path.exists():
        stored = await _database(path, say)
    else:
        stored = [Result(_writable(path.parent), say("check-no-database", path=str(path)))]
    return [
        _configuration(settings, say),
        *stored,
        _disk(settings, say),
        _backups(settings, say),
        await _token(settings, say),
    ]


def _configuration(settings: Settings, say: Say) -> Result:
    if not settings.owner_ids:
        return Result(False, say("check-no-owner"))
    return Result(True, say("check-settings", owners=len(settings.owner_ids)))


async def _database(path: Path, say: Say) -> list[Result]:
    try:
        await asyncio.to_thread(copies.verify, path)
        database = await Database.open(path)
    except StorageError as error:
        return [Result(False, explain(error, say))]
    try:
        count = await Associations(database).count()
        sound = Result(True, say("check-database", path=str(path), count=count))
        return [sound, await _index(database, say)]
    finally:
        await database.close()


async def _index(database: Database, say: Say) -> Result:
    started = time.monotonic()
    catalogue = await Catalogue.open(database)
    try:
        return Result(
            True, say("check-index", count=catalogue.size, seconds=round(time.monotonic() - started, 2))
        )
    finally:
        await catalogue.close()


def _writable(folder: Path) -> bool:
    while not folder.exists():
        folder = folder.parent
    return os.access(folder, os.W_OK)


def _disk(settings: Settings, say: Say) -> Result:
    path = settings.database_path
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    needed = DISK_FACTOR * (path.stat().st_size if path.exists() else 0)
    sentence = "check-disk" if free > needed else "check-disk-short"
    return Result(free > needed, say(sentence, free=free // 1_000_000, needed=needed // 1_000_000))


def _backups(settings: Settings, say: Say) -> Result:
    if settings.backup_at is None:
        return Result(True, say("check-backups-off"))
    if not _writable(settings.backups):
        return Result(False, say("check-backups-unwritable", folder=str(settings.backups)))
    kept = backups.kept_backups(settings.database_path, settings.backups)
    if not kept:
        return Result(True, say("check-backups-none", folder=str(settings.backups)))
    age = int((time.time() - kept[0].stat().st_mtime) / HOUR)
    return Result(True, say("check-backups", count=len(kept), hours=age))


async def _token(settings: Settings, say: Say) -> Result:
    if settings.telegram_bot_token is None:
        return Result(False, say("missing-token"))
    bot = Bot(settings.telegram_bot_token.get_secret_value(), f"{settings.telegram_api_url}/bot")
    try:
        async with bot:
            return Result(True, say("check-token", username=bot.username))
    except InvalidToken:
        return Result(False, say("token-refused"))
    except TelegramError as error:
        return Result(
            False, say("check-telegram-unreachable", url=settings.telegram_api_url, detail=str(error))
        )
