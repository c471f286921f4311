"""Assembly: one python-telegram-bot application with its requests, limits and handlers."""

from __future__ import annotations

from telegram.ext import AIORateLimiter, ApplicationBuilder, ContextTypes, ExtBot

from bot.errors import ErrorHandler
from bot.logs import Redaction
from bot.polling import PollingRequest
from bot.sending import SendingRequest
from bot.settings import OFFICIAL_API, Settings
from handlers.context import App, Context, Services
from handlers.inbox import Inbox
from handlers.processor import FairProcessor
from handlers.register import register

CONNECTIONS = 64
PER_SECOND = 30
FLOOD_RETRIES = 5


def build_application(settings: Settings, polling: PollingRequest) -> App:
    """Wire the application; nothing is opened or sent before it is initialised."""
    inbox = Inbox(settings.database_path.with_name(f"{settings.database_path.name}.updates"))
    application: App = (
        ApplicationBuilder()
        .bot(_bot(settings, polling, inbox))
        .context_types(ContextTypes(context=Context, bot_data=Services))
        .update_queue(inbox)
        .concurrent_updates(FairProcessor(inbox))
        .build()
    )
    application.bot_data.inbox = inbox
    register(application)
    application.add_error_handler(ErrorHandler(Redaction(settings.secrets)))
    return application


def _bot(settings: Settings, polling: PollingRequest, inbox: Inbox) -> ExtBot[int]:
    if settings.telegram_bot_token is None:
        raise ValueError("no token")
    # A server of one's own sets its own limit, and says so by 429.
    official = settings.telegram_api_url == OFFICIAL_API
    return ExtBot(
        settings.telegram_bot_token.get_secret_value(),
        base_url=f"{settings.telegram_api_url}/bot",
        base_file_url=f"{settings.telegram_api_url}/file/bot",
        request=SendingRequest(inbox, CONNECTIONS, pool_timeout=10.0, read_timeout=10.0),
        get_updates_request=polling,
        rate_limiter=AIORateLimiter(
            overall_max_rate=PER_SECOND if official else 0, max_retries=FLOOD_RETRIES
        ),
    )
