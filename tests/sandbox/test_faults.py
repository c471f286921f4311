"""Faults on request."""

from __future__ import annotations

import aiohttp
import pytest

from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.sandbox.conftest import Client


async def test_refusals_wait_for_their_method(client: Client) -> None:
    client.sandbox.fail("getMe", 502, "Bad Gateway")
    client.sandbox.too_many("getMe", seconds=7)
    assert await client.call("getMyName")
    assert (await client.answer("getMe"))["error_code"] == 502
    assert (await client.answer("getMe"))["parameters"] == {"retry_after": 7}
    assert await client.call("getMe")


async def test_a_dropped_call_did_nothing_and_a_half_answer_did(client: Client) -> None:
    chat = client.sandbox.private(client.sandbox.user())
    client.sandbox.drop("sendMessage")
    client.sandbox.half("sendMessage")
    for words in ("perdu", "envoyé"):
        with pytest.raises(aiohttp.ClientError):
            await client.call("sendMessage", chat_id=chat["id"], text=words)
    assert [message["text"] for message in client.sandbox.state.messages.values()] == ["envoyé"]


async def test_a_stalled_answer_never_comes(client: Client) -> None:
    client.sandbox.stall("getMe")
    with pytest.raises(TimeoutError):
        async with client.session.get(
            f"{client.sandbox.url}/bot{client.sandbox.token}/getMe", timeout=aiohttp.ClientTimeout(total=0.2)
        ):
            pass
    assert [call.method for call in client.sandbox.calls] == ["getMe"]


async def test_a_standing_fault_lasts_until_it_is_switched_off(client: Client) -> None:
    client.sandbox.switch("sending", Fault(error=None, broken="drop"))
    for _ in range(2):
        with pytest.raises(aiohttp.ClientError):
            await client.call("getMe")
    assert await client.call("getUpdates", timeout=0) == []
    client.sandbox.switch("sending", None)
    assert await client.call("getMe")


async def test_sending_too_fast_is_refused() -> None:
    async with Sandbox(flood=True) as sandbox, aiohttp.ClientSession() as session:
        client = Client(session, sandbox)
        chat = sandbox.group()
        answers = [await client.answer("sendMessage", chat_id=chat["id"], text="a") for _ in range(8)]
        assert answers[0]["ok"]
        assert answers[-1]["error_code"] == 429
        assert answers[-1]["parameters"]["retry_after"] >= 1


async def test_waiting_names_what_came_instead(client: Client) -> None:
    await client.call("getMe")
    with pytest.raises(AssertionError, match=r"no sendMessage within 0.1 s; calls: \[\('getMe', 'ok'\)\]"):
        await client.sandbox.wait("sendMessage", timeout=0.1)
