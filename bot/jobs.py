"""What the service does by the clock: backups, forgetting old searches, changes of other processes."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from datetime import time as clock

from telegram.ext import Job, JobQueue
from tzlocal import get_localzone

from bot.settings import Settings
from handlers import imports
from handlers.context import Context
from handlers.metrics import ASSOCIATIONS, LAST_BACKUP, REVISION
from handlers.reminders import LOOK_SECONDS, look_after
from storage.backups import keep_backup, kept_backups
from storage.errors import StorageError

logger = logging.getLogger(__name__)

REFRESH_SECONDS = 2.0
CLOCK_SECONDS = 2.0
"""How often to look whether the clock was set back."""
TOO_LONG = timedelta(seconds=REFRESH_SECONDS + 5)
"""When nothing is due before that, the clock was set back."""
DAY_SECONDS = 86_400
REPEATED_DAYS = 2
"""Telegram delivers an update again for a day at most."""
RETENTION_AT = clock(hour=4, minute=15)
HOWEVER_LATE: dict[str, None] = {"misfire_grace_time": None}
"""APScheduler leaves out what could not begin within a second, as after a suspended night."""


def schedule(jobs: JobQueue[Context], settings: Settings) -> list[Job[Context]]:
    """Plan what is done once, at the start, and the regular work, which is returned."""
    jobs.run_once(imports.after_restart, 0.0, name="imports cut short", job_kwargs=HOWEVER_LATE)
    jobs.run_once(forget, timedelta(minutes=1), name="retention at start", job_kwargs=HOWEVER_LATE)
    if kept := kept_backups(settings.database_path, settings.backups):
        LAST_BACKUP.set(kept[0].stat().st_mtime)
    return _regular(jobs, settings)


async def keep_time(jobs: JobQueue[Context], settings: Settings, planned: list[Job[Context]]) -> None:
    """Plan the regular work anew whenever the clock is set back.

    The plan is in wall clock time: what is due in two seconds would otherwise be done only when the clock
    shows that moment again, hours or days later. A clock set forward makes everything due, once.
    """
    while True:
        await asyncio.sleep(CLOCK_SECONDS)
        wait = min(job.next_t for job in planned if job.next_t) - datetime.now(UTC)
        if wait > TOO_LONG:
            logger.warning("the clock was set back by %.0f s: work is planned anew", wait.total_seconds())
            for job in planned:
                job.schedule_removal()
            planned = _regular(jobs, settings)


def _regular(jobs: JobQueue[Context], settings: Settings) -> list[Job[Context]]:
    """Plan the regular work from the present time on."""
    here = get_localzone()  # by its name: a fixed offset would be an hour off after a clock change
    planned = [
        jobs.run_repeating(refresh, REFRESH_SECONDS, name="refresh"),
        jobs.run_repeating(look_after, LOOK_SECONDS, name="guided conversations"),
        jobs.run_repeating(imports.forget_old, timedelta(hours=1), name="files nobody imported"),
        jobs.run_daily(forget, RETENTION_AT.replace(tzinfo=here), name="retention", job_kwargs=HOWEVER_LATE),
    ]
    if settings.backup_at is not None:
        at = settings.backup_at.replace(tzinfo=here)
        planned += [jobs.run_daily(back_up, at, name="backup", data=settings, job_kwargs=HOWEVER_LATE)]
    return planned


async def refresh(context: Context) -> None:
    """Take up what the command line changed while the service runs."""
    await context.bot_data.catalogue.refresh()
    revision = await context.bot_data.stores.changes.last_revision()
    REVISION.labels("database").set(revision)
    REVISION.labels("index").set(context.bot_data.catalogue.revision)
    ASSOCIATIONS.set(context.bot_data.catalogue.size)


async def forget(context: Context) -> None:
    """Remove searches older than QUERY_RETENTION_DAYS, and what is known of updates long carried out."""
    days = context.bot_data.settings.query_retention_days
    now = int(time.time())
    removed = await context.bot_data.stores.searches.prune(now - days * DAY_SECONDS)
    await context.bot_data.stores.handled.prune(now - REPEATED_DAYS * DAY_SECONDS)
    logger.info("forgot %d searches older than %d days", removed, days)


async def back_up(context: Context) -> None:
    """Write today's backup and remove the oldest beyond BACKUP_KEEP; owners hear of a failure."""
    settings = context.job.data if context.job is not None else None
    if not isinstance(settings, Settings):
        raise TypeError("the backup job carries the settings")
    try:
        kept = await keep_backup(settings.database_path, settings.backups, settings.backup_keep)
    except StorageError as error:
        logger.error("no backup: %s", error)
        raise
    LAST_BACKUP.set_to_current_time()
    logger.info("backup %s", kept.name)
