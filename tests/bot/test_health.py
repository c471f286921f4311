"""/health tells the truth about Telegram, database and index; /metrics speaks Prometheus."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import aiohttp

from sandbox.server import Sandbox
from tests.support import BotProcess, command, import_beside, running_bot, talk


def address(process: BotProcess) -> str:
    found = re.search(r"health on (http://[\d.:]+)/health", process.log)
    assert found, process.log
    return found[1]


async def get(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def health(process: BotProcess) -> dict[str, Any]:
    async with aiohttp.ClientSession() as session, session.get(address(process) + "/health") as response:
        found: dict[str, Any] = await response.json()
        assert (response.status == 200) == found["healthy"]
        return found


async def test_a_healthy_service_says_so(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox, health_port=0) as process:
        assert (await talk(sandbox).say("/help"))["text"]
        found = await health(process)
        assert found["healthy"] is True
        assert all(found[part]["healthy"] for part in ("telegram", "database", "index"))


async def test_questions_are_counted_without_their_words(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox, health_port=0) as process:
        await talk(sandbox).say("marmotte apprivoisée")
        status, metrics = await get(address(process) + "/metrics")
        assert status == 200
        assert re.search(r'waldeck_questions_total\{kind="\w+"\} 1\.0', metrics)
        assert "waldeck_answer_seconds_count 1.0" in metrics
        assert "marmotte" not in metrics


async def test_the_last_updates_and_the_last_backup_are_known_from_the_start(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "waldeck-20260101-033000.sqlite3").touch()
    async with running_bot(tmp_path, sandbox, health_port=0) as process:
        assert (await talk(sandbox).say("/help"))["text"]
        _, metrics = await get(address(process) + "/metrics")
        for metric in ("waldeck_last_updates", "waldeck_last_backup"):
            assert re.search(rf"^{metric}_timestamp_seconds [1-9]", metrics, re.MULTILINE)


async def test_what_the_command_line_imports_is_taken_up_while_running(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    async with running_bot(tmp_path, sandbox, health_port=0) as process:
        await import_beside(process, sandbox, tmp_path)
        assert (await health(process))["index"]["healthy"]


async def test_a_taken_health_port_is_explained(tmp_path: Path, sandbox: Sandbox) -> None:
    async with running_bot(tmp_path, sandbox, health_port=0) as process:
        port = address(process).rsplit(":", 1)[1]
        status, output = await command(
            "run",
            folder=tmp_path,
            telegram_bot_token=sandbox.token,
            telegram_api_url=sandbox.url,
            database_path=tmp_path / "other.sqlite3",
            health_port=port,
        )
        assert status != 0
        assert "HEALTH_PORT" in output
