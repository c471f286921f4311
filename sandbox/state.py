"""Everything the sandbox knows, in memory: people, chats, messages, files, commands, open queries."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import Json

Listener = Callable[[str, Json], None]
TEST_TOKEN = "123456789:SANDBOX-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"  # noqa: S105 - no secret: this server's own


@dataclass
class File:
    """A file that somebody sent; ``size`` may claim more than ``data`` holds, to try limits."""

    name: str
    data: bytes
    size: int
    mime_type: str = "application/octet-stream"


@dataclass
class State:
    """The sandbox's memory, with an event to listeners at every change that people can see.

    Attributes:
        me: The bot's own user.
        query_seconds: How long a callback or inline query may wait for its answer.
        started: Users whom the bot may write to, because they wrote to it first.
        topics: Topic ids of each forum chat.
        keyboards: Reply keyboard shown in a chat, if any.
        inline_messages: Messages sent through the bot, by their inline_message_id.
        commands: Command lists by scope (JSON) and language code.
        violations: What Telegram would silently ignore and a test should not.
    """

    me: Json
    query_seconds: float = 15.0
    users: dict[int, Json] = field(default_factory=dict)
    chats: dict[int, Json] = field(default_factory=dict)
    members: dict[int, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    messages: dict[tuple[int, int], Json] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    descriptions: dict[tuple[str, str], str] = field(default_factory=dict)
    started: set[int] = field(default_factory=set)
    blocked: set[int] = field(default_factory=set)
    migrated: dict[int, int] = field(default_factory=dict)
    topics: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    keyboards: dict[int, Json] = field(default_factory=dict)
    inline_messages: dict[str, Json] = field(default_factory=dict)
    queries: dict[str, tuple[float, Json]] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _message_numbers: dict[int, Iterator[int]] = field(
        default_factory=lambda: defaultdict(lambda: itertools.count(1))
    )

    def tell(self, event: str, **content: Any) -> None:
        """Let every listener know what happened."""
        for listener in list(self.listeners):
            listener(event, content)

    def number(self) -> int:
        """A number never given before."""
        return next(self._numbers)

    def store(self, chat: Json, **fields: Any) -> Json:
        """Keep a new message of ``chat`` and give it its id and date."""
        message: Json = {
            "message_id": next(self._message_numbers[chat["id"]]),
            "date": int(time.time()),
            "chat": chat,
            **fields,
        }
        self.messages[chat["id"], message["message_id"]] = message
        self.tell("message", message=message)
        return message

    def keep_file(self, name: str, data: bytes, mime_type: str, size: int | None = None) -> str:
        """Keep a file's content and return its file_id."""
        file_id = f"file{self.number()}"
        self.files[file_id] = File(name, data, len(data) if size is None else size, mime_type)
        return file_id

    def open_query(self, **query: Any) -> str:
        """Give a callback or inline query its id and start its time."""
        query_id = str(10**15 + self.number())
        self.queries[query_id] = (time.monotonic(), query)
        return query_id

    def close_query(self, query_id: str) -> Json | None:
        """The query's content if it is open and young enough; answered or not, it is closed."""
        opened, query = self.queries.pop(query_id, (0.0, None))
        young = time.monotonic() - opened <= self.query_seconds
        return query if young else None
