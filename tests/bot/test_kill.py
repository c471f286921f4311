"""kill -9 at random moments: whatever was confirmed to anybody is there afterwards, and found.

``KILLS`` sets how often (2 by default).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from retrieval.keeping import WORTH_KEEPING
from sandbox.server import Sandbox
from tests.bot.test_inbox import until
from tests.support import OWNER_ID, BotProcess, Talk, catalogue_file, command, running_bot, talk

KILLS = int(os.environ.get("KILLS", "2"))
ASKED = 40


def word(number: int) -> str:
    """A made-up word that no other number has."""
    syllables = "ba ce di fo gu la me ni po ru sa te vi zo".split()  # noqa: SIM905 - easier to read
    letters = ""
    for _ in range(5):
        number, rest = divmod(number, len(syllables))
        letters += syllables[rest]
    return letters


async def add_until_killed(owner: Talk, process: BotProcess, begin: int, seconds: float) -> list[str]:
    """Add one association after the other; the titles whose addition was confirmed before the kill."""
    confirmed: list[str] = []

    async def add() -> None:
        for number in range(begin, begin + 10_000):
            title = f"Amicale numero{number}"
            said = await owner.say(
                f"/add {title} | se retrouver au rendez-vous numero{number} | Nevers | 58000"
            )
            if title in said["text"] and "✅" in said["text"]:
                confirmed.append(title)

    adding = asyncio.create_task(add())
    await asyncio.sleep(seconds)
    await process.kill()
    adding.cancel()
    with suppress(asyncio.CancelledError):
        await adding
    return confirmed


async def titles(folder: Path, database: Path) -> list[str]:
    target = folder / "all.jsonl"
    status, output = await command("export", str(target), "--database", str(database), folder=folder)
    assert status == 0, output
    return [json.loads(line)["title"] for line in target.read_text(encoding="utf-8").splitlines()]


async def test_nothing_confirmed_is_lost(tmp_path: Path, sandbox: Sandbox) -> None:
    chance = random.Random(11)
    owner = talk(sandbox, "Odile", id=OWNER_ID)
    confirmed: list[str] = []
    for kill in range(KILLS):
        async with running_bot(tmp_path, sandbox) as process:
            confirmed += await add_until_killed(owner, process, 1000 * kill, chance.uniform(0.2, 1.5))
        kept = await titles(tmp_path, process.database)
        assert set(confirmed) <= set(kept)
        assert len(kept) == len(set(kept))
    async with running_bot(tmp_path, sandbox):
        camille = talk(sandbox)
        for title in chance.sample(confirmed, min(ASKED, len(confirmed))):
            assert title in (await camille.say(title))["text"]


def kept(database: Path, title: str) -> int:
    """How many associations of this title are in the database, by a look past the process."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        row = connection.execute("SELECT count(*) FROM associations WHERE title = ?", (title,)).fetchone()
    return int(row[0])


@pytest.mark.parametrize("told_again", [False, True], ids=["reply on its way", "reply certainly not sent"])
async def test_what_was_committed_before_its_reply_is_there_once(
    tmp_path: Path, sandbox: Sandbox, told_again: bool
) -> None:
    title = "Amicale des marmottes"
    owner = talk(sandbox, "Odile", id=OWNER_ID)
    async with running_bot(tmp_path, sandbox) as process:
        if told_again:
            sandbox.too_many("sendMessage", 60)
        else:
            sandbox.slow("sendMessage", 60)
        sandbox.say(owner.chat, owner.user, f"/add {title} | observer les marmottes | Nevers | 58000")
        await until(lambda: kept(process.database, title) and not sandbox.faults.once["sendMessage"])
        if told_again:
            await until(lambda: any(process.database.parent.glob("*.updates/*.1.json")))
        await process.kill()
        assert not any(call.method == "sendMessage" and not call.error for call in sandbox.calls)
    async with running_bot(tmp_path, sandbox) as process:
        if told_again:
            assert "/historique" in (await owner.answer())["text"]
        history = (await owner.say("/history"))["text"]
        assert history.count(title) == 1
        assert title in (await talk(sandbox).say("observer les marmottes"))["text"]
        assert kept(process.database, title) == 1
        assert ("unconfirmed" in process.log) != told_again
    assert await titles(tmp_path, process.database) == [title]


async def test_a_killed_backup_leaves_a_whole_copy_or_none(tmp_path: Path) -> None:
    database, target = tmp_path / "waldeck.sqlite3", tmp_path / "copy.sqlite3"
    lines = tmp_path / "many.txt"
    lines.write_text("".join(f"objet tout inventé numéro {n}\n" for n in range(20_000)), encoding="utf-8")
    status, output = await command("import", str(lines), "--database", str(database), folder=tmp_path)
    assert status == 0, output
    chance = random.Random(5)
    for _ in range(KILLS):
        target.unlink(missing_ok=True)
        backing_up = asyncio.create_task(
            command(
                "backup",
                str(target),
                "--database",
                str(database),
                folder=tmp_path,
                kill_after=chance.uniform(0.5, 1.6),
            )
        )
        await backing_up
        if target.exists():
            assert len(await titles(tmp_path, target)) == 20_000
    assert len(await titles(tmp_path, database)) == 20_000


async def test_a_kill_while_the_index_is_merged_and_written_loses_nothing(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    """A large import by another process makes the service merge into its index and write it down."""
    chance = random.Random(7)
    database = await catalogue_file(tmp_path / "waldeck.sqlite3", circles(0, WORTH_KEEPING))
    owner, camille = talk(sandbox, "Odile", id=OWNER_ID), talk(sandbox)
    confirmed: list[str] = []
    for kill in range(1, 1 + max(1, KILLS // 3)):
        async with running_bot(tmp_path, sandbox, database_path=database) as process:
            await catalogue_file(database, circles(kill * WORTH_KEEPING, WORTH_KEEPING + 1000))
            confirmed += await add_until_killed(owner, process, 1000 * kill, chance.uniform(0.5, 5.0))
    followed = await answers(tmp_path, database, sandbox, camille, confirmed[-5:])
    for title, answer in zip(confirmed[-5:], followed, strict=True):
        assert title in answer
    shutil.rmtree(database.with_name(f"{database.name}.index"), ignore_errors=True)
    assert await answers(tmp_path, database, sandbox, camille, confirmed[-5:]) == followed


def circles(begin: int, count: int) -> list[dict[str, object]]:
    return [
        {"title": f"Cercle {word(n)}", "purpose": f"lire {n} livres"} for n in range(begin, begin + count)
    ]


async def answers(
    folder: Path, database: Path, sandbox: Sandbox, person: Talk, questions: list[str]
) -> list[str]:
    """What the service says to these questions when it has just been started."""
    async with running_bot(folder, sandbox, database_path=database):
        return [str((await person.say(question))["text"]) for question in questions]
