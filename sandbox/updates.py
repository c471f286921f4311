"""Updates on their way to the bot: kept until fetched by long polling, or posted to its webhook."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import aiohttp

from sandbox.errors import ApiError, Json, bad

NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
RETRY_SECONDS = 0.5
LONG_POLL_LIMIT = 100


class Updates:
    """The queue of one bot, with Telegram's rule of one reader at a time.

    Attributes:
        webhook: Parameters of setWebhook; empty while the bot polls.
        failure: What went wrong with the last delivery to the webhook, or None.
        http_webhooks: Whether plain http on this machine is good enough for a webhook.
        ready: Set when the bot polls or has set its webhook.
    """

    def __init__(self, *, http_webhooks: bool = False) -> None:
        self.http_webhooks = http_webhooks
        self.webhook: Json = {}
        self.failure: str | None = None
        self._numbers = itertools.count(1000)
        self._waiting: list[Json] = []
        self._allowed: list[str] | None = None
        self._arrived = asyncio.Event()
        self._reader: asyncio.Future[None] | None = None
        self._delivery: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    @property
    def pending(self) -> int:
        """Number of updates that the bot has not acknowledged."""
        return len(self._waiting)

    def push(self, **update: Any) -> Json:
        """Give an update its number and keep it if the bot wants its kind."""
        numbered: Json = {"update_id": next(self._numbers), **json.loads(json.dumps(update))}
        wanted = self._allowed
        if any(kind in wanted if wanted is not None else kind not in NOT_BY_DEFAULT for kind in update):
            self.push_raw(numbered)
        return numbered

    def push_raw(self, update: Json) -> None:
        """Deliver this update as it is: once more, or one that Telegram would never send."""
        self._waiting.append(update)
        self._arrived.set()

    async def fetch(self, parameters: Json) -> list[Json]:
        """GetUpdates: wait up to ``timeout`` seconds for something to arrive."""
        if self.webhook:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        mine = self._take_over()
        if "allowed_updates" in parameters:
            self._allowed = parameters["allowed_updates"] or None
        offset = parameters.get("offset", 0)
        self._waiting = [update for update in self._waiting if update["update_id"] >= offset]
        self.ready.set()
        await self._wait(mine, parameters.get("timeout", 0))
        if mine.done():
            mine.result()
        mine.set_result(None)
        return self._waiting[: parameters.get("limit", LONG_POLL_LIMIT)]

    def _take_over(self) -> asyncio.Future[None]:
        if self._reader and not self._reader.done():
            self._reader.set_exception(
                ApiError(
                    409,
                    "Conflict: terminated by other getUpdates request; "
                    "make sure that only one bot instance is running",
                )
            )
        self._reader = asyncio.get_running_loop().create_future()
        return self._reader

    async def _wait(self, mine: asyncio.Future[None], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self._waiting and not mine.done() and (left := end - loop.time()) > 0:
            self._arrived.clear()
            arrival = asyncio.ensure_future(self._arrived.wait())
            both: set[asyncio.Future[Any]] = {arrival, mine}
            await asyncio.wait(both, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            arrival.cancel()

    def set_webhook(self, parameters: Json) -> bool:
        """SetWebhook; an empty address removes it."""
        url = parameters.get("url", "")
        local = self.http_webhooks and url.startswith(("http://127.0.0.1:", "http://localhost:"))
        if url and not local and not url.startswith("https://"):
            raise bad("bad webhook: An HTTPS URL must be provided for webhook")
        self.stop()
        self._drop_pending(parameters)
        self.webhook = dict(parameters) if url else {}
        if "allowed_updates" in parameters:
            self._allowed = parameters["allowed_updates"] or None
        if url:
            self.ready.set()
        if local:
            self._delivery = asyncio.get_running_loop().create_task(self._deliver())
        return True

    def delete_webhook(self, parameters: Json) -> bool:
        """DeleteWebhook."""
        self.stop()
        self._drop_pending(parameters)
        self.webhook = {}
        return True

    def stop(self) -> None:
        """End the delivery to a webhook."""
        if self._delivery:
            self._delivery.cancel()
            self._delivery = None

    def _drop_pending(self, parameters: Json) -> None:
        if parameters.get("drop_pending_updates"):
            self._waiting.clear()

    async def _deliver(self) -> None:
        headers = {}
        if secret := self.webhook.get("secret_token"):
            headers["X-Telegram-Bot-Api-Secret-Token"] = secret
        async with aiohttp.ClientSession(headers=headers) as session:
            while True:
                while self._waiting:
                    if await self._post(session, self._waiting[0]):
                        self._waiting.pop(0)
                    else:
                        await asyncio.sleep(RETRY_SECONDS)
                self._arrived.clear()
                await self._arrived.wait()

    async def _post(self, session: aiohttp.ClientSession, update: Json) -> bool:
        try:
            async with session.post(self.webhook["url"], json=update) as response:
                self.failure = None if response.ok else f"Wrong response from the webhook: {response.status}"
        except aiohttp.ClientError as error:
            self.failure = str(error)
        return self.failure is None
