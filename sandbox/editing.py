"""Methods that change or take back what the bot sent."""

from __future__ import annotations

import time

from sandbox import checks, sending
from sandbox.errors import Json, bad
from sandbox.state import State
from sandbox.text import TEXT_LIMIT, formatted

UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
CONTENT = ("text", "entities", "caption", "caption_entities", "photo", "document", "reply_markup")
DELETED_AT_ONCE = 100


def edit_text(state: State, parameters: Json) -> Json | bool:
    """EditMessageText."""
    message = _own_message(state, parameters)
    if "text" not in message:
        raise bad("there is no text in the message to edit")
    return _replace(state, message, parameters, formatted(parameters, "text", TEXT_LIMIT, state.violations))


def edit_caption(state: State, parameters: Json) -> Json | bool:
    """EditMessageCaption."""
    message = _own_message(state, parameters)
    if "text" in message:
        raise bad("there is no caption in the message to edit")
    kept = {key: message[key] for key in ("photo", "document") if key in message}
    return _replace(state, message, parameters, kept | sending.caption(state, parameters))


def edit_media(state: State, parameters: Json) -> Json | bool:
    """EditMessageMedia."""
    message = _own_message(state, parameters)
    return _replace(state, message, parameters, sending.media(state, parameters["media"], parameters))


def edit_markup(state: State, parameters: Json) -> Json | bool:
    """EditMessageReplyMarkup."""
    message = _own_message(state, parameters)
    kept = {key: message[key] for key in CONTENT if key in message and key != "reply_markup"}
    return _replace(state, message, parameters, kept, shown_as_edited=False)


def delete_message(state: State, parameters: Json) -> bool:
    """DeleteMessage."""
    chat = checks.open_chat(state, parameters)
    if not _delete(state, chat["id"], parameters["message_id"]):
        raise bad("message to delete not found")
    return True


def delete_messages(state: State, parameters: Json) -> bool:
    """DeleteMessages; ids that can't be found are passed over."""
    chat = checks.open_chat(state, parameters)
    if len(parameters["message_ids"]) > DELETED_AT_ONCE:
        raise bad("too many messages to delete")
    for message_id in parameters["message_ids"]:
        _delete(state, chat["id"], message_id)
    return True


def react(state: State, parameters: Json) -> bool:
    """SetMessageReaction."""
    chat = checks.open_chat(state, parameters)
    message = state.messages.get((chat["id"], parameters["message_id"]))
    if message is None:
        raise bad("message to react not found")
    state.tell("reaction", message=message, reaction=parameters.get("reaction", []))
    return True


def _delete(state: State, chat_id: int, message_id: int) -> bool:
    if state.messages.pop((chat_id, message_id), None) is None:
        return False
    state.tell("deleted", chat_id=chat_id, message_id=message_id)
    return True


def _own_message(state: State, parameters: Json) -> Json:
    """The message to edit: by chat and id, or one that was sent through the bot."""
    if inline_id := parameters.get("inline_message_id"):
        if inline_id not in state.inline_messages:
            raise bad("MESSAGE_ID_INVALID")
        return state.inline_messages[inline_id]
    if "chat_id" not in parameters:
        raise bad("chat_id is empty")
    chat = checks.open_chat(state, parameters)
    message = state.messages.get((chat["id"], parameters.get("message_id", 0)))
    if message is None:
        raise bad("message to edit not found")
    if message.get("from", {}).get("id") != state.me["id"]:
        raise bad("message can't be edited")
    return message


def _replace(
    state: State, message: Json, parameters: Json, content: Json, *, shown_as_edited: bool = True
) -> Json | bool:
    keyboard = checks.markup(parameters, inline_only=True)
    if keyboard:
        content = content | {"reply_markup": keyboard}
    if all(message.get(key) == content.get(key) for key in CONTENT):
        raise bad(UNCHANGED)
    for key in CONTENT:
        message.pop(key, None)
    message.update(content)
    if shown_as_edited:
        message["edit_date"] = int(time.time())
    state.tell("edited", message=message)
    return True if "inline_message_id" in parameters else message
