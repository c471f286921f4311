"""Settings that can't be used are all named at once, with what is expected, and nothing starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import command

BROKEN: dict[str, Any] = {
    "telegram_bot_token": "not-a-token",
    "owner_ids": "12, abc",
    "results_per_page": "many",
    "webhook_url": "http://example.org/hook",
    "backup_at": "25:99",
    "log_format": "xml",
}


async def test_every_broken_setting_is_named_at_once(tmp_path: Path) -> None:
    status, output = await command("run", folder=tmp_path, **BROKEN)
    assert status != 0
    assert "Traceback" not in output
    for name in BROKEN:
        assert name.upper() in output
    assert "des identifiants Telegram en chiffres" in output


async def test_a_broken_token_is_not_repeated(tmp_path: Path) -> None:
    secret = "123456789:short-but-secret"
    status, output = await command("run", folder=tmp_path, telegram_bot_token=secret)
    assert status != 0
    assert "TELEGRAM_BOT_TOKEN" in output
    assert secret not in output


async def test_without_a_token_the_way_to_one_is_told(tmp_path: Path) -> None:
    status, output = await command("run", folder=tmp_path)
    assert status != 0
    assert "@BotFather" in output
    assert "Traceback" not in output


async def test_faults_are_told_in_the_operators_language(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DEFAULT_LANGUAGE=en\nRESULTS_PER_PAGE=0\n", encoding="utf-8")
    status, output = await command("run", folder=tmp_path)
    assert status != 0
    assert "RESULTS_PER_PAGE = 0: a whole number from 1 to 10." in output


@pytest.mark.parametrize("name", ["run", "import", "search", "evaluate", "export", "backup", "restore"])
async def test_every_command_explains_itself_in_both_languages(tmp_path: Path, name: str) -> None:
    _, french = await command(name, "--help", folder=tmp_path)
    _, english = await command(name, "--help", folder=tmp_path, default_language="en")
    assert "cli-" not in french + english
    assert french != english
