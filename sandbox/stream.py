"""What the page sees: a picture of everything at the beginning, then each event as it happens."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from sandbox import acts, profile
from sandbox.cast import Cast
from sandbox.errors import Json
from sandbox.server import Call, Sandbox

KEPT_EVENTS = 5_000
SHOWN_CALLS = 200
LONG_RESULT = 20_000


class Stream:
    """One page's events as lines of JSON; a page that does not read is let go and starts anew."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._state = sandbox.state
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(KEPT_EVENTS)
        self._state.listeners.append(self._hear)

    def _hear(self, event: str, content: Json) -> None:
        try:
            self._lines.put_nowait(json.dumps({"event": event, **content}, default=_plain))
        except asyncio.QueueFull:
            self.close()

    async def next(self) -> str | None:
        """The next event, or None when the page should begin anew."""
        return await self._lines.get()

    def close(self) -> None:
        """Hear no more."""
        if self._hear in self._state.listeners:
            self._state.listeners.remove(self._hear)
        while not self._lines.empty():
            self._lines.get_nowait()
        self._lines.put_nowait(None)


def snapshot(sandbox: Sandbox, people: Cast, running: bool) -> Json:
    """Everything a page needs to begin.

    Returns:
        JSON-able: ``me``, ``people`` with their parts, ``chats`` with their members, ``messages``
        by chat, ``keyboards``, ``menus``, ``descriptions``, ``faults``, ``calls`` and whether the
        bot is ``running``.
    """
    state = sandbox.state
    chats = [state.chats[person.user["id"]] for person in people.people] + list(people.groups)
    shown = {chat["id"] for chat in chats}
    return {
        "me": state.me,
        "running": running,
        "people": [{**person.user, "part": person.part} for person in people.people],
        "chats": [{**chat, "members": _members(sandbox, chat)} for chat in chats],
        "messages": [message for (chat_id, _), message in state.messages.items() if chat_id in shown],
        "keyboards": {str(chat_id): keyboard for chat_id, keyboard in state.keyboards.items()},
        **settings(sandbox, people),
        "calls": [_plain(call) for call in list(sandbox.calls)[-SHOWN_CALLS:]],
    }


def settings(sandbox: Sandbox, people: Cast) -> Json:
    """What may change now and then: command menus, descriptions, privacy mode, faults."""
    state = sandbox.state
    return {
        "menus": {
            f"{chat['id']}:{person.user['id']}": profile.menu(state, chat, person.user)
            for person in people.people
            for chat in (state.chats[person.user["id"]], *people.groups)
        },
        "descriptions": {
            code: state.descriptions.get(("description", code), "") for code in ("", "fr", "en")
        },
        "languages": {str(person.user["id"]): person.user["language_code"] for person in people.people},
        "privacy": not state.me["can_read_all_group_messages"],
        "faults": {
            scope: next((name for name, kind in acts.FAULTS.items() if kind == fault), "")
            for scope, fault in sandbox.faults.standing.items()
        },
    }


def _members(sandbox: Sandbox, chat: Json) -> list[int]:
    if chat["type"] == "private":
        return [chat["id"], sandbox.me["id"]]
    return [
        user_id
        for user_id, status in sandbox.state.members[chat["id"]].items()
        if status not in ("left", "kicked")
    ]


def _plain(value: Any) -> Any:
    """Calls and files as JSON; a long result is cut, for it is only to look at."""
    if not isinstance(value, Call):
        return str(value)
    result = json.dumps(value.result)
    return {
        "method": value.method,
        "params": {name: _parameter(given) for name, given in value.params.items()},
        "result": value.result if len(result) <= LONG_RESULT else f"{result[:LONG_RESULT]}…",
        "error": value.error.body() if value.error else None,
        "at": value.at,
        "milliseconds": round(value.seconds * 1000),
    }


def _parameter(value: Any) -> Any:
    if isinstance(value, tuple):
        name, data = value
        return {"file": name, "bytes": len(data)}
    return value
