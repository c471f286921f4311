"""No update is lost: not by SIGTERM, not by a kill, not while Telegram or the service is away.

``QUEUED`` sets how many updates wait while the service is down (640 by default).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from handlers.inbox import LIMIT, MOST_TRIES
from sandbox.server import Sandbox
from tests.bot.test_health import address, get
from tests.conftest import made_up_associations
from tests.support import OWNER_ID, BotProcess, Talk, button, catalogue_file, running_bot, talk

QUEUED = int(os.environ.get("QUEUED", "640"))
MEMORY_PER_UPDATE = 10_000
STOP_SECONDS = 3.0
PATIENCE = 20.0 + QUEUED / 20


async def until(true: Callable[[], Any], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.05)


def answered(sandbox: Sandbox, chat: int) -> list[int]:
    """The messages of a chat that were answered, in the order of the answers."""
    return [
        call.params["reply_parameters"]["message_id"]
        for call in sandbox.calls
        if call.method == "sendMessage" and not call.error and call.params["chat_id"] == chat
    ]


def ask(people: list[Talk], questions: int) -> list[tuple[Talk, list[int]]]:
    """Let everybody ask in turn; each with the numbers of their messages."""
    asked: list[tuple[Talk, list[int]]] = [(person, []) for person in people]
    for number in range(questions):
        for person, messages in asked:
            said = person.sandbox.say(person.chat, person.user, f"chorale {number}")
            messages.append(said["message_id"])
    return asked


def all_answered(sandbox: Sandbox, asked: list[tuple[Talk, list[int]]]) -> bool:
    sent = sum(call.method == "sendMessage" and not call.error for call in sandbox.calls)
    return sent >= sum(len(messages) for _, messages in asked)


def once_and_in_order(asked: list[tuple[Talk, list[int]]]) -> None:
    for person, messages in asked:
        assert answered(person.sandbox, person.chat["id"]) == messages


async def many_asked(sandbox: Sandbox) -> list[tuple[Talk, list[int]]]:
    """Let people ask more than is answered at once, and wait for the first answer."""
    people = [talk(sandbox) for _ in range(6)]
    sandbox.slow("sendMessage", 0.3, times=1000)
    asked = ask(people, 15)
    await until(lambda: any(answered(sandbox, person.chat["id"]) for person in people))
    return asked


async def test_sigterm_with_a_full_waiting_room_loses_no_answer(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", made_up_associations())
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        asked = await many_asked(sandbox)
        began = time.monotonic()
        assert await process.terminate() == 0
        # Not a measure of speed: the promise to the init system, which kills what lingers.
        assert time.monotonic() - began < STOP_SECONDS
    sandbox.faults.once["sendMessage"].clear()
    assert not all_answered(sandbox, asked)
    async with running_bot(tmp_path, sandbox, database_path=database):
        await until(lambda: all_answered(sandbox, asked))
    once_and_in_order(asked)


async def test_a_kill_with_a_full_waiting_room_loses_no_answer(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", made_up_associations())
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        asked = await many_asked(sandbox)
        await process.kill()
    sandbox.faults.once["sendMessage"].clear()
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        await until(lambda: all(answered(sandbox, who.chat["id"])[-1:] == said[-1:] for who, said in asked))
        in_flight = process.log.count("unconfirmed")
    missing = 0
    for person, messages in asked:
        answers = answered(sandbox, person.chat["id"])
        assert answers == [message for message in messages if message in answers]
        missing += len(messages) - len(answers)
    # What had set out when the process died may have gone down with its connection; it is never sent twice.
    assert missing <= in_flight <= len(asked)


async def test_what_waited_while_the_service_was_down_is_answered_in_turn(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    """More than fits in memory, much of it from one person, who is limited like everybody else."""
    database = await catalogue_file(tmp_path / "w.sqlite3", made_up_associations())
    people = [talk(sandbox) for _ in range(10)]
    asked = ask(people, QUEUED // 20)
    for _ in range(QUEUED // 1000 + 1):
        asked += ask([talk(sandbox)], min(QUEUED // 2, 500))
    settings = {"questions_per_minute": 1000, "health_port": 0}
    async with running_bot(tmp_path, sandbox, database_path=database, **settings) as process:
        small = resident(process)
        most_waiting = 0
        while not all_answered(sandbox, asked):
            _, metrics = await get(address(process) + "/metrics")
            most_waiting = max(most_waiting, waiting(metrics))
            await asyncio.sleep(0.2)
        assert most_waiting <= LIMIT
        assert resident(process) - small < 50_000_000 + MEMORY_PER_UPDATE * LIMIT
    once_and_in_order(asked)


def waiting(metrics: str) -> int:
    line = next(line for line in metrics.splitlines() if line.startswith("waldeck_updates_waiting "))
    return int(float(line.split()[1]))


def resident(process: BotProcess) -> int:
    """Resident memory of the process in bytes."""
    pages = Path(f"/proc/{process.process.pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


async def test_an_answer_waits_until_telegram_can_be_reached(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        sandbox.too_many("sendMessage", 1)
        sandbox.say(camille.chat, camille.user, "/help")
        await until(lambda: any(call.method == "sendMessage" for call in sandbox.calls))
        port = sandbox.port
        await sandbox.stop()
        await asyncio.sleep(2.5)
        await sandbox.start(port)
        await until(lambda: answered(sandbox, camille.chat["id"]))
        assert (await talk(sandbox).say("/help"))["text"]
    assert len(answered(sandbox, camille.chat["id"])) == 1


async def test_an_answer_that_waits_for_telegram_outlives_a_restart(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox) as process:
        camille = talk(sandbox)
        sandbox.too_many("sendMessage", 30)
        asked = sandbox.say(camille.chat, camille.user, "/help")
        await until(lambda: any(call.method == "sendMessage" for call in sandbox.calls))
        assert await process.terminate() == 0
    async with running_bot(tmp_path, sandbox):
        await until(lambda: answered(sandbox, camille.chat["id"]))
    assert answered(sandbox, camille.chat["id"]) == [asked["message_id"]]


async def test_an_export_and_a_backup_cut_short_are_sent_after_the_restart(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    owner = talk(sandbox, "Odile", id=OWNER_ID)
    async with running_bot(tmp_path, sandbox) as process:
        choices = await owner.say("/export")
        sandbox.too_many("sendDocument", 30, times=2)
        sandbox.say(owner.chat, owner.user, "/backup")
        sandbox.press(owner.user, choices, button(choices, "CSV"))
        await until(lambda: any(call.method == "sendDocument" for call in sandbox.calls))
        assert await process.terminate() == 0
    sandbox.faults.once["sendDocument"].clear()
    async with running_bot(tmp_path, sandbox):
        sent = [(await sandbox.wait("sendDocument")).result["document"]["file_name"] for _ in range(2)]
    assert sorted(name.partition(".")[2] for name in sent) == ["csv", "sqlite3"]


async def test_undoing_an_import_that_was_cut_short_is_done_after_the_restart(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", made_up_associations())
    owner = talk(sandbox, "Odile", id=OWNER_ID)
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        history = await owner.say("/history")
        sure = await owner.press(history, "↩️ 1")
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # another process writes, so that undoing has to wait
            await owner.press(sure, "Oui")
            assert await process.terminate() == 0
    async with running_bot(tmp_path, sandbox, database_path=database):
        done = await sandbox.wait("editMessageText")
        while "défais" in done.params["text"]:
            done = await sandbox.wait("editMessageText")
        assert f"{len(made_up_associations())}" in done.params["text"]
        assert "rien" in (await talk(sandbox).say("chorale"))["text"].lower()


async def test_an_update_under_which_every_process_dies_is_given_up(tmp_path: Path, sandbox: Sandbox) -> None:
    sandbox.too_many("sendMessage", 30, times=MOST_TRIES)
    camille = talk(sandbox)
    sandbox.say(camille.chat, camille.user, "/help")
    for tries in range(1, MOST_TRIES + 1):
        async with running_bot(tmp_path, sandbox) as process:
            await until(partial(refused_again, sandbox, process, tries))
            await process.kill()
    async with running_bot(tmp_path, sandbox) as process:
        assert (await talk(sandbox).say("/help"))["text"]
        assert "given_up" in process.log
    assert not answered(sandbox, camille.chat["id"])


def refused_again(sandbox: Sandbox, process: BotProcess, tries: int) -> bool:
    """Whether the bot has taken in that its message was refused so often."""
    refusals = [call for call in sandbox.calls if call.method == "sendMessage" and call.error]
    folder = process.database.with_name(f"{process.database.name}.updates")
    return len(refusals) == tries and any(folder.glob(f"*.{tries}.json"))
