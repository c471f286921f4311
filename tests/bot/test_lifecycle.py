"""The service from start to end: what Telegram refuses or breaks, signals, a second instance.

``BAD_GATEWAYS`` sets how many of them follow each other (4 by default).
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from sandbox.server import Sandbox
from tests.support import command, running_bot, talk

TOKEN = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
PATIENCE = 20.0
STOP_SECONDS = 3.0
BAD_GATEWAYS = int(os.environ.get("BAD_GATEWAYS", "4"))
"""How many in a row; the bot waits longer and longer between them, up to 30 s."""


async def test_a_token_that_telegram_refuses_ends_in_a_sentence(tmp_path: Path, sandbox: Sandbox) -> None:
    status, output = await command(
        "run", folder=tmp_path, telegram_bot_token=TOKEN, telegram_api_url=sandbox.url
    )
    assert status != 0
    assert "Telegram refuse le jeton" in output
    assert "Traceback" not in output
    assert TOKEN not in output


async def test_the_service_comes_up_when_the_network_does(tmp_path: Path, sandbox: Sandbox) -> None:
    sandbox.drop("getMe", times=2)
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        assert "Bonjour" in (await camille.say("/start"))["text"]
        assert "can't be reached" in process.log


async def test_menus_that_fail_do_not_keep_the_service_from_answering(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    sandbox.fail("setMyCommands", 502, "Bad Gateway", times=50)
    async with running_bot(tmp_path, sandbox):
        assert (await talk(sandbox).say("/start"))["text"]


async def test_polling_survives_whatever_telegram_answers(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        for break_it in (
            partial(sandbox.fail, "getUpdates", 502, "Bad Gateway"),
            partial(sandbox.drop, "getUpdates"),
            partial(sandbox.half, "getUpdates"),
            partial(sandbox.too_many, "getUpdates", 1),
        ):
            break_it()
            assert (await asyncio.wait_for(camille.say("/help"), PATIENCE))["text"]


async def test_polling_goes_on_after_telegram_fell_silent(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        sandbox.stall("getUpdates")
        assert (await talk(sandbox).say("/help"))["text"]  # of the request under way; the next one stalls
        await asyncio.sleep(20)
        assert (await asyncio.wait_for(talk(sandbox).say("/help"), PATIENCE))["text"]


async def test_polling_survives_bad_gateways_in_a_row(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        sandbox.fail("getUpdates", 502, "Bad Gateway", times=BAD_GATEWAYS)
        camille = talk(sandbox)
        sandbox.say(camille.chat, camille.user, "/help")
        said = await sandbox.wait("sendMessage", timeout=PATIENCE + BAD_GATEWAYS * 30)
        assert said.params["text"]


async def test_systemd_is_told_of_the_start_the_beat_and_the_end(tmp_path: Path, sandbox: Sandbox) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        told = {"notify_socket": tmp_path / "notify", "watchdog_usec": 400_000}
        async with running_bot(tmp_path, sandbox, **told) as process:
            heard = [await asyncio.to_thread(systemd.recv, 100) for _ in range(5)]
            assert heard.count(b"READY=1") == 1
            assert heard.count(b"WATCHDOG=1") == 4
            process.process.send_signal(signal.SIGSTOP)  # as an event loop that stands still
            systemd.settimeout(1)
            with pytest.raises(TimeoutError):
                while True:
                    await asyncio.to_thread(systemd.recv, 100)
            process.process.send_signal(signal.SIGCONT)
            assert await process.terminate() == 0
            systemd.setblocking(False)
            left = []
            with suppress(BlockingIOError):
                while True:
                    left.append(systemd.recv(100))
            assert left[-1] == b"STOPPING=1"


async def test_an_update_that_cannot_be_read_does_not_come_back(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        sandbox.push(message={"message_id": "no number", "chat": 7})
        assert (await camille.say("/help"))["text"]
        await asyncio.sleep(1)
        assert process.log.count("stepped over an update") == 1


async def test_sigterm_ends_with_zero_within_three_seconds(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        sandbox.slow("sendMessage", 0.5)
        camille = talk(sandbox)
        sandbox.say(camille.chat, camille.user, "/help")
        await asyncio.sleep(0.2)
        asked = time.monotonic()
        assert await process.terminate() == 0
        # Not a measure of speed: the promise to the init system, which kills what lingers.
        assert time.monotonic() - asked < STOP_SECONDS
        assert [call.error for call in sandbox.calls if call.method == "sendMessage"] == [None]


async def test_sigterm_ends_while_telegram_is_out_of_reach(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        sandbox.stall("getUpdates", times=5)
        await asyncio.sleep(0.2)
        asked = time.monotonic()
        assert await process.terminate() == 0
        assert time.monotonic() - asked < STOP_SECONDS


async def test_a_second_signal_ends_at_once(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        sandbox.stall("sendMessage", times=5)
        camille = talk(sandbox)
        sandbox.say(camille.chat, camille.user, "/help")
        await asyncio.sleep(0.3)
        process.process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.3)
        process.process.send_signal(signal.SIGTERM)
        assert await process.wait() == 128 + signal.SIGTERM


async def test_a_second_service_on_one_database_is_refused(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        status, output = await command(
            "run",
            folder=tmp_path,
            telegram_bot_token=sandbox.token,
            telegram_api_url=sandbox.url,
            database_path=process.database,
        )
        assert status != 0
        assert "Un autre processus sert déjà la base" in output
        assert (await talk(sandbox).say("/help"))["text"]


async def test_a_second_bot_with_the_same_token_is_told_plainly(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        sandbox.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request")
        assert (await asyncio.wait_for(talk(sandbox).say("/help"), PATIENCE))["text"]
        assert "another process uses this token" in process.log


async def test_the_log_holds_no_token_and_no_question(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox, "Prunelle")
        sandbox.fail("sendMessage", 400, f"Bad Request: odd {sandbox.token}")
        sandbox.say(camille.chat, camille.user, "chorale secrète des ours bruns")
        sandbox.push(message={"message_id": "no number", "text": "confidence illisible"})
        assert (await camille.say("/help"))["text"]
        for private in (sandbox.token, "ours bruns", "Prunelle", "confidence illisible"):
            assert private not in process.log
