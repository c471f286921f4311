"""How the service hears from Telegram: the first greeting, then polling or a webhook."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from urllib.parse import urlsplit

from telegram import Update
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.settings import Settings
from handlers.context import App
from storage.errors import WaldeckError

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
POLL_SECONDS = 10
CONFLICT_LINE_SECONDS = 60.0


class TokenRefused(WaldeckError):
    """Telegram does not know the bot token."""

    code = "token-refused"


class WebhookPortTaken(WaldeckError):
    """The webhook can't listen where it should (arguments: address, port)."""

    code = "webhook-port-taken"


async def greet(application: App) -> None:
    """Initialise the application with getMe, waiting for the network as long as it takes.

    Raises:
        TokenRefused: Telegram does not know the token.
    """
    wait = FIRST_WAIT
    while True:
        try:
            await application.initialize()
        except InvalidToken as error:
            raise TokenRefused("Telegram refused the token") from error
        except NetworkError as error:
            logger.warning("Telegram can't be reached (%s); trying again in %.0f s", error, wait)
        except RetryAfter as error:
            wait = max(wait, _seconds(error))
            logger.warning("Telegram asks to wait %.0f s", wait)
        else:
            return
        await asyncio.sleep(wait)
        wait = min(LONGEST_WAIT, wait * 2)


def _seconds(error: RetryAfter) -> float:
    after = error.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()


async def listen(application: App, settings: Settings) -> None:
    """Begin to receive updates, by webhook when one is set, else by polling.

    Raises:
        WebhookPortTaken: Another process listens there.
    """
    updater = application.updater
    if updater is None:
        raise RuntimeError("the application was built without an updater")
    if settings.webhook_url is None:
        await updater.start_polling(
            timeout=POLL_SECONDS,
            bootstrap_retries=-1,
            allowed_updates=Update.ALL_TYPES,
            error_callback=PollingErrors(),
        )
        return
    address, port = settings.webhook_listen, settings.webhook_port
    try:
        await updater.start_webhook(
            listen=address,
            port=port,
            # The path alone, so that nothing but Telegram's own requests reach PTB behind the proxy.
            url_path=urlsplit(settings.webhook_url).path.strip("/"),
            webhook_url=settings.webhook_url,
            secret_token=_webhook_secret(settings),
            bootstrap_retries=-1,
            allowed_updates=Update.ALL_TYPES,
        )
    except OSError as error:
        raise WebhookPortTaken(f"{address}:{port}: {error.strerror}", address=address, port=port) from error


def _webhook_secret(settings: Settings) -> str:
    chosen = settings.webhook_secret
    return chosen.get_secret_value() if chosen else secrets.token_urlsafe(32)


class PollingErrors:
    """Says in one line what keeps getUpdates from working."""

    def __init__(self) -> None:
        self._conflict_said = float("-inf")

    def __call__(self, error: TelegramError) -> None:
        """Log the error; a second instance in plain words, once a minute."""
        if not isinstance(error, Conflict):
            logger.warning("getUpdates: %s", error)
        elif time.monotonic() - self._conflict_said > CONFLICT_LINE_SECONDS:
            self._conflict_said = time.monotonic()
            logger.error(
                "another process uses this token (409): stop it, or give each bot a token of its own"
            )
