"""The wall clock jumps: people are answered and limited as before, nothing regular stops, nothing is lost."""

from __future__ import annotations

import os
import signal
from datetime import datetime, timedelta
from pathlib import Path

from sandbox.server import Sandbox
from tests.bot.test_inbox import answered, until
from tests.support import OWNER_ID, BotProcess, import_beside, running_bot, talk

A_DAY = timedelta(days=1)
TWO_HOURS = timedelta(hours=2)
HALF_A_DAY = timedelta(hours=12)
MOVABLE_CLOCK = """\
import signal
import time

import time_machine

clock = time_machine.travel(time.time()).start()
signal.signal(signal.SIGUSR1, lambda *_: clock.shift({forward}))
signal.signal(signal.SIGUSR2, lambda *_: clock.shift(-{back}))
"""
FORWARD, BACK = signal.SIGUSR1, signal.SIGUSR2


def movable_clock(folder: Path, back: timedelta) -> dict[str, object]:
    """Settings of a process whose wall clock jumps forward by a day at one signal and back at another.

    Its monotonic clock goes on, as it does when the clock of a machine is set. Backups are due half a day
    after the start.
    """
    site = folder / "site"
    site.mkdir()
    code = MOVABLE_CLOCK.format(forward=A_DAY.total_seconds(), back=back.total_seconds())
    (site / "sitecustomize.py").write_text(code, encoding="utf-8")
    paths = (str(site), os.environ.get("PYTHONPATH", ""))
    due = datetime.now().astimezone() + HALF_A_DAY
    return {"pythonpath": os.pathsep.join(filter(None, paths)), "backup_at": due.strftime("%H:%M")}


async def set_clock(process: BotProcess, how: signal.Signals) -> None:
    """Let the clock jump; after a jump back, wait until the service has noticed."""
    noticed = process.log.count("the clock was set back")
    process.process.send_signal(how)
    if how is BACK:
        await until(lambda: process.log.count("the clock was set back") > noticed)


def backups(process: BotProcess) -> list[Path]:
    return sorted((process.database.parent / "backups").glob("waldeck-*.sqlite3"))


async def test_a_clock_set_forward_neither_opens_a_limit_nor_repeats_the_backup(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    clock = movable_clock(tmp_path, TWO_HOURS)
    async with running_bot(tmp_path, sandbox, questions_per_minute=2, **clock) as process:
        camille, robin = talk(sandbox), talk(sandbox, "Robin")
        said = [(await camille.say("chorale"))["text"] for _ in range(3)]
        assert ["Doucement" in text for text in said] == [False, False, True]
        assert "Doucement" not in (await robin.say("chorale"))["text"]
        await set_clock(process, FORWARD)
        await until(lambda: backups(process))
        sandbox.say(camille.chat, camille.user, "chorale")
        assert "Doucement" not in (await robin.say("chorale"))["text"]
        assert len(answered(sandbox, camille.chat["id"])) == 3
        await set_clock(process, BACK)
        assert "Doucement" not in (await talk(sandbox, "Dominique").say("chorale"))["text"]
        assert len(backups(process)) == 1
        assert "Traceback" not in process.log


async def test_a_clock_set_back_ends_no_conversation_and_locks_nobody_out(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    clock = movable_clock(tmp_path, TWO_HOURS)
    async with running_bot(tmp_path, sandbox, questions_per_minute=3, **clock) as process:
        owner, camille = talk(sandbox, "Odile", id=OWNER_ID), talk(sandbox)
        await owner.say("/add Les Sculpteurs de glace")
        await camille.say("chorale")
        await set_clock(process, BACK)
        assert "Doucement" not in (await camille.say("chorale"))["text"]
        await owner.say("Sculpter la glace en hiver")
        theme = await owner.say("Nevers")
        preview = await owner.press(await owner.press(theme, "Passer"), "Passer")
        await owner.press(preview, "Publier")
        assert "Les Sculpteurs de glace" in (await camille.say("sculpter la glace"))["text"]
        assert "Traceback" not in process.log


async def test_a_clock_set_back_stops_no_regular_work(tmp_path: Path, sandbox: Sandbox) -> None:
    clock = movable_clock(tmp_path, A_DAY)
    async with running_bot(tmp_path, sandbox, **clock) as process:
        await set_clock(process, FORWARD)
        await until(lambda: len(backups(process)) == 1)
        await set_clock(process, BACK)
        await import_beside(process, sandbox, tmp_path)
        # The day whose backup was made too early comes again, and so does its backup.
        await set_clock(process, FORWARD)
        await until(lambda: len(backups(process)) == 2)
        assert "Traceback" not in process.log
