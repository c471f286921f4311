"""Rules that many methods share: who may be written to, keyboards, replies, topics."""

from __future__ import annotations

from typing import Any

from sandbox.errors import ApiError, Json, bad
from sandbox.state import State

CALLBACK_BYTES = 64
BUTTONS_IN_A_ROW = 8
BUTTONS_IN_ALL = 100
BUTTON_LOOK = {"text", "style", "icon_custom_emoji_id"}
BUTTON_ACTIONS = {
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
}
URL_STARTS = ("http://", "https://", "tg://", "t.me/", "mailto:")


def known_chat(state: State, chat_id: Any) -> Json:
    """The chat, if the bot may know of it: a group, or a person who wrote to it before."""
    chat = state.chats.get(chat_id)
    if chat is None or (chat["type"] == "private" and chat_id not in state.started):
        raise bad("chat not found")
    return chat


def open_chat(state: State, parameters: Json) -> Json:
    """The chat that a message goes to.

    Raises:
        ApiError: Unknown, turned into a supergroup, the bot was blocked or never spoken to, or put out.
    """
    chat_id = parameters["chat_id"]
    if chat_id in state.migrated:
        raise ApiError(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            migrate_to_chat_id=state.migrated[chat_id],
        )
    if chat_id in state.chats and chat_id in state.users and chat_id not in state.started:
        raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
    chat = known_chat(state, chat_id)
    if chat_id in state.blocked:
        raise ApiError(403, "Forbidden: bot was blocked by the user")
    if state.members[chat_id].get(state.me["id"]) in ("left", "kicked"):
        raise ApiError(403, f"Forbidden: bot was kicked from the {chat['type']} chat")
    return chat


def topic(state: State, chat: Json, parameters: Json) -> Json:
    """Fields of a message in a forum topic, or none."""
    thread = parameters.get("message_thread_id")
    if thread is None:
        return {}
    if thread not in state.topics[chat["id"]]:
        raise bad("message thread not found")
    return {"message_thread_id": thread, "is_topic_message": True}


def reply(state: State, chat: Json, parameters: Json) -> Json:
    """Fields of a message that answers another, or none."""
    wanted = parameters.get("reply_parameters")
    if not wanted:
        return {}
    target = state.messages.get((chat["id"], wanted["message_id"]))
    if target is None and not wanted.get("allow_sending_without_reply"):
        raise bad("message to be replied not found")
    if target is None:
        return {}
    return {"reply_to_message": {key: value for key, value in target.items() if key != "reply_to_message"}}


def markup(parameters: Json, *, inline_only: bool = False) -> Json | None:
    """The keyboard of a request, checked.

    Raises:
        ApiError: A keyboard that Telegram refuses.
    """
    keyboard: Json | None = parameters.get("reply_markup")
    if not keyboard:
        return None
    if "inline_keyboard" in keyboard:
        rows = keyboard["inline_keyboard"]
        _check_size(rows)
        for button in (button for row in rows for button in row):
            _check_inline_button(button)
        return keyboard if any(rows) else None
    if inline_only:
        raise bad("inline keyboard expected")
    if "keyboard" in keyboard:
        _check_size(keyboard["keyboard"])
    elif not keyboard.keys() & {"remove_keyboard", "force_reply"}:
        raise bad("object expected as reply markup")
    return keyboard


def _check_size(rows: list[list[Json]]) -> None:
    if sum(len(row) for row in rows) > BUTTONS_IN_ALL or any(len(row) > BUTTONS_IN_A_ROW for row in rows):
        raise bad("reply markup is too long")


def _check_inline_button(button: Json) -> None:
    if not button.get("text"):
        raise bad('can\'t parse inline keyboard button: Field "text" must be of type String')
    actions = button.keys() & BUTTON_ACTIONS
    if len(actions) != 1 or button.keys() - BUTTON_LOOK - BUTTON_ACTIONS:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    data = button.get("callback_data")
    if data is not None and not 1 <= len(data.encode()) <= CALLBACK_BYTES:
        raise bad("BUTTON_DATA_INVALID")
    url = button.get("url")
    if url is not None and not url.startswith(URL_STARTS):
        raise bad(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
