"""What reaches the bot, how often, and in which way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web

from sandbox.server import Sandbox
from tests.sandbox.conftest import Client

SECRET = "tout-bas"


async def test_updates_stay_until_acknowledged(client: Client) -> None:
    user = client.sandbox.user()
    client.sandbox.say(client.sandbox.private(user), user, "bonjour")
    first = await client.call("getUpdates", timeout=0)
    assert await client.call("getUpdates", timeout=0) == first
    assert await client.call("getUpdates", timeout=0, offset=first[0]["update_id"] + 1) == []


async def test_long_polling_ends_when_something_arrives(client: Client) -> None:
    polling = asyncio.create_task(client.call("getUpdates", timeout=50))
    await client.sandbox.updates.ready.wait()
    user = client.sandbox.user()
    client.sandbox.say(client.sandbox.private(user), user, "bonjour")
    [update] = await polling
    assert update["message"]["text"] == "bonjour"


async def test_only_one_may_poll(client: Client) -> None:
    first = asyncio.create_task(client.answer("getUpdates", timeout=50))
    await client.sandbox.updates.ready.wait()
    assert await client.call("getUpdates", timeout=0) == []
    assert (await first)["error_code"] == 409


async def test_kinds_that_were_not_asked_for_do_not_come(client: Client) -> None:
    await client.call("getUpdates", timeout=0, allowed_updates=["message"])
    user = client.sandbox.user()
    message = client.sandbox.say(client.sandbox.private(user), user, "bonjour")
    client.sandbox.edit(message, "bonsoir")
    assert [list(update)[-1] for update in await client.updates()] == ["message"]


async def test_an_update_can_come_twice_and_be_malformed(client: Client) -> None:
    user = client.sandbox.user()
    client.sandbox.say(client.sandbox.private(user), user, "bonjour")
    [update] = await client.updates()
    client.sandbox.again(update)
    client.sandbox.updates.push_raw({"update_id": 99_999, "message": {"text": 4}})
    assert await client.call("getUpdates", timeout=0) == [
        update,
        {"update_id": 99_999, "message": {"text": 4}},
    ]


@pytest.mark.parametrize(
    ("words", "privacy", "arrives"),
    [
        ("une chorale ?", True, False),
        ("une chorale ?", False, True),
        ("@waldeck_test_bot une chorale ?", True, False),
        ("@waldeck_test_bot une chorale ?", False, True),
        ("/chercher chorale", True, True),
        ("/chercher@waldeck_test_bot chorale", True, True),
        ("/chercher@another_bot chorale", True, False),
        ("voir https://e.example/chercher", True, False),
    ],
)
async def test_privacy_mode_in_a_group(words: str, privacy: bool, arrives: bool) -> None:
    async with Sandbox(privacy=privacy) as sandbox:
        user = sandbox.user()
        message = sandbox.say(sandbox.group(members=(user,)), user, words)
        assert sandbox.sees(message) is arrives
        assert sandbox.updates.pending == arrives


async def test_replies_to_the_bot_arrive_in_a_group(client: Client) -> None:
    user = client.sandbox.user()
    chat = client.sandbox.group(members=(user,), topics=(7,))
    sent = await client.call("sendMessage", chat_id=chat["id"], text="a", message_thread_id=7)
    assert sent["is_topic_message"]
    client.sandbox.say(chat, user, "et à Nevers ?", reply_to_message=sent, message_thread_id=7)
    [update] = await client.updates()
    assert update["message"]["message_thread_id"] == 7
    client.sandbox.state.members[chat["id"]][client.sandbox.me["id"]] = "kicked"
    client.sandbox.say(chat, user, "/chercher chorale")
    assert await client.updates() == []
    assert "kicked" in await client.refusal("sendMessage", chat_id=chat["id"], text="a")


async def test_webhook_delivery_repeats_until_taken() -> None:
    taken: list[tuple[str | None, Any]] = []
    answers = [500, 200]
    done = asyncio.Event()

    async def receive(request: web.Request) -> web.Response:
        taken.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), await request.json()))
        if len(taken) == 2:
            done.set()
        return web.Response(status=answers.pop(0))

    app = web.Application()
    app.router.add_post("/hook", receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    async with Sandbox(http_webhooks=True) as sandbox:
        sandbox.updates.set_webhook({"url": f"http://127.0.0.1:{port}/hook", "secret_token": SECRET})
        user = sandbox.user()
        sandbox.say(sandbox.private(user), user, "bonjour")
        await done.wait()
    await runner.cleanup()
    assert taken[0] == taken[1]
    secret, update = taken[0]
    assert (secret, update["message"]["text"]) == (SECRET, "bonjour")


async def test_a_webhook_must_be_https_and_excludes_polling(client: Client) -> None:
    assert "HTTPS" in await client.refusal("setWebhook", url="http://127.0.0.1:1/hook")
    await client.call("setWebhook", url="https://e.example/hook")
    assert (await client.answer("getUpdates"))["error_code"] == 409
    assert (await client.call("getWebhookInfo"))["url"] == "https://e.example/hook"
    await client.call("deleteWebhook", drop_pending_updates=True)
    assert await client.call("getUpdates", timeout=0) == []
