"""What tests of conversations share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.conftest import RunningBot
from tests.handlers.admins_support import Service, appointed, service
from tests.support import Talk

ORDINARY = ("message is not modified", "query is too old")
"""Refusals that belong to an ordinary day: a button pressed twice, or late."""


def refusals(sandbox: Sandbox) -> list[tuple[str, str]]:
    """(method, reason) of each call that Telegram refused and that the bot should not have made."""
    return [
        (call.method, str(call.error))
        for call in sandbox.calls
        if call.error is not None
        # A menu of its own, and a name, need a chat, which people may not have opened yet.
        and call.method not in {"setMyCommands", "getChat"}
        and not any(text in str(call.error) for text in ORDINARY)
    ]


@pytest.fixture
def strict(bot: RunningBot) -> Iterator[None]:
    """Nothing that the test made the bot do was refused, or would be ignored silently."""
    yield
    assert refusals(bot.sandbox) == []
    assert bot.sandbox.violations == []
    assert "Traceback" not in bot.process.log


@pytest_asyncio.fixture(loop_scope="session")
async def admin(owner: Talk) -> Talk:
    """Somebody new whom the owner appointed."""
    return await appointed(owner)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def _kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    async with service(tmp_path_factory.mktemp("kept")) as made, made.running():
        yield made


@pytest.fixture
def kept(_kept: Service) -> Iterator[Service]:
    """A running bot on three associations, shared by a module; nobody is in the middle of anything."""
    _kept.write("DELETE FROM drafts")
    yield _kept
    assert refusals(_kept.sandbox) == []
    assert _kept.sandbox.violations == []
    assert _kept.process is None or "Traceback" not in _kept.process.log
