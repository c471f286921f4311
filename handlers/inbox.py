"""Updates taken from Telegram: each in a file beside the database until the person has been answered."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import dataclass
from pathlib import Path

from telegram import Bot, Update

from handlers.metrics import ERRORS, WAITING
from handlers.recent import Recent

logger = logging.getLogger(__name__)

LIMIT = 512
"""Updates in memory; Telegram keeps the others."""
REMEMBERED = 1000
"""Numbers of updates by which one that is delivered again is known: more than Telegram delivers at once."""
MOST_TRIES = 3
"""An update under which the process died so often is given up, so that it can't be the end of every start."""
_NAME = re.compile(r"[0-9]{1,20}\.([0-9]{1,3}|sent)\.json")
_SENT = "sent"
_TAKEN = "taken.json"


@dataclass(slots=True)
class _Kept:
    """An update under way: its file, None where none could be written, and what is at work on it."""

    path: Path | None
    tries: int = 0
    works: int = 1
    held: bool = False

    def call(self, state: int | str) -> None:
        """Let the file's name tell the number of tries, or that the answer has set out."""
        if self.path is None:
            return
        number = self.path.name.partition(".")[0]
        try:
            self.path = self.path.rename(self.path.with_name(f"{number}.{state}.json"))
        except OSError as error:
            logger.warning("the state of an update was not noted: %s", error)


class Inbox(asyncio.Queue[object]):
    """The application's queue of updates, which outlives the process.

    Telegram forgets an update as soon as it has been fetched, or the webhook has answered. So each is
    written down before that and removed when its work is done; what a restart or a kill cut short is
    queued again at the next start, unless its answer had set out: nobody is answered twice.
    While ``limit`` updates are under way, ``put`` waits, and with it Telegram holds back the rest.

    Args:
        folder: Where the files are; made when needed.
        limit: How many updates may be under way.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        super().__init__()
        self._folder = folder
        self._limit = limit
        self._kept: dict[int, _Kept] = {}
        self._taken: Recent[int, bool] = Recent(REMEMBERED)
        self._room = asyncio.Event()
        self._closed = False
        self._failing = False

    async def put(self, item: object) -> None:
        """Write an update down and queue it when there is room; pass over one that was taken before."""
        if not isinstance(item, Update):
            self.put_nowait(item)  # python-telegram-bot's own sign that it stops
        elif not self._taken.get(item.update_id):
            self._taken.put(item.update_id, True)
            await self._line_up(item, _Kept(self._written(item)))

    async def _line_up(self, update: Update, kept: _Kept) -> None:
        while len(self._kept) >= self._limit and not self._closed:
            self._room.clear()
            await self._room.wait()
        if not self._closed:  # else the next start finds its file
            self._kept[update.update_id] = kept
            WAITING.set(len(self._kept))
            self.put_nowait(update)

    def _written(self, update: Update) -> Path | None:
        path = self._folder / f"{update.update_id}.0.json"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            path.write_text(update.to_json(), encoding="utf-8")
        except OSError as error:
            if not self._failing:  # a full disk is no reason to leave anybody without an answer
                logger.warning("updates can't be kept over a restart: %s", error)
            self._failing = True
            path.unlink(missing_ok=True)
            return None
        self._failing = False
        return path

    def begin(self, update: Update) -> None:
        """Count one more try at an update."""
        if kept := self._kept.get(update.update_id):
            kept.tries += 1
            kept.call(kept.tries)

    def sending(self, number: int) -> None:
        """Note that a message leaves for this update: it may arrive whatever becomes of us."""
        kept = self._kept.get(number)
        if kept is not None and not kept.held:
            kept.call(_SENT)

    def unsent(self, number: int) -> None:
        """Note that the message certainly did not arrive."""
        if kept := self._kept.get(number):
            kept.call(kept.tries)

    def hold(self, update: Update) -> None:
        """Let the update be done only after one more ``release``: work on it goes on behind its handler.

        What was said so far only announced that work, so all of it is done anew after a restart.
        """
        if kept := self._kept.get(update.update_id):
            kept.works += 1
            kept.held = True
            kept.call(kept.tries)

    def release(self, update: Update) -> None:
        """Note that a work on the update is done; after the last one it is forgotten."""
        kept = self._kept.get(update.update_id)
        if kept is None:
            return
        kept.works -= 1
        if kept.works:
            return
        del self._kept[update.update_id]
        WAITING.set(len(self._kept))
        self._room.set()
        _remove(kept.path)

    async def replay(self, bot: Bot) -> None:
        """Queue what an earlier process did not finish, in its order; call it before anything is fetched."""
        for number in self._numbers_taken():
            self._taken.put(number, True)
        left = sorted((p for p in self._folder.glob("*") if _NAME.fullmatch(p.name)), key=_number)
        again = [(path, update) for path in left if (update := _to_repeat(path, bot))]
        if again:
            logger.info("%d updates of an earlier run are taken up again", len(again))
        for path, update in again:
            self._taken.put(update.update_id, True)
            await self._line_up(update, _Kept(path, tries=int(_state(path))))

    def _numbers_taken(self) -> list[int]:
        try:
            numbers = json.loads((self._folder / _TAKEN).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []  # the first start, or the process was killed
        return [number for number in numbers if isinstance(number, int)]

    def close(self) -> None:
        """Queue nothing more: what still comes is written down for the next start."""
        self._closed = True
        self._room.set()

    def remember(self) -> None:
        """Note which updates were taken, for Telegram may not have heard it; call it after the last fetch."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            (self._folder / _TAKEN).write_text(json.dumps(self._taken.keys()), encoding="utf-8")
        except OSError as error:
            logger.warning("Telegram may deliver some updates twice: %s", error)


def _number(path: Path) -> int:
    return int(path.name.partition(".")[0])


def _state(path: Path) -> str:
    return path.name.split(".")[1]


def _to_repeat(path: Path, bot: Bot) -> Update | None:
    """The update of a file, to be answered now; None for one that must not be, whose file is removed."""
    state, update = _state(path), _read(path, bot)
    if update is None:
        _remove(path)  # torn by a kill: Telegram was not told that we have it
        return None
    if state != _SENT and int(state) < MOST_TRIES:
        return update
    kind = "unconfirmed" if state == _SENT else "given_up"
    logger.warning("update %d is not taken up again: %s", update.update_id, kind)
    ERRORS.labels(kind).inc()
    _remove(path)
    return None


def _read(path: Path, bot: Bot) -> Update | None:
    try:
        return Update.de_json(json.loads(path.read_text(encoding="utf-8")), bot)
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read: %s", path.name, error)
        return None


def _remove(path: Path | None) -> None:
    try:
        if path is not None:
            path.unlink(missing_ok=True)
    except OSError as error:
        logger.warning("an update that was answered may be answered again: %s", error)
