"""The demonstration: the server, its chat page and a real bot process, all gone again at the end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sandbox import cast
from sandbox.server import Sandbox
from sandbox.web import Page


class PortUnavailable(Exception):
    """The page's port is taken, or this user may not listen on it."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(f"{port}: {reason}")
        self.port = port
        self.reason = reason


Prepare = Callable[[Path], Awaitable[None]]
Announce = Callable[[str], None]
USERNAME = "waldeck_demo_bot"
STOP_SECONDS = 10.0
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "SYSTEMROOT")


def run(*, prepare: Prepare, announce: Announce, port: int = 0, browser: bool = True) -> int:
    """Serve until Ctrl-C, SIGTERM or the bot's own end.

    Args:
        prepare: Creates the database at the path it is given.
        announce: Told the page's address once it can be opened.
        port: Port of the page; 0 lets the system choose.
        browser: Open a browser if there is one.

    Returns:
        The exit status: 0, or 1 when the bot ended by itself.

    Raises:
        PortUnavailable: Nothing can listen on ``port``.
    """
    return asyncio.run(_demonstrate(prepare, announce, port, browser))


async def _demonstrate(prepare: Prepare, announce: Announce, port: int, browser: bool) -> int:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    sandbox = Sandbox(username=USERNAME, first_name="Waldeck")
    page = Page(sandbox, cast.gather(sandbox))
    with tempfile.TemporaryDirectory(prefix="waldeck-demo-") as folder:
        database = Path(folder) / "waldeck.sqlite3"
        try:
            await sandbox.start(port)
        except OSError as error:
            raise PortUnavailable(port, error.strerror or str(error)) from error
        try:
            await prepare(database)
            async with bot_process(sandbox, database) as process:
                page.set_running(True)
                return await _serve(sandbox, process, stopped, partial(_shown, announce, browser))
        finally:
            await sandbox.stop()


async def _serve(
    sandbox: Sandbox, process: asyncio.subprocess.Process, stopped: asyncio.Event, show: Announce
) -> int:
    ended = asyncio.ensure_future(process.wait())
    ready = asyncio.ensure_future(sandbox.updates.ready.wait())
    asked = asyncio.ensure_future(stopped.wait())
    try:
        await asyncio.wait({ended, ready, asked}, return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and not asked.done():
            await asyncio.to_thread(show, f"{sandbox.url}/")
            await asyncio.wait({ended, asked}, return_when=asyncio.FIRST_COMPLETED)
        return 0 if asked.done() else 1
    finally:
        for task in (ended, ready, asked):
            task.cancel()


@asynccontextmanager
async def bot_process(sandbox: Sandbox, database: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the service against ``sandbox`` until the end of the block; nothing of it is left behind.

    It works in the database's folder, where no ``.env`` is, and in a session of its own, so that a
    Ctrl-C in the terminal reaches only this process, which then ends it. Its standard input is a leash:
    should this process be killed, the service ends too and clears the folder away.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox.leash", str(database.parent), "bot", "run"),
        cwd=database.parent,
        env=_environment(sandbox, database),
        stdin=asyncio.subprocess.PIPE,
        stdout=sys.stderr,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
                await process.wait()


def _environment(sandbox: Sandbox, database: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    return kept | {
        "TELEGRAM_BOT_TOKEN": sandbox.token,
        "TELEGRAM_API_URL": sandbox.url,
        "OWNER_IDS": str(cast.OWNER_ID),
        "DATABASE_PATH": str(database),
        "LOG_LEVEL": "WARNING",
    }


def _shown(announce: Announce, browser: bool, address: str) -> None:
    announce(address)
    if browser:
        _open_browser(address)


def _open_browser(address: str) -> None:
    """Open a window if this session has a screen; text browsers would take over the terminal."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
