"""Fixtures that many tests share."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.support import OWNER_ID, BotProcess, Talk, catalogue_file, running_bot, talk


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are processors: tests wait for processes as much as they work."""
    return 2 * (os.cpu_count() or 1)


def made_up_associations() -> list[dict[str, object]]:
    """The demonstration's associations."""
    text = files("sandbox").joinpath("data", "associations.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A server of its own, without a bot."""
    async with Sandbox() as server:
        yield server


@dataclass
class RunningBot:
    """The real process on the made-up catalogue, shared by the tests of a module."""

    sandbox: Sandbox
    process: BotProcess


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    """One process a module; every test speaks to it as another person."""
    folder = tmp_path_factory.mktemp("bot")
    database: Path = await catalogue_file(folder / "waldeck.sqlite3", made_up_associations())
    async with Sandbox() as server, running_bot(folder, server, database_path=database) as process:
        yield RunningBot(server, process)


@pytest.fixture
def member(bot: RunningBot) -> Talk:
    """Somebody new, with a French client."""
    return talk(bot.sandbox)


@pytest.fixture
def english_member(bot: RunningBot) -> Talk:
    """Somebody new, with an English client."""
    return talk(bot.sandbox, "Robin", language_code="en")


@pytest.fixture
def owner(bot: RunningBot) -> Talk:
    """The owner, who may do everything."""
    known = bot.sandbox.state.users.get(OWNER_ID)
    if known:
        return Talk(bot.sandbox, known, bot.sandbox.private(known))
    return talk(bot.sandbox, "Odile", id=OWNER_ID)
