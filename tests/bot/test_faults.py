"""What Telegram refuses or loses when the bot speaks: expected, told to whom it concerns, never repeated."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from handlers.imports import TELEGRAM_LIMIT
from sandbox.server import Sandbox
from tests.support import EDITING, OWNER_ID, SENDING, Talk, button, buttons, running_bot, talk

PATIENCE = 30.0


def sends(sandbox: Sandbox, chat: int) -> int:
    return sum(c.method == "sendMessage" and c.params.get("chat_id") == chat for c in sandbox.calls)


async def met(sandbox: Sandbox) -> None:
    """Wait until the fault prepared for sendMessage has struck."""
    for _ in range(200):
        if not sandbox.faults.once["sendMessage"]:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was sent")


async def settled(camille: Talk) -> None:
    """Wait until somebody else's question has been answered, and so whatever came before."""
    assert (await asyncio.wait_for(talk(camille.sandbox, "Robin").say("/help"), PATIENCE))["text"]


async def test_someone_who_blocked_the_bot_disturbs_nobody(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        sandbox.say(camille.chat, camille.user, "/help")
        sandbox.block(camille.user)
        await settled(camille)
        assert "ERROR" not in process.log


async def test_too_many_requests_are_repeated_when_telegram_says(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        sandbox.too_many("sendMessage", 1)
        assert (await asyncio.wait_for(camille.say("/help"), PATIENCE))["text"]


async def test_a_lost_connection_is_not_answered_by_sending_twice(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        for break_it in (
            partial(sandbox.drop, "sendMessage"),
            partial(sandbox.half, "sendMessage"),
            partial(sandbox.fail, "sendMessage", 502, "Bad Gateway"),
        ):
            before = sends(sandbox, camille.chat["id"])
            break_it()
            sandbox.say(camille.chat, camille.user, "/help")
            await met(sandbox)
            await settled(camille)
            assert sends(sandbox, camille.chat["id"]) - before <= 1
        assert "Traceback" not in process.log
        assert (await camille.say("/help"))["text"]


async def test_an_answer_that_arrives_late_is_not_sent_again(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        sandbox.stall("sendMessage")
        sandbox.say(camille.chat, camille.user, "/help")
        await asyncio.sleep(11)
        await settled(camille)
        assert sends(sandbox, camille.chat["id"]) == 1


async def test_a_fault_is_told_to_the_person_and_the_owner(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        owner = talk(sandbox, "Odile", id=OWNER_ID)
        camille = talk(sandbox)
        sandbox.fail("sendMessage", 400, "Bad Request: something nobody foresaw")
        said = await camille.say("/help")
        assert "s’est mal passé" in said["text"]
        report = await owner.answer()
        assert report["document"]["file_name"] == "traceback.txt"
        assert "omething nobody foresaw" in process.log


async def test_owners_are_not_flooded_by_faults(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        owner = talk(sandbox, "Odile", id=OWNER_ID)
        camille = talk(sandbox)
        for _ in range(12):
            sandbox.fail("sendMessage", 400, "Bad Request: something nobody foresaw")
            await camille.say("/help")
        await settled(camille)
        reports = [
            c
            for c in sandbox.calls
            if c.method == "sendDocument" and c.params.get("chat_id") == owner.chat["id"]
        ]
        assert 1 <= len(reports) <= 6


async def test_the_daily_backup_is_made(tmp_path: Path, sandbox: Sandbox) -> None:
    soon = (datetime.now().astimezone() + timedelta(seconds=10)).strftime("%H:%M:%S")
    async with running_bot(tmp_path, sandbox, backup_at=soon, backup_dir=tmp_path / "kept"):
        for _ in range(100):
            if list((tmp_path / "kept").glob("*.sqlite3")):
                break
            await asyncio.sleep(0.25)
    assert len(list((tmp_path / "kept").glob("waldeck-*.sqlite3"))) == 1


async def test_a_fault_after_a_press_was_answered_is_told_in_the_chat(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        menu = await camille.say("/language")
        sandbox.fail("editMessageText", 400, "Bad Request: something nobody foresaw")
        sandbox.press(camille.user, menu, button(menu, "Français"))
        assert "s’est mal passé" in (await camille.answer())["text"]


async def test_a_group_that_threw_the_bot_out_and_took_it_back_is_answered(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        club = Talk(sandbox, camille.user, sandbox.group("Club", members=(camille.user,)))
        assert (await club.say("/aide"))["text"]
        sandbox.fail("sendMessage", 403, "Forbidden: bot was kicked from the supergroup chat")
        sandbox.say(club.chat, club.user, "/aide")
        sandbox.push(my_chat_member=membership(club, "member", "kicked"))
        await met(sandbox)
        sandbox.push(my_chat_member=membership(club, "kicked", "member"))
        assert (await club.say("/aide"))["text"]
        assert "ERROR" not in process.log


def membership(club: Talk, before: str, after: str) -> dict[str, object]:
    """The update that tells the bot of its own place in a group."""
    me = club.sandbox.me
    return {
        "chat": club.chat,
        "from": club.user,
        "date": 1,
        "old_chat_member": {"status": before, "user": me, "until_date": 0},
        "new_chat_member": {"status": after, "user": me, "until_date": 0},
    }


async def test_a_file_as_large_as_telegram_lets_through_is_examined(tmp_path: Path, sandbox: Sandbox) -> None:
    line = b"".join((b"accompagner ", b"les familles " * 100, b"\n"))
    whole = (line * (TELEGRAM_LIMIT // len(line) + 1))[: TELEGRAM_LIMIT - 1] + b"\n"
    async with running_bot(tmp_path, sandbox):
        owner = talk(sandbox, "Odile", id=OWNER_ID)
        refused = await owner.send_file("trop.txt", whole + b"\n")
        assert 'python -m bot import "trop.txt"' in refused["text"]
        await owner.send_file("juste.txt", whole)
        while not buttons(shown := await owner.answer(SENDING | EDITING)):
            assert "Import impossible" not in shown["text"]
