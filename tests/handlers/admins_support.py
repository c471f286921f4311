"""What tests of admins' conversations share: made-up entries, and a bot that can be restarted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.support import EDITING, OWNER_ID, SENDING, BotProcess, Talk, catalogue_file, running_bot, talk

HEADER = "Titre;Objet;Commune;Code postal;Site"
"""Columns of ``sheet``."""
ENTRIES: list[dict[str, object]] = [
    {
        "rna_id": "W581000001",
        "title": "Les Jongleurs du canal",
        "purpose": "Apprendre à jongler et monter un spectacle de rue chaque été",
        "theme": "006030",
        "city": "Nevers",
        "postcode": "58000",
        "commune_code": "58194",
    },
    {
        "rna_id": "W581000002",
        "title": "Atelier des cerfs-volants",
        "purpose": "Construire des cerfs-volants et les faire voler au bord de la Loire",
        "theme": "011000",
        "city": "Decize",
        "postcode": "58300",
        "commune_code": "58095",
    },
    {
        "rna_id": "W581000003",
        "title": "Entraide des quais",
        "purpose": "Aider les personnes isolées à faire leurs courses et leurs démarches",
        "theme": "019000",
        "city": "Nevers",
        "postcode": "58000",
        "commune_code": "58194",
    },
]


@dataclass
class Service:
    """The real process on its own database, that a test may stop and start again.

    Attributes:
        folder: Where the database and the log are.
        sandbox: The server it talks to.
        settings: Settings over the defaults of a test.
    """

    folder: Path
    sandbox: Sandbox
    settings: dict[str, object] = field(default_factory=dict)
    process: BotProcess | None = None

    @property
    def database(self) -> Path:
        return self.folder / "waldeck.sqlite3"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[BotProcess]:
        """The process, until the end of the block."""
        async with running_bot(self.folder, self.sandbox, **self.settings) as process:
            self.process = process
            yield process

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Read from the database, past the process."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(statement, values).fetchall()

    def write(self, statement: str, *values: object) -> None:
        """Change the database past the process, as time would."""
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(statement, values)

    def titles(self) -> set[str]:
        """Titles of all associations."""
        return {row[0] for row in self.rows("SELECT title FROM associations")}


@asynccontextmanager
async def service(folder: Path, **settings: object) -> AsyncIterator[Service]:
    """A server and a catalogue of ``ENTRIES``; the process is started by the test."""
    async with Sandbox() as sandbox:
        made = Service(folder, sandbox, settings)
        made.database.write_bytes(await _imported())
        yield made


_database: list[bytes] = []


async def _imported() -> bytes:
    """The database of ``ENTRIES`` that the real importer makes, once for all tests."""
    if not _database:
        with TemporaryDirectory() as folder:
            path = await catalogue_file(Path(folder) / "waldeck.sqlite3", ENTRIES)
            _database.append(path.read_bytes())
    return _database[0]


def owner_of(sandbox: Sandbox, *, language_code: str = "fr") -> Talk:
    """The owner of the settings, who may do everything."""
    return talk(sandbox, "Odile", id=OWNER_ID, language_code=language_code)


async def appointed(owner: Talk, first_name: str = "Amine") -> Talk:
    """A new admin, appointed by the owner."""
    admin = talk(owner.sandbox, first_name)
    answer = await owner.say(f"/admins add {admin.user['id']} {first_name}")
    assert first_name in answer["text"]
    return admin


async def shown(person: Talk, words: str) -> Json:
    """The next message, sent or edited, whose text holds ``words``."""
    while True:
        message = await person.answer(SENDING | EDITING)
        if words in (message.get("text") or message.get("caption") or ""):
            return message


def labels(message: Json) -> list[str]:
    """Labels of its buttons."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


def plain(text: str) -> str:
    """The text with ordinary spaces in the place of narrow and fixed ones."""
    return text.replace("\u202f", " ").replace("\xa0", " ")


def jsonl(entries: list[dict[str, object]]) -> bytes:
    """Entries in the project's own form."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()


def sheet(*rows: str, encoding: str = "utf-8-sig") -> bytes:
    """A spreadsheet saved as CSV."""
    return "\r\n".join([HEADER, *rows, ""]).encode(encoding)


async def proposed(admin: Talk, name: str, data: bytes) -> Json:
    """Send a file; returns what the bot says once it has looked."""
    assert "récupère" in (await admin.send_file(name, data))["text"]
    while True:
        message = await shown(admin, "")
        if "récupère" not in message["text"] and "à blanc…" not in message["text"]:
            return message
