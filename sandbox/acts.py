"""What the page may ask for: each act checked, then done as one of the cast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox import cast, errors, faults
from sandbox.errors import ApiError, Json, bad
from sandbox.faults import Fault
from sandbox.html import utf16_length
from sandbox.people import NoSuchButton
from sandbox.server import Sandbox
from sandbox.text import TEXT_LIMIT

INLINE_QUERY_LIMIT = 256
TYPED_LIMIT = 100_000
FAULTS: dict[str, Fault] = {
    "slow": Fault(seconds=3.0),
    "too_many": Fault(error=errors.too_many(3)),
    "bad_gateway": Fault(error=ApiError(502, "Bad Gateway")),
    "reset": Fault(broken="drop"),
    "half": Fault(broken="half"),
}
SCOPES: tuple[faults.Scope, ...] = ("sending", "receiving", "files")
STICKER: Json = {
    "file_id": "sticker",
    "file_unique_id": "usticker",
    "type": "regular",
    "width": 512,
    "height": 512,
    "is_animated": False,
    "is_video": False,
    "emoji": "🌻",
}
VOICE: Json = {"file_id": "voice", "file_unique_id": "uvoice", "duration": 4, "mime_type": "audio/ogg"}


class Acts:
    """Dispatches the page's requests by name."""

    def __init__(self, world: Sandbox, people: cast.Cast) -> None:
        self.world = world
        self.people = people
        self.by_name: dict[str, Callable[[Json], Any]] = {
            "say": self.say,
            "edit": self.edit,
            "press": self.press,
            "inline": self.inline,
            "choose": self.choose,
            "send": self.send,
            "language": self.language,
            "privacy": self.privacy,
            "fault": self.fault,
            "again": self.again,
            "block": self.block,
        }
        self._last_update: Json | None = None
        self._results: dict[str, Json] = {}
        world.state.listeners.append(self._remember)

    def carry_out(self, name: str, body: object) -> Any:
        """Do one act.

        Raises:
            ApiError: No such act, or something in the body is not as it should be.
        """
        if name not in self.by_name:
            raise ApiError(404, f"Not Found: no act called {name}")
        if not isinstance(body, dict):
            raise bad("a JSON object is expected")
        return self.by_name[name](body)

    def _remember(self, event: str, content: Json) -> None:
        if event == "update":
            self._last_update = content["update"]
        elif event == "inline":
            self._results = {result["id"]: result for result in content["results"]}

    def user(self, body: Json) -> Json:
        """The person who acts."""
        user = self.people.person(body.get("user"))
        if user is None:
            raise bad("nobody of that name here")
        return user

    def place(self, body: Json) -> tuple[Json, Json]:
        """The person who acts, and the chat they are in."""
        user, chat_id = self.user(body), body.get("chat")
        chat = self.world.state.chats.get(chat_id) if isinstance(chat_id, int) else None
        if chat is None or not self.is_in(user, chat):
            raise bad("chat not found")
        return user, chat

    def is_in(self, user: Json, chat: Json) -> bool:
        """Whether a person sees a chat."""
        if chat["type"] == "private":
            return bool(chat["id"] == user["id"])
        return self.world.state.members[chat["id"]].get(user["id"], "left") not in ("left", "kicked")

    def _message(self, chat: Json, message_id: object) -> Json:
        message = self.world.state.messages.get(
            (chat["id"], message_id if isinstance(message_id, int) else 0)
        )
        if message is None:
            raise bad("message not found")
        return message

    def say(self, body: Json) -> None:
        """Type something; like Telegram's own clients, too long a text becomes several messages."""
        user, chat = self.place(body)
        words = _text(body, "text", TYPED_LIMIT)
        more: Json = {}
        if body.get("reply_to") is not None:
            answered = self._message(chat, body["reply_to"])
            more["reply_to_message"] = {k: v for k, v in answered.items() if k != "reply_to_message"}
        for piece in _pieces(words):
            self.world.say(chat, user, piece, **more)

    def edit(self, body: Json) -> None:
        """Change one's own message."""
        user, chat = self.place(body)
        message = self._message(chat, body.get("message"))
        if message["from"]["id"] != user["id"] or "text" not in message:
            raise bad("message can't be edited")
        words = _text(body, "text", TEXT_LIMIT)
        if words != message["text"]:
            self.world.edit(message, words)

    def press(self, body: Json) -> Json:
        """Press an inline button."""
        user, chat = self.place(body)
        message = self._message(chat, body.get("message"))
        try:
            return {"query": self.world.press(user, message, _text(body, "data", TEXT_LIMIT))}
        except NoSuchButton as error:
            raise bad(str(error)) from None

    def inline(self, body: Json) -> Json:
        """Ask in inline mode."""
        user, chat = self.place(body)
        kind = "sender" if chat["type"] == "private" else chat["type"]
        query = str(body.get("query", ""))[:INLINE_QUERY_LIMIT]
        return {"query": self.world.inline(user, query, str(body.get("offset", "")), kind)}

    def choose(self, body: Json) -> None:
        """Send one of the inline results last shown."""
        user, chat = self.place(body)
        result = self._results.get(str(body.get("result")))
        if result is None:
            raise bad("no such result")
        self.world.choose(chat, user, result)

    def send(self, body: Json) -> None:
        """Send a position, a contact, a sticker or a voice message."""
        user, chat = self.place(body)
        kind = body.get("kind")
        if kind == "location":
            where = {name: _number(body, name) for name in ("latitude", "longitude")}
            self.world.send(chat, user, location=where)
        elif kind == "contact":
            card = {"phone_number": "+33199000000", "first_name": user["first_name"], "user_id": user["id"]}
            self.world.send(chat, user, contact=card)
        elif kind in ("sticker", "voice"):
            self.world.send(chat, user, **{kind: STICKER if kind == "sticker" else VOICE})
        else:
            raise bad("nothing of that kind can be sent")

    def language(self, body: Json) -> None:
        """Change the language of a person's client."""
        user = self.user(body)
        if body.get("language") not in ("fr", "en"):
            raise bad("no such language")
        user["language_code"] = body["language"]
        self.world.state.tell("commands")

    def privacy(self, body: Json) -> None:
        """Switch the bot's privacy mode in groups on or off, as BotFather does."""
        self.world.state.me["can_read_all_group_messages"] = not body.get("on", True)
        self.world.state.tell("profile")

    def fault(self, body: Json) -> None:
        """Switch a fault on for a scope, or off."""
        scope, kind = body.get("scope"), body.get("kind")
        if scope not in SCOPES or (kind and kind not in FAULTS):
            raise bad("no such fault")
        self.world.switch(scope, FAULTS[kind] if kind else None)
        self.world.state.tell("faults")

    def again(self, _: Json) -> None:
        """Deliver the last update a second time."""
        if self._last_update is None:
            raise bad("nothing was delivered yet")
        self.world.again(self._last_update)

    def block(self, body: Json) -> None:
        """Block the bot; writing to it unblocks it."""
        self.world.block(self.user(body))


def _text(body: Json, name: str, limit: int) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value.strip():
        raise bad(f"{name} is empty")
    if utf16_length(value) > limit:
        raise bad(f"{name} is too long")
    return value


def _number(body: Json, name: str) -> float:
    value = body.get(name)
    if not isinstance(value, int | float) or not -180 <= value <= 180:  # noqa: PLR2004 - degrees
        raise bad(f"{name} must be a number of degrees")
    return float(value)


def _pieces(words: str) -> list[str]:
    """Cut at 4096 UTF-16 units."""
    pieces, rest = [], words
    while utf16_length(rest) > TEXT_LIMIT:
        cut = TEXT_LIMIT
        while utf16_length(rest[:cut]) > TEXT_LIMIT:
            cut -= 1
        pieces.append(rest[:cut])
        rest = rest[cut:]
    return [piece for piece in (*pieces, rest) if piece.strip()]
