"""The webhook hears Telegram alone: its secret, its path, its JSON."""

from __future__ import annotations

import asyncio
import io
import json
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest_asyncio

from sandbox.server import Sandbox
from tests.support import BotProcess, command, running_bot, talk

SECRET = "right_secret-1"
HEADER = "X-Telegram-Bot-Api-Secret-Token"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def listening(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise AssertionError("the webhook never listened")


@dataclass
class Webhook:
    sandbox: Sandbox
    process: BotProcess
    url: str

    async def post(self, body: bytes, secret: str | None = SECRET) -> int:
        headers = {"Content-Type": "application/json"} | ({HEADER: secret} if secret else {})
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url, data=io.BytesIO(body), headers=headers) as response,
        ):
            return response.status


@pytest_asyncio.fixture
async def webhook(tmp_path: Path, sandbox: Sandbox) -> AsyncIterator[Webhook]:
    port = free_port()
    settings = {
        "webhook_url": "https://example.org/waldeck",
        "webhook_secret": SECRET,
        "webhook_port": port,
        "health_port": 0,
    }
    async with running_bot(tmp_path, sandbox, **settings) as process:
        await listening(port)
        yield Webhook(sandbox, process, f"http://127.0.0.1:{port}/waldeck")


def help_update(webhook: Webhook, number: int) -> bytes:
    camille = talk(webhook.sandbox)
    sender = {"id": camille.user["id"], "is_bot": False, "first_name": "Camille", "language_code": "fr"}
    message = {
        "message_id": 1,
        "date": 1,
        "chat": camille.chat,
        "from": sender,
        "text": "/help",
        "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
    }
    return json.dumps({"update_id": number, "message": message}).encode()


async def test_only_the_right_secret_is_heard(webhook: Webhook) -> None:
    assert await webhook.post(help_update(webhook, 1), None) == 403
    assert await webhook.post(help_update(webhook, 2), "wrong") == 403
    assert await webhook.post(help_update(webhook, 3)) == 200
    call = await webhook.sandbox.wait("sendMessage")
    assert call.params["text"]
    assert [c.method for c in webhook.sandbox.calls].count("sendMessage") == 1


async def test_telegram_is_told_the_address_and_the_secret(webhook: Webhook) -> None:
    told = next(call for call in webhook.sandbox.calls if call.method == "setWebhook")
    assert told.params["url"] == "https://example.org/waldeck"
    assert told.params["secret_token"] == SECRET


async def test_garbage_and_giants_leave_it_standing(webhook: Webhook) -> None:
    assert await webhook.post(b"{not json") >= 400
    assert await webhook.post(b"[]") >= 200
    assert await webhook.post(b'{"update_id": "x", "message": 3}') >= 400
    assert await webhook.post(b" " * 10_000_000, None) == 403
    assert await webhook.post(b" " * 10_000_000) >= 400
    assert await webhook.post(b'{"update_id": 8, "message": {"text": "' + b"a" * 10_000_000 + b'"}}') >= 400
    assert await webhook.post(help_update(webhook, 9)) == 200
    assert (await webhook.sandbox.wait("sendMessage")).params["text"]
    assert webhook.process.process.returncode is None


async def test_other_paths_and_methods_are_refused(webhook: Webhook) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(webhook.url) as response:
            assert response.status == 405
        async with session.post(webhook.url + "x", data=b"{}", headers={HEADER: SECRET}) as response:
            assert response.status == 404


async def test_a_taken_port_is_explained(tmp_path: Path, sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        status, output = await command(
            "run",
            folder=tmp_path,
            telegram_bot_token=sandbox.token,
            telegram_api_url=sandbox.url,
            webhook_url="https://example.org/waldeck",
            webhook_port=other.getsockname()[1],
        )
    assert status == 1
    assert "WEBHOOK_PORT" in output
    assert "Traceback" not in output


async def test_it_ends_as_politely_as_polling(webhook: Webhook) -> None:
    assert await webhook.process.terminate() == 0


async def test_health_asks_telegram_whether_it_delivers(webhook: Webhook) -> None:
    found = re.search(r"health on (\S+)", webhook.process.log)
    assert found
    async with aiohttp.ClientSession() as session:
        async with session.get(found[1]) as response:
            assert response.status == 200, await response.text()
        webhook.sandbox.fail("getWebhookInfo", 502, "Bad Gateway")
        async with session.get(found[1]) as response:
            assert response.status == 503
