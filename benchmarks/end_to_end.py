"""Messages a second through the real process and the strict server, against a bare echo bot."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median

from benchmarks.catalogues import fill, questions
from benchmarks.engine import emptied
from benchmarks.side_by_side import Result
from sandbox.server import Sandbox

PEOPLE = 50
MESSAGES = 200
ROUNDS = 7
PATIENCE_S = 120.0
SAMPLED_S = 0.1
"""Between two looks at memory."""

log = logging.getLogger(__name__)


def run(size: int, folder: Path) -> Iterator[Result]:
    """Measure the catalogue and the whole bot over so many made-up associations."""
    emptied(folder)
    database = folder / "waldeck.sqlite3"
    log.info("%s associations: writing a database", size)
    asyncio.run(fill(database, size))
    log.info("%s associations: catalogue", size)
    built = asyncio.run(_catalogue(database, size))
    figures = {
        "sqlite_build": built["catalogue_open"],
        "sqlite_build_peak": built["catalogue_peak"],
    }
    again = asyncio.run(_catalogue(database, size))
    figures |= {name: again[name] for name in ("catalogue_start", "catalogue_search", "catalogue_add")}
    log.info("%s associations: messages", size)
    figures |= asyncio.run(_messages(database, size))
    for measure, (value, unit) in figures.items():
        yield Result(engine="waldeck", documents=size, measure=measure, value=round(value, 4), unit=unit)


async def _catalogue(database: Path, size: int) -> dict[str, tuple[float, str]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.catalogues", str(database), str(size)),
        stdout=asyncio.subprocess.PIPE,
    )
    communicating = asyncio.ensure_future(process.communicate())
    peak = 0.0
    while not communicating.done():
        peak = max(peak, _together(process.pid))
        await asyncio.wait([communicating], timeout=SAMPLED_S)
    output, _ = communicating.result()
    if process.returncode:
        raise RuntimeError(f"measuring the catalogue failed with status {process.returncode}")
    figures = {name: (value, unit) for name, (value, unit) in json.loads(output).items()}
    return figures | {"catalogue_peak": (peak, "MB")}


def _together(pid: int) -> float:
    """Megabytes of memory that a process and those it started take up, files they map included."""
    kilobytes = 0
    with suppress(FileNotFoundError, ProcessLookupError):  # it ends meanwhile
        kilobytes = int(_status(pid).get("VmRSS", "0 kB").split()[0])
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                kilobytes += int(_status(int(child)).get("VmRSS", "0 kB").split()[0])
    return kilobytes / 1024


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


async def _messages(database: Path, size: int) -> dict[str, tuple[float, str]]:
    """Rounds of messages to the one and the other in turn; no question is asked twice."""
    asked = questions(size, MESSAGES * ROUNDS)
    rates: dict[str, list[float]] = {"waldeck": [], "echo": []}
    busy: dict[str, float] = {}
    async with AsyncExitStack() as stack:
        bots = {
            "waldeck": await stack.enter_async_context(_running(["bot", "run"], database)),
            "echo": await stack.enter_async_context(_running(["benchmarks.echo"], database)),
        }
        for first in range(0, len(asked), MESSAGES):
            for name, (sandbox, process) in bots.items():
                before = _processor_seconds(process.pid)
                rates[name].append(await _round(sandbox, asked[first : first + MESSAGES]))
                busy[name] = _processor_seconds(process.pid) - before
        anonymous = _anonymous(bots["waldeck"][1].pid)
    rate, bare = median(rates["waldeck"][1:]), median(rates["echo"][1:])
    return {
        "messages": (rate, "1/s"),
        "echo_messages": (bare, "1/s"),
        "echo_ratio": (rate / bare, "of the echo bot's"),
        "messages_processor": (busy["waldeck"] / MESSAGES * 1e3, "ms"),
        "echo_message_processor": (busy["echo"] / MESSAGES * 1e3, "ms"),
        "bot_anonymous": (anonymous, "MB"),
    }


@asynccontextmanager
async def _running(
    module: list[str], database: Path
) -> AsyncIterator[tuple[Sandbox, asyncio.subprocess.Process]]:
    async with Sandbox() as sandbox:
        settings = {
            "TELEGRAM_BOT_TOKEN": sandbox.token,
            "TELEGRAM_API_URL": sandbox.url,
            "DATABASE_PATH": str(database),
            "QUESTIONS_PER_MINUTE": "1000",
            "LOG_LEVEL": "WARNING",
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *module, env={**os.environ, **settings}
        )
        try:
            await asyncio.wait_for(sandbox.updates.ready.wait(), PATIENCE_S)
            yield sandbox, process
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _round(sandbox: Sandbox, asked: Sequence[str]) -> float:
    """Messages a second, from the first sent to the last answered."""
    people = [sandbox.user(id=5000 + number) for number in range(PEOPLE)]
    chats = [sandbox.private(person) for person in people]
    start = time.perf_counter()
    for person, chat, question in zip(cycle(people), cycle(chats), asked, strict=False):
        sandbox.say(chat, person, question)
    for _ in asked:
        await sandbox.wait("sendMessage", PATIENCE_S)
    return len(asked) / (time.perf_counter() - start)


def _processor_seconds(pid: int) -> float:
    """Time that a process has had a processor, its own and the system's for it; see proc(5)."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _anonymous(pid: int) -> float:
    return int(_status(pid)["RssAnon"].split()[0]) / 1024
