"""Files that admins sent, kept beside the database until they are imported, given up or a day old."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

DAY_SECONDS = 24 * 3600
_UNSAFE = re.compile(r"[^\w .()-]+")
_NAME = re.compile(r"[0-9]{1,18}-[0-9a-f]{12}")
_STATE = ".state.json"


class Stage(StrEnum):
    """How far a file has come."""

    ARRIVING = "arriving"
    OFFERED = "offered"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class State:
    """How far a file has come, and the message that tells of it."""

    stage: Stage
    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """One file that waits, in a folder of its own named by who sent it and a token."""

    folder: Path

    @property
    def user_id(self) -> int:
        """Who sent it."""
        return int(self.folder.name.partition("-")[0])

    @property
    def token(self) -> str:
        """What the buttons carry."""
        return self.folder.name.partition("-")[2]

    @property
    def file(self) -> Path | None:
        """The file itself; None while it has not arrived."""
        return next((path for path in self.folder.iterdir() if path.name != _STATE), None)

    @property
    def state(self) -> State | None:
        """How far it has come; None when that can't be read."""
        try:
            stage, chat_id, message_id = json.loads((self.folder / _STATE).read_text(encoding="utf-8"))
            return State(Stage(stage), int(chat_id), int(message_id))
        except (OSError, ValueError):
            return None

    def mark(self, stage: Stage, chat_id: int, message_id: int) -> None:
        """Note how far it has come, so that a restart is told from a wait for the person."""
        path = self.folder / _STATE
        path.touch()
        with path.open("r+", encoding="utf-8") as file:  # in its place, for which a full disk has room
            file.write(json.dumps([stage, chat_id, message_id]))
            file.truncate()

    def remove(self) -> None:
        """The file is needed no more."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Spool:
    """The folder of waiting files.

    Args:
        database: The database that it stands beside.
    """

    def __init__(self, database: Path) -> None:
        self._folder = database.with_name(f"{database.name}.spool")

    def place(self, user_id: int, file_name: str) -> tuple[Waiting, Path]:
        """A new folder, and the path for a file of that name in it."""
        waiting = Waiting(self._folder / f"{user_id}-{secrets.token_hex(6)}")
        waiting.folder.mkdir(parents=True, mode=0o700)
        name = _UNSAFE.sub("_", Path(file_name.replace("\\", "/")).name)[-80:].lstrip(".")
        return waiting, waiting.folder / (name or "file")

    @property
    def room(self) -> Path:
        """A folder for files that are written only to be sent."""
        self._folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        return self._folder

    @property
    def plots(self) -> Path:
        """Where matplotlib keeps its list of fonts: a service may have no home."""
        return self.room / "matplotlib"

    def get(self, user_id: int, token: str) -> Waiting | None:
        """The person's file with this token, if it is there."""
        waiting = Waiting(self._folder / f"{user_id}-{token}")
        return waiting if waiting.folder.is_dir() and waiting.file is not None else None

    def all(self) -> list[Waiting]:
        """Every file that waits."""
        if not self._folder.is_dir():
            return []
        return [Waiting(folder) for folder in sorted(self._folder.iterdir()) if _NAME.fullmatch(folder.name)]

    def forget_old(self) -> None:
        """Remove what nobody confirmed within a day, and what a kill left of files to be sent."""
        for folder in self.room.iterdir():
            if folder != self.plots and folder.stat().st_mtime < time.time() - DAY_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
