"""A bare client of the Bot API, so that the server is tested without a bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest_asyncio

from sandbox.errors import Json
from sandbox.server import Sandbox


class Client:
    """Calls methods as a bot would."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        self.session = session
        self.sandbox = sandbox

    async def answer(self, method: str, **parameters: Any) -> Json:
        """The whole answer to a call with a JSON body."""
        address = f"{self.sandbox.url}/bot{self.sandbox.token}/{method}"
        async with self.session.post(address, json=parameters) as response:
            body: Json = await response.json()
            assert body["ok"] == (response.status == 200)
            return body

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a call that is expected to succeed."""
        body = await self.answer(method, **parameters)
        assert body["ok"], body
        return body["result"]

    async def refusal(self, method: str, **parameters: Any) -> str:
        """The description of a call that is expected to be refused."""
        body = await self.answer(method, **parameters)
        assert not body["ok"], body
        return str(body["description"])

    async def updates(self) -> list[Json]:
        """Fetch and acknowledge what waits."""
        found: list[Json] = await self.call("getUpdates", timeout=0)
        if found:
            await self.call("getUpdates", timeout=0, offset=found[-1]["update_id"] + 1)
        return found


@pytest_asyncio.fixture
async def client(sandbox: Sandbox) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(session, sandbox)
