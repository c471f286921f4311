"""The service from its first line to its last: opens, answers, and ends without losing anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from telegram.error import TelegramError

from bot import jobs, telegram_link, watchdog
from bot.application import build_application
from bot.explaining import TEXTS
from bot.health import Finding, HealthServer, database, polled, webhook
from bot.instance import sole_instance
from bot.logs import configure
from bot.polling import PollingRequest
from bot.settings import Settings
from bot.signals import Stopped, Stopping
from handlers.context import App, Services
from handlers.processor import FairProcessor
from handlers.register import set_menus
from handlers.spool import Spool
from handlers.stores import Stores
from handlers.texts import Texts
from retrieval import collector
from retrieval.catalogue import Catalogue
from retrieval.proposals import ThemeProposals
from storage.database import Database

logger = logging.getLogger(__name__)

STOP_SECONDS = 1.0
"""How long each part may take to end before it is left behind."""


def run(settings: Settings) -> None:
    """Log as the settings say, and answer people until SIGTERM or SIGINT.

    Raises:
        WaldeckError: The service can't start; the error says why.
    """
    configure(settings.log_level, settings.log_format, settings.secrets)
    asyncio.run(serve(settings))


async def serve(settings: Settings) -> None:
    """Answer people until SIGTERM or SIGINT.

    Raises:
        WaldeckError: The service can't start; the error says why.
    """
    stopping = Stopping()
    stopping.listen()
    with sole_instance(settings.database_path):
        async with AsyncExitStack() as stack:
            try:
                await stopping.unless(_start(settings, stack))
            except Stopped:
                return
            await stopping.wait()
            watchdog.notify("STOPPING=1")


async def _start(settings: Settings, stack: AsyncExitStack) -> None:
    """Open everything in order; ``stack`` closes it in reverse, however far this came."""
    polling = PollingRequest(connection_pool_size=1)
    application = build_application(settings, polling)
    services = application.bot_data
    services.settings, services.texts = settings, Texts(TEXTS)
    await _open_catalogue(settings, services, stack)
    collector.settle()
    await _open_health(settings, application, polling, stack)
    stack.push_async_callback(_given_up, asyncio.create_task(watchdog.keep_alive()))
    # Ready from here on: a network that is down at boot must not have systemd start us again and again.
    watchdog.notify("READY=1")
    await stack.enter_async_context(_running(application, settings))
    logger.info("answering as @%s", application.bot.username)


async def _open_catalogue(settings: Settings, services: Services, stack: AsyncExitStack) -> None:
    database_ = await Database.open(settings.database_path)
    stack.push_async_callback(database_.close)
    services.stores = Stores(database_)
    services.catalogue = await Catalogue.open(database_, progress=_log_progress)
    stack.push_async_callback(services.catalogue.close)
    services.proposals = ThemeProposals(settings.database_path)
    stack.push_async_callback(services.proposals.close)
    services.spool = Spool(settings.database_path)
    stack.push_async_callback(services.stores.searches.close)


def _log_progress(done: int, total: int) -> None:
    if done == total:
        logger.info("index built: %d associations", total)


async def _given_up(task: asyncio.Task[None]) -> None:
    task.cancel()


async def _open_health(
    settings: Settings, application: App, polling: PollingRequest, stack: AsyncExitStack
) -> None:
    if settings.health_port is None:
        return
    services, address = application.bot_data, settings.webhook_url

    async def examine() -> list[Finding]:
        heard = await webhook(application.bot, address) if address else polled(polling.answered_at)
        return [
            heard,
            *await database(services.stores.changes.last_revision, lambda: services.catalogue.revision),
        ]

    server = HealthServer(examine)
    server.listen(settings.health_listen, settings.health_port)
    stack.push_async_callback(server.close)


@asynccontextmanager
async def _running(application: App, settings: Settings) -> AsyncIterator[None]:
    """The application greeted, listening and working; ended in the order that loses nothing."""
    await telegram_link.greet(application)
    background = [asyncio.create_task(_set_menus(application))]
    try:
        if (queue := application.job_queue) is not None:
            planned = jobs.schedule(queue, settings)
            background.append(asyncio.create_task(jobs.keep_time(queue, settings, planned)))
        await application.start()
        await application.bot_data.inbox.replay(application.bot)
        await telegram_link.listen(application, settings)
        yield
    finally:
        for task in background:
            task.cancel()
        await _end(application)


async def _set_menus(application: App) -> None:
    try:
        await set_menus(application)
    except TelegramError as error:
        logger.warning("menus were not set: %s", error)


async def _end(application: App) -> None:
    """Begin nothing more, acknowledge, finish what runs, close connections; each step bounded."""
    inbox, updater = application.bot_data.inbox, application.updater
    inbox.close()
    if isinstance(application.update_processor, FairProcessor):
        application.update_processor.close()
    if updater is not None and updater.running:
        await _bounded(updater.stop(), "updates")
    inbox.remember()
    if application.running:
        await _bounded(application.stop(), "handlers")
    await _bounded(application.shutdown(), "connections")


async def _bounded(step: Coroutine[Any, Any, None], name: str) -> None:
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await step
    except TimeoutError:
        logger.warning("%s did not end in %.0f s", name, STOP_SECONDS)
