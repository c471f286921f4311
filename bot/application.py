"""Assembly: one PTB application with its catalogue, stores, texts and handlers."""

from __future__ import annotations

import logging
from pathlib import Path

from telegram import Update
from telegram.error import TelegramError
from telegram.ext import AIORateLimiter, ApplicationBuilder, ContextTypes, ExtBot

from bot.settings import Settings
from handlers.context import App, Context, Services
from handlers.register import register, set_menus
from handlers.stores import Stores
from handlers.texts import Texts
from retrieval.catalogue import Catalogue
from storage.database import Database

TEXTS = Path(__file__).parent / "texts"
logger = logging.getLogger(__name__)


class Process:
    """Opens what the application needs when it starts, and closes it on every path."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._database: Database | None = None
        self._catalogue: Catalogue | None = None

    async def start(self, application: App) -> None:
        """Open database and catalogue, then set the menus as best it can."""
        self._database = await Database.open(self.settings.database_path)
        self._catalogue = await Catalogue.open(self._database)
        services = application.bot_data
        services.settings = self.settings
        services.texts = Texts(TEXTS)
        services.catalogue = self._catalogue
        services.stores = Stores(self._database)
        try:
            await set_menus(application)
        except TelegramError as error:
            logger.warning("menus were not set: %s", error)

    async def stop(self, _: App) -> None:
        """Close what was opened; also called when nothing was."""
        if self._catalogue is not None:
            await self._catalogue.close()
        if self._database is not None:
            await self._database.close()


def build_application(settings: Settings, process: Process) -> App:
    """Wire the application; nothing is opened before it starts."""
    assert settings.telegram_bot_token is not None  # noqa: S101
    bot: ExtBot[None] = ExtBot(
        settings.telegram_bot_token.get_secret_value(),
        base_url=f"{settings.telegram_api_url}/bot",
        base_file_url=f"{settings.telegram_api_url}/file/bot",
        rate_limiter=AIORateLimiter(max_retries=3),
    )
    application: App = (
        ApplicationBuilder()
        .bot(bot)
        .context_types(ContextTypes(context=Context, bot_data=Services))
        .post_init(process.start)
        .post_shutdown(process.stop)
        .build()
    )
    register(application)
    return application


def serve(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    logging.basicConfig(level=settings.log_level)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    application = build_application(settings, Process(settings))
    application.run_polling(allowed_updates=Update.ALL_TYPES, bootstrap_retries=-1)
