"""What many tests need: a real bot process against the sandbox, a catalogue, people who talk."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import Json
from sandbox.server import Call, Sandbox
from storage.database import Database
from storage.imports import import_file

START_SECONDS = 60.0
STOP_SECONDS = 20.0
OWNER_ID = 9001
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
SENDING = frozenset({"sendMessage", "sendDocument", "sendPhoto"})
EDITING = frozenset({"editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup"})


async def catalogue_file(path: Path, entries: Iterable[Mapping[str, object]]) -> Path:
    """Import these entries (keys of the project's JSONL form) into the database at ``path``."""
    lines = path.with_suffix(".jsonl")
    lines.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    database = await Database.open(path)
    try:
        report = await import_file(database, lines)
    finally:
        await database.close()
    assert not report.left_out, report
    return path


async def command(
    *arguments: str, folder: Path, kill_after: float | None = None, **settings: object
) -> tuple[int, str]:
    """Run ``python -m bot`` with these arguments in ``folder``; its exit status and all it wrote.

    With ``kill_after`` it is ended by SIGKILL after that many seconds, unless it ended before.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=folder,
        env=environment(**settings),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    if kill_after is not None:
        asyncio.get_running_loop().call_later(kill_after, _kill, process)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()


def environment(**settings: object) -> dict[str, str]:
    """The variables of a process with these settings and no others of this machine's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PYTHONPATH") if name in os.environ}
    return kept | {name.upper(): str(value) for name, value in settings.items()}


@dataclass
class BotProcess:
    """A running ``python -m bot run``."""

    process: asyncio.subprocess.Process
    log_path: Path
    database: Path

    @property
    def log(self) -> str:
        """Everything it has written so far, to standard output and standard error."""
        return self.log_path.read_text(encoding="utf-8")

    async def terminate(self) -> int:
        """Send SIGTERM, wait for the end and return the exit status."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> int:
        """End it without warning, as a power cut would."""
        return await self._end(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for its end and return the exit status."""
        return await asyncio.wait_for(self.process.wait(), STOP_SECONDS)

    async def _end(self, how: signal.Signals) -> int:
        if self.process.returncode is None:
            self.process.send_signal(how)
        return await self.wait()


@asynccontextmanager
async def running_bot(tmp_path: Path, sandbox: Sandbox, **settings: object) -> AsyncIterator[BotProcess]:
    """Run the service against ``sandbox`` until the end of the block.

    Args:
        tmp_path: Folder for the database and the log, also the working directory (no ``.env`` there).
        sandbox: The server it talks to.
        **settings: Settings by their names in lower case, over the defaults of a test.

    Yields:
        The process, once it fetches updates.
    """
    defaults: dict[str, object] = {
        "telegram_bot_token": sandbox.token,
        "telegram_api_url": sandbox.url,
        "owner_ids": OWNER_ID,
        "database_path": tmp_path / "waldeck.sqlite3",
        "questions_per_minute": 1000,
    }
    values = defaults | settings
    log_path = tmp_path / "bot.log"
    sandbox.updates.ready.clear()
    with log_path.open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            cwd=tmp_path,
            env=environment(**values),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    running = BotProcess(process, log_path, Path(str(values["database_path"])))
    try:
        await _ready(running, sandbox)
        yield running
    finally:
        await _stopped(running)


async def import_beside(process: BotProcess, sandbox: Sandbox, folder: Path) -> None:
    """Import by another process what the service then takes up: its next answers find it.

    Raises:
        AssertionError: The import failed, or was not found within some ten seconds.
    """
    lines = folder / "club.txt"
    lines.write_text("sauvegarder les marmottes du parc\n", encoding="utf-8")
    status, output = await command("import", str(lines), "--database", str(process.database), folder=folder)
    assert status == 0, output
    camille = talk(sandbox)
    for _ in range(20):
        if "marmottes" in (await camille.say("sauvegarder le parc"))["text"]:
            return
        await asyncio.sleep(0.5)
    raise AssertionError("the import was never found")


@asynccontextmanager
async def demonstration(
    folder: Path, *arguments: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """Run ``python -m bot demo`` and yield it with its page's address."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--no-browser", *arguments),
        cwd=folder,
        env=environment(tmpdir=folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout
        async with asyncio.timeout(START_SECONDS):
            line = (await process.stdout.readline()).decode().strip()
            while line and not ADDRESS.fullmatch(line):
                line = (await process.stdout.readline()).decode().strip()
        yield process, line
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def _ready(running: BotProcess, sandbox: Sandbox) -> None:
    ended = asyncio.ensure_future(running.process.wait())
    ready = asyncio.ensure_future(sandbox.updates.ready.wait())
    await asyncio.wait({ended, ready}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    started = ready.done()
    for task in (ended, ready):
        task.cancel()
    await asyncio.gather(ended, ready, return_exceptions=True)
    if not started:
        raise AssertionError(f"the bot did not start:\n{running.log}")


async def _stopped(running: BotProcess) -> None:
    """Leave no process behind, whatever the test did."""
    try:
        await running.terminate()
    except TimeoutError:
        await running.kill()
        raise AssertionError(f"the bot did not stop:\n{running.log}") from None


def buttons(message: Json) -> list[Json]:
    """The inline buttons of a message, row after row."""
    return [button for row in message.get("reply_markup", {}).get("inline_keyboard", []) for button in row]


def button(message: Json, label: str) -> str:
    """Callback data of the button whose label, or whose data, contains ``label``."""
    for one in buttons(message):
        data = one.get("callback_data")
        if data is not None and (label in one["text"] or label == data):
            return str(data)
    raise AssertionError(f"no button {label!r} in {[one['text'] for one in buttons(message)]}")


@dataclass
class Talk:
    """A person in a chat with the bot, and the bot's answers there."""

    sandbox: Sandbox
    user: Json
    chat: Json

    async def say(self, words: str, **more: Any) -> Json:
        """Type something and return the message that the bot answers with."""
        self.sandbox.say(self.chat, self.user, words, **more)
        return await self.answer()

    async def press(self, message: Json, label: str) -> Json:
        """Press the button with ``label`` in it; return what the bot then edits or sends."""
        self.sandbox.press(self.user, message, button(message, label))
        return await self.answer(SENDING | EDITING)

    async def send_file(self, name: str, data: bytes, **more: Any) -> Json:
        """Send a document and return the bot's answer."""
        self.sandbox.send_file(self.chat, self.user, name, data, **more)
        return await self.answer()

    async def answer(self, methods: frozenset[str] = SENDING) -> Json:
        """The next message that the bot sends (or edits) in this chat."""
        return (await self.answer_call(methods)).result  # type: ignore[no-any-return]

    async def answer_call(self, methods: frozenset[str] = SENDING) -> Call:
        """The call behind the next message in this chat."""
        while True:
            call = await self.sandbox.wait()
            if call.method in methods and call.params.get("chat_id") == self.chat["id"]:
                return call


def talk(sandbox: Sandbox, first_name: str = "Camille", *, language_code: str = "fr", **more: Any) -> Talk:
    """A new person in a private chat with the bot."""
    user = sandbox.user(first_name, language_code=language_code, **more)
    return Talk(sandbox, user, sandbox.private(user))
