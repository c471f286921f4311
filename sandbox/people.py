"""The people's side: who is there, and what they type, press, send and do to groups."""

from __future__ import annotations

import json
import time
from typing import Any

from sandbox import text
from sandbox.errors import Json
from sandbox.state import State
from sandbox.updates import Updates

FILE_TYPE = "text/csv"


class NoSuchButton(LookupError):
    """The message has no button with that callback data."""


class People:
    """What people do in Telegram; each act becomes an update if the bot may see it."""

    state: State
    updates: Updates

    def user(self, first_name: str = "Alice", *, id: int | None = None, **more: Any) -> Json:  # noqa: A002 - the API's name
        """A person with a Telegram account."""
        user: Json = {
            "id": id or 1000 + self.state.number(),
            "is_bot": False,
            "first_name": first_name,
            **more,
        }
        self.state.users[user["id"]] = user
        return user

    def private(self, user: Json, *, started: bool = True) -> Json:
        """The person's private chat with the bot; ``started``: they wrote to it before."""
        chat = {"id": user["id"], "type": "private", "first_name": user["first_name"]}
        if started:
            self.state.started.add(user["id"])
        return self.state.chats.setdefault(user["id"], chat)

    def group(
        self, title: str = "Club", *, kind: str = "supergroup", members: tuple[Json, ...] = (), **more: Any
    ) -> Json:
        """A group with the bot in it; ``topics=(5, 7)`` makes it a forum."""
        number = self.state.number()
        chat: Json = {
            "id": -(10**12) - number if kind == "supergroup" else -number,
            "type": kind,
            "title": title,
        }
        if topics := more.pop("topics", None):
            chat["is_forum"] = True
            self.state.topics[chat["id"]] = set(topics)
        self.state.chats[chat["id"]] = chat | more
        for person in (*members, self.state.me):
            self.state.members[chat["id"]][person["id"]] = "member"
        return self.state.chats[chat["id"]]

    def say(self, chat: Json, user: Json, words: str, **more: Any) -> Json:
        """Type a message; ``reply_to_message=`` answers one, ``message_thread_id=`` is a topic's."""
        fields: Json = {"text": words, **more}
        if found := text.with_found(words, []):
            fields.setdefault("entities", found)
        return self.send(chat, user, **fields)

    def send(self, chat: Json, user: Json, **fields: Any) -> Json:
        """Send any kind of message: ``location=``, ``contact=``, ``sticker=``, ``voice=`` and so on."""
        if "message_thread_id" in fields:
            fields["is_topic_message"] = True
        if chat["type"] == "private":
            self.state.started.add(user["id"])
            self.state.blocked.discard(user["id"])
        message = self.state.store(chat, **{"from": user}, **fields)
        if self.sees(message):
            self.push(message=message)
        return message

    def sees(self, message: Json) -> bool:
        """Whether the bot gets the message: with privacy mode on, only some of a group's arrive."""
        chat, me = message["chat"], self.state.me
        status = self.state.members[chat["id"]].get(me["id"])
        if status in ("left", "kicked"):
            return False
        if chat["type"] == "private" or me["can_read_all_group_messages"] or status == "administrator":
            return True
        answered = message.get("reply_to_message", {}).get("from", {})
        if answered.get("id") == me["id"] or message.get("via_bot", {}).get("id") == me["id"]:
            return True
        return self._is_command_for_bot(message)

    def _is_command_for_bot(self, message: Json) -> bool:
        entities: list[Json] = message.get("entities") or message.get("caption_entities") or []
        words = str(message.get("text") or message.get("caption") or "").encode("utf-16-le")
        for entity in entities:
            if entity["type"] == "bot_command":
                first, last = entity["offset"] * 2, (entity["offset"] + entity["length"]) * 2
                _, _, name = words[first:last].decode("utf-16-le").partition("@")
                if name.lower() in ("", self.state.me["username"].lower()):
                    return True
        return False

    def edit(self, message: Json, words: str) -> Json:
        """Change one's own message."""
        stored = self.state.messages[message["chat"]["id"], message["message_id"]]
        stored.update(text=words, edit_date=int(time.time()), entities=text.with_found(words, []))
        if not stored["entities"]:
            del stored["entities"]
        self.state.tell("edited", message=stored)
        if self.sees(stored):
            self.push(edited_message=stored)
        return stored

    def send_file(
        self,
        chat: Json,
        user: Json,
        name: str,
        data: bytes,
        *,
        mime_type: str = FILE_TYPE,
        size: int | None = None,
        **more: Any,
    ) -> Json:
        """Send a document; ``size`` claims another size than it has."""
        file_id = self.state.keep_file(name, data, mime_type, size)
        document = {
            "file_id": file_id,
            "file_unique_id": f"u{file_id}",
            "file_name": name,
            "mime_type": mime_type,
            "file_size": self.state.files[file_id].size,
        }
        return self.send(chat, user, document=document, **more)

    def press(self, user: Json, message: Json, data: str, *, check: bool = True) -> str:
        """Press an inline button; ``check=False`` forges one that is not there. Returns the query's id.

        Raises:
            NoSuchButton: The message does not have it.
        """
        stored = self._current(message)
        rows = stored.get("reply_markup", {}).get("inline_keyboard", [])
        buttons = [button.get("callback_data") for row in rows for button in row]
        if check and data not in buttons:
            raise NoSuchButton(f"no button {data!r} in {buttons}")
        query_id = self.state.open_query(user_id=user["id"])
        where: Json = {"message": stored}
        if inline_id := stored.get("inline_message_id"):
            where = {"inline_message_id": inline_id}
        elif stored["chat"]["type"] == "private":
            self.state.started.add(user["id"])
        self.push(callback_query={"id": query_id, "from": user, **where, "chat_instance": "1", "data": data})
        return query_id

    def _current(self, message: Json) -> Json:
        if inline_id := message.get("inline_message_id"):
            return self.state.inline_messages[inline_id]
        return self.state.messages[message["chat"]["id"], message["message_id"]]

    def inline(self, user: Json, query: str, offset: str = "", chat_type: str = "sender") -> str:
        """Type ``@bot query`` somewhere. Returns the query's id."""
        query_id = self.state.open_query(user_id=user["id"])
        self.push(
            inline_query={
                "id": query_id,
                "from": user,
                "query": query,
                "offset": offset,
                "chat_type": chat_type,
            }
        )
        return query_id

    def choose(self, chat: Json, user: Json, result: Json) -> Json:
        """Send an inline result (as the ``inline`` event gave it) to a chat."""
        fields = {**result["message"], "via_bot": self.state.me}
        inline_id = f"inline{self.state.number()}" if "reply_markup" in fields else None
        if inline_id:
            fields["inline_message_id"] = inline_id
        message = self.send(chat, user, **fields)
        if inline_id:
            self.state.inline_messages[inline_id] = message
        return message

    def migrate(self, chat: Json) -> Json:
        """Turn a group into a supergroup; returns the new chat."""
        new = self.group(chat["title"])
        self.state.members[new["id"]] = dict(self.state.members[chat["id"]])
        self.state.migrated[chat["id"]] = new["id"]
        self.push(message=self.state.store(chat, migrate_to_chat_id=new["id"]))
        self.push(message=self.state.store(new, migrate_from_chat_id=chat["id"]))
        return new

    def block(self, user: Json) -> None:
        """Block the bot; ``send`` in the private chat unblocks it."""
        self.state.blocked.add(user["id"])

    def again(self, update: Json) -> None:
        """Deliver an update once more, as after an unclean stop."""
        self.updates.push_raw(json.loads(json.dumps(update)))
        self.state.tell("update", update=update)

    def push(self, **update: Any) -> Json:
        """Send an update of one kind to the bot."""
        pushed = self.updates.push(**update)
        self.state.tell("update", update=pushed)
        return pushed
