"""The demonstration as an operator starts it: a real process that leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path

import aiohttp
import pytest

from sandbox import cast
from tests.support import START_SECONDS, catalogue_file, command, demonstration


async def ask(address: str, text: str) -> str:
    """Ask as the member and return the bot's answer."""
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as events:
        body = {"user": cast.MEMBER_ID, "chat": cast.MEMBER_ID, "text": text}
        async with session.post(f"{address}act/say", json=body) as response:
            assert response.status == 200
        async with asyncio.timeout(START_SECONDS):
            while line := await events.content.readline():
                event = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: ") else {}
                if event.get("event") == "message" and event["message"]["from"]["is_bot"]:
                    return str(event["message"]["text"])
    raise AssertionError("the page's events ended")


def left_in(folder: Path) -> list[str]:
    """Databases of demonstrations in the folder for temporary files."""
    return [path.name for path in folder.glob("waldeck-demo-*/*.sqlite3")]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_answers_and_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    async with demonstration(tmp_path) as (process, address):
        assert "Orchestre-Académie des Deux Rives" in await ask(address, "orchestre pour jeunes musiciens")
        assert await asyncio.to_thread(left_in, tmp_path) == ["waldeck.sqlite3"]
        process.send_signal(how)
        assert await process.wait() == 0
    assert await asyncio.to_thread(left_in, tmp_path) == []


async def test_it_says_what_to_open_and_how_to_end_it(tmp_path: Path) -> None:
    async with demonstration(tmp_path) as (process, address):
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        assert address.startswith("http://127.0.0.1:")
        assert "Ouvrez cette adresse" in said and "Ctrl-C" in said


async def test_killed_it_takes_the_bot_with_it(tmp_path: Path) -> None:
    async with demonstration(tmp_path) as (process, address):
        await ask(address, "orchestre pour jeunes musiciens")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not tell a process's children")
        (bot,) = children.read_text(encoding="ascii").split()
        process.kill()
        await process.wait()
        assert await asyncio.to_thread(ended, Path(f"/proc/{bot}"))
    assert await asyncio.to_thread(left_in, tmp_path) == []


def ended(process: Path) -> bool:
    """Whether a process ends within some seconds."""
    for _ in range(200):
        if not process.exists():
            return True
        time.sleep(0.1)
    return False


async def test_the_operator_s_catalogue_is_shown_and_never_written_to(tmp_path: Path) -> None:
    entry = {"title": "Les Veilleurs de phare", "purpose": "Rouvrir le phare au public", "city": "Brest"}
    database = await catalogue_file(tmp_path / "mine.sqlite3", [entry])
    before = database.read_bytes()
    async with demonstration(tmp_path, "--database", str(database)) as (_, address):
        assert "Les Veilleurs de phare" in await ask(address, "visiter un phare")
    assert database.read_bytes() == before


async def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite3"
    status, output = await command("demo", "--no-browser", "--database", str(missing), folder=tmp_path)
    assert status != 0
    assert str(missing) in output
    assert "Traceback" not in output


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    async with demonstration(tmp_path) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        status, output = await command("demo", "--no-browser", "--port", port, folder=tmp_path)
    assert status != 0
    assert port in output
    assert "Traceback" not in output
