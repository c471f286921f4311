"""/health and /metrics over HTTP, for monitoring; off unless HEALTH_PORT is set."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import tornado.web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from telegram import Bot
from telegram.error import TelegramError
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from storage.errors import StorageError, WaldeckError

logger = logging.getLogger(__name__)
LATE_SECONDS = 90.0
DATABASE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the service's health.

    Attributes:
        name: ``telegram``, ``database`` or ``index``.
        healthy: Whether it does its work.
        detail: For the reader.
    """

    name: str
    healthy: bool
    detail: str


Examination = Callable[[], Awaitable[list[Finding]]]


class PortTaken(WaldeckError):
    """Another process listens on the address (arguments: address, port)."""

    code = "port-taken"


def polled(answered_at: float | None) -> Finding:
    """Whether Telegram answers getUpdates; ``answered_at`` is ``time.monotonic()`` of its last answer."""
    if answered_at is None:
        return Finding("telegram", False, "no answer yet")
    age = time.monotonic() - answered_at
    return Finding("telegram", age < LATE_SECONDS, f"last answer {age:.0f} s ago")


async def webhook(bot: Bot, address: str) -> Finding:
    """Whether Telegram knows our webhook and could deliver to it lately, by its own account."""
    try:
        info = await bot.get_webhook_info()
    except (TelegramError, RuntimeError) as error:  # RuntimeError: the bot is not initialised yet
        return Finding("telegram", False, str(error))
    if info.url != address:
        return Finding("telegram", False, "the webhook is not set")
    failed = info.last_error_date
    if failed is not None and time.time() - failed.timestamp() < LATE_SECONDS:
        return Finding("telegram", False, f"could not deliver: {info.last_error_message}")
    return Finding("telegram", True, f"{info.pending_update_count} updates waiting")


async def database(revision: Callable[[], Awaitable[int]], indexed: Callable[[], int]) -> list[Finding]:
    """Whether the database can be read, and the index has seen its last change."""
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            last = await revision()
    except (StorageError, TimeoutError) as error:
        return [Finding("database", False, str(error) or type(error).__name__)]
    seen = indexed()
    return [
        Finding("database", True, "readable"),
        Finding("index", seen >= last, f"change {seen} of {last}"),
    ]


class Health(tornado.web.RequestHandler):
    """200 when everything does its work, else 503; either way JSON that says what was found."""

    def initialize(self, examine: Examination) -> None:
        """Take the examination to carry out at each request."""
        self.examine = examine

    async def get(self) -> None:
        """Examine and answer."""
        findings = await self.examine()
        healthy = all(finding.healthy for finding in findings)
        self.set_status(200 if healthy else 503)
        self.write(
            {
                "healthy": healthy,
                **{f.name: {"healthy": f.healthy, "detail": f.detail} for f in findings},
            }
        )


class Metrics(tornado.web.RequestHandler):
    """Prometheus's text format."""

    def get(self) -> None:
        """Publish the registry."""
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.write(generate_latest())


class HealthServer:
    """Listens on one address while the service runs."""

    def __init__(self, examine: Examination) -> None:
        application = tornado.web.Application(
            [("/health", Health, {"examine": examine}), ("/metrics", Metrics)], log_function=lambda _: None
        )
        self._server = HTTPServer(application)

    def listen(self, address: str, port: int) -> None:
        """Begin to listen; port 0 lets the system choose one, which the log tells.

        Raises:
            PortTaken: Another process listens there.
        """
        try:
            sockets = bind_sockets(port, address)
        except OSError as error:
            raise PortTaken(f"{address}:{port}: {error.strerror}", address=address, port=port) from error
        self._server.add_sockets(sockets)
        logger.info("health on http://%s:%s/health", address, sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop listening and end open connections."""
        self._server.stop()
        await self._server.close_all_connections()
