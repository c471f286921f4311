"""kill -9 at random moments: whatever was confirmed to anybody is there afterwards, and found.

``KILLS`` sets how often (3 by default).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress
from pathlib import Path

from sandbox.server import Sandbox
from tests.support import OWNER_ID, BotProcess, Talk, command, running_bot, talk

KILLS = int(os.environ.get("KILLS", "3"))
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
