"""Order for each person, side by side and in turn for all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, cast

import pytest
from telegram import CallbackQuery, Chat, Message, Update, User

from handlers.context import App
from handlers.inbox import Inbox
from handlers.processor import FairProcessor, key

ALICE, BOB = 1, 2


class Tasks:
    """Stands for the application: starts tasks and keeps them."""

    def __init__(self) -> None:
        self.started: list[asyncio.Task[None]] = []

    def create_task(self, coroutine: Coroutine[Any, Any, None], update: object = None) -> None:
        del update
        self.started.append(asyncio.create_task(coroutine))

    async def done(self) -> None:
        await asyncio.gather(*self.started)


def message(user_id: int, chat_id: int | None = None) -> Update:
    user = User(user_id, "A", is_bot=False)
    kind = Chat.PRIVATE if chat_id is None else Chat.SUPERGROUP
    sent = Message(1, cast(Any, None), Chat(chat_id or user_id, kind), from_user=user, text="a")
    return Update(1, message=sent)


def processor(folder: Path, at_once: int = 8) -> tuple[FairProcessor, Tasks]:
    tasks = Tasks()
    made = FairProcessor(Inbox(folder), at_once)
    made.attach(cast(App, tasks))
    return made, tasks


async def test_one_persons_updates_follow_each_other(tmp_path: Path) -> None:
    fair, tasks = processor(tmp_path)
    events: list[str] = []

    async def work(name: str) -> None:
        events.append(f"{name} begins")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        events.append(f"{name} ends")

    for name in ("first", "second", "third"):
        await fair.process_update(message(ALICE), work(name))
    await tasks.done()
    assert events == [
        f"{name} {what}" for name in ("first", "second", "third") for what in ("begins", "ends")
    ]


async def test_a_slow_update_holds_up_its_person_and_nobody_else(tmp_path: Path) -> None:
    fair, tasks = processor(tmp_path)
    slow, served = asyncio.Event(), asyncio.Event()
    after: list[str] = []

    async def wait() -> None:
        await slow.wait()
        after.append("slow")

    async def note() -> None:
        after.append("next")

    async def serve() -> None:
        served.set()

    await fair.process_update(message(ALICE), wait())
    await fair.process_update(message(ALICE), note())
    await fair.process_update(message(BOB), serve())
    await asyncio.wait_for(served.wait(), 5)
    assert after == []
    slow.set()
    await tasks.done()
    assert after == ["slow", "next"]


async def test_a_flood_by_one_person_does_not_put_off_the_other(tmp_path: Path) -> None:
    fair, tasks = processor(tmp_path, at_once=1)
    order: list[str] = []

    async def note(name: str) -> None:
        await asyncio.sleep(0)
        order.append(name)

    for number in range(50):
        await fair.process_update(message(ALICE), note(f"alice {number}"))
    await fair.process_update(message(BOB), note("bob"))
    await tasks.done()
    assert order.index("bob") <= 2
    assert [name for name in order if name != "bob"] == [f"alice {number}" for number in range(50)]


async def test_an_error_frees_the_line(tmp_path: Path) -> None:
    fair, tasks = processor(tmp_path, at_once=1)
    done: list[str] = []

    async def fail() -> None:
        raise LookupError("on purpose")

    async def note() -> None:
        done.append("after")

    await fair.process_update(message(ALICE), fail())
    await fair.process_update(message(ALICE), note())
    with pytest.raises(LookupError):
        await tasks.started[0]
    await tasks.started[1]
    assert done == ["after"]


def test_lines_are_per_person_in_private_and_per_chat_in_groups() -> None:
    assert key(message(ALICE)) == ALICE
    assert key(message(ALICE, -5)) == key(message(BOB, -5)) == -5
    press = CallbackQuery(
        "1", User(ALICE, "A", is_bot=False), "1", message=message(BOB, -5).message, data="-"
    )
    assert key(Update(1, callback_query=press)) == ALICE
    assert key(object()) == key(Update(1)) == 0
