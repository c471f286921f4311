"""Hours of mixed load on the real process: memory and descriptors must stay flat, every message answered.

    python -m benchmarks.endurance --minutes 120 --rate 20

Prints a line a minute and a verdict; writes both to ``--report`` as Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandbox.server import Sandbox

OWNER = 9001
PEOPLE = 200
ORDINARY = ("query is too old", "message is not modified")
"""What Telegram answers when somebody presses late or twice."""
QUESTIONS = (
    "chorale",
    "je cherche un club de randonnée près de Nantes",
    "aide aux devoirs pour mon fils",
    "danse à Lyon",
    "ma mère perd la mémoire",
    "jardin partagé",
    "associatoin de parents d'éleves",
    "knitting club",
    "58000",
    "combien d'associations à Brest ?",
    "W000000007",
    "merci beaucoup",
)


@dataclass
class Load:
    """What was sent and what came back."""

    sandbox: Sandbox
    process: asyncio.subprocess.Process
    people: list[dict[str, Any]]
    owner: dict[str, Any]
    sent: int = 0
    added: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    def act(self) -> None:
        """One person does one thing."""
        acts: list[tuple[Callable[[], None], int]] = [
            (self._ask, 60),
            (self._press, 25),
            (self._inline, 8),
            (self._edit, 3),
            (self._add, 4),
        ]
        self.chance.choices([act for act, _ in acts], [weight for _, weight in acts])[0]()
        self.sent += 1

    def _someone(self) -> dict[str, Any]:
        return self.chance.choice(self.people)

    def _ask(self) -> None:
        person = self._someone()
        self.sandbox.say(self.sandbox.private(person), person, self.chance.choice(QUESTIONS))

    def _press(self) -> None:
        messages = self.sandbox.state.messages
        person = self._someone()
        for message in reversed(list(messages.values())[-200:]):
            buttons = message.get("reply_markup", {}).get("inline_keyboard", [])
            datas = [b["callback_data"] for row in buttons for b in row if "callback_data" in b]
            if message["chat"]["id"] == person["id"] and datas:
                self.sandbox.press(person, message, self.chance.choice(datas))
                return
        self._ask()

    def _inline(self) -> None:
        self.sandbox.inline(self._someone(), self.chance.choice(QUESTIONS))

    def _edit(self) -> None:
        person = self._someone()
        message = self.sandbox.say(self.sandbox.private(person), person, "chorale")
        self.sandbox.edit(message, self.chance.choice(QUESTIONS))

    def _add(self) -> None:
        self.added += 1
        words = (
            f"/add Club d’endurance n° {self.added} | tenir la distance numéro {self.added} | Nevers | 58000"
        )
        self.sandbox.say(self.sandbox.private(self.owner), self.owner, words)


def memory_mb(pid: int) -> float:
    """Anonymous resident memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1000
    return 0.0


def descriptors(pid: int) -> int:
    """Open file descriptors."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


async def unanswered(sandbox: Sandbox, person: dict[str, Any], patience: float = 30.0) -> bool:
    """Whether a last question, asked after all the others, stays without an answer."""
    chat = sandbox.private(person)
    asked = sandbox.say(chat, person, "chorale")
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if any(
            m.get("reply_to_message", {}).get("message_id") == asked["message_id"]
            for (chat_id, _), m in list(sandbox.state.messages.items())
            if chat_id == chat["id"]
        ):
            return False
        await asyncio.sleep(0.05)
    return True


def lost(sandbox: Sandbox) -> int:
    """Questions of people that no message of the bot replies to."""
    answered, asked = set(), set()
    for (chat, number), message in sandbox.state.messages.items():
        if message["from"]["id"] == sandbox.me["id"]:
            answered.add((chat, message.get("reply_to_message", {}).get("message_id")))
        elif not str(message.get("text", "")).startswith("/"):
            asked.add((chat, number))
    return len(asked - answered)


async def main_loop(load: Load, minutes: float, rate: float) -> list[tuple[float, int, float, int]]:
    """Act ``rate`` times a second; rows of (minutes, sent, MB, descriptors)."""
    began, rows = time.monotonic(), [_row(load, 0.0)]
    while (elapsed := time.monotonic() - began) < minutes * 60:
        if elapsed / 60 >= len(rows):
            rows.append(_row(load, elapsed))
        for _ in range(int(elapsed * rate) - load.sent):
            load.act()
        await asyncio.sleep(1 / rate)
    return [*rows, _row(load, minutes * 60)]


def _row(load: Load, elapsed: float) -> tuple[float, int, float, int]:
    pid = load.process.pid
    row = (elapsed / 60, load.sent, memory_mb(pid), descriptors(pid))
    print(f"{row[0]:7.1f} min {row[1]:8d} sent {row[2]:7.1f} MB {row[3]:4d} descriptors", flush=True)
    return row


async def run(minutes: float, rate: float, report: Path | None) -> int:
    """Carry out the load and judge it; 0 when nothing was lost and nothing grew."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            people = [sandbox.user(f"P{n}", language_code="fr") for n in range(PEOPLE)]
            owner = sandbox.user("Odile", id=OWNER, language_code="fr")
            sandbox.private(owner)
            process = await _start(Path(folder), sandbox)
            load = Load(sandbox, process, people, owner)
            await sandbox.updates.ready.wait()
            rows = await main_loop(load, minutes, rate)
            silent = await unanswered(sandbox, people[0])
            missing = lost(sandbox)
            refused = [c for c in sandbox.calls if c.error and not any(t in str(c.error) for t in ORDINARY)]
            for call in refused:
                print("refused:", call.method, call.error)
            process.terminate()
            status = await process.wait()
            log = (Path(folder) / "log").read_text(encoding="utf-8")
    return _judge(rows, report, silent=silent, missing=missing, refused=len(refused), status=status, log=log)


async def _start(folder: Path, sandbox: Sandbox) -> asyncio.subprocess.Process:
    database, source = folder / "waldeck.sqlite3", folder / "associations.jsonl"
    source.write_bytes(files("sandbox").joinpath("data", "associations.jsonl").read_bytes())
    environment = {
        **os.environ,
        "TELEGRAM_BOT_TOKEN": sandbox.token,
        "TELEGRAM_API_URL": sandbox.url,
        "OWNER_IDS": str(OWNER),
        "DATABASE_PATH": str(database),
        "QUESTIONS_PER_MINUTE": "1000",
    }
    importing = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "import", str(source)),
        env=environment,
        stdout=asyncio.subprocess.DEVNULL,
    )
    await importing.wait()
    with (folder / "log").open("wb") as log:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"), env=environment, cwd=folder, stdout=log, stderr=log
        )


def _judge(
    rows: list[tuple[float, int, float, int]],
    report: Path | None,
    *,
    silent: bool,
    missing: int,
    refused: int,
    status: int,
    log: str,
) -> int:
    settled = rows[len(rows) // 4 :] or rows
    growth = settled[-1][2] - settled[0][2]
    verdict = {
        "sent": rows[-1][1],
        "unanswered": missing + silent,
        "refused by the server": refused,
        "errors in the log": log.count(" ERROR "),
        "memory after a quarter, MB": round(settled[0][2], 1),
        "memory at the end, MB": round(settled[-1][2], 1),
        "descriptors after a quarter": settled[0][3],
        "descriptors at the end": settled[-1][3],
        "exit status": status,
    }
    print(json.dumps(verdict, indent=2))
    if report is not None:
        table = "\n".join(f"| {m:.0f} | {s} | {mb:.1f} | {fds} |" for m, s, mb, fds in rows)
        facts = "\n".join(f"- {name}: {value}" for name, value in verdict.items())
        report.write_text(
            f"# Endurance\n\n{facts}\n\n| minutes | sent | MB | descriptors |\n|--:|--:|--:|--:|\n{table}\n",
            encoding="utf-8",
        )
    flat = growth < 0.1 * settled[0][2] + 5
    return 0 if flat and not (missing or silent or refused or status) else 1


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--report", type=Path)
    given = parser.parse_args()
    sys.exit(asyncio.run(run(given.minutes, given.rate, given.report)))


if __name__ == "__main__":
    main()
