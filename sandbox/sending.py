"""Methods that send: messages, documents, photos, albums, the typing indicator; and getFile."""

from __future__ import annotations

import mimetypes
from typing import Any

from sandbox import checks
from sandbox.errors import ApiError, Json, bad
from sandbox.requests import UploadedFile
from sandbox.state import State
from sandbox.text import CAPTION_LIMIT, TEXT_LIMIT, formatted

DOWNLOAD_BYTES = 20_000_000
UPLOAD_BYTES = 50_000_000
PHOTO_BYTES = 10_000_000
ALBUM = range(2, 11)
PICTURE_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}
ACTIONS = frozenset({"typing", "upload_photo", "upload_document", "choose_sticker", "find_location"})


def send_message(state: State, parameters: Json) -> Json:
    """SendMessage."""
    chat = checks.open_chat(state, parameters)
    return _store(state, chat, parameters, formatted(parameters, "text", TEXT_LIMIT, state.violations))


def send_document(state: State, parameters: Json) -> Json:
    """SendDocument."""
    chat = checks.open_chat(state, parameters)
    content = document(state, parameters["document"], parameters)
    return _store(state, chat, parameters, content | caption(state, parameters))


def send_photo(state: State, parameters: Json) -> Json:
    """SendPhoto."""
    chat = checks.open_chat(state, parameters)
    content = photo(state, parameters["photo"], parameters)
    return _store(state, chat, parameters, content | caption(state, parameters))


def send_media_group(state: State, parameters: Json) -> list[Json]:
    """SendMediaGroup with photos and documents."""
    chat = checks.open_chat(state, parameters)
    if len(parameters["media"]) not in ALBUM:
        raise bad("group send failed: from 2 to 10 messages expected")
    album = {"media_group_id": str(state.number())}
    contents = [media(state, item, parameters) for item in parameters["media"]]
    return [_store(state, chat, parameters, content | album) for content in contents]


def send_chat_action(state: State, parameters: Json) -> bool:
    """SendChatAction."""
    chat = checks.open_chat(state, parameters)
    if parameters["action"] not in ACTIONS:
        raise bad("wrong parameter action in request")
    state.tell("action", chat_id=chat["id"], action=parameters["action"])
    return True


def get_file(state: State, parameters: Json) -> Json:
    """GetFile; the file itself is under ``/file/bot<token>/<file_path>``."""
    file_id = parameters["file_id"]
    if file_id not in state.files:
        raise bad("wrong file_id or the file is temporarily unavailable")
    file = state.files[file_id]
    if file.size > DOWNLOAD_BYTES:
        raise bad("file is too big")
    return {
        "file_id": file_id,
        "file_unique_id": f"u{file_id}",
        "file_size": file.size,
        "file_path": f"documents/{file_id}",
    }


def caption(state: State, parameters: Json) -> Json:
    """The caption of a request, or nothing."""
    if not parameters.get("caption"):
        return {}
    return formatted(parameters, "caption", CAPTION_LIMIT, state.violations)


def media(state: State, item: Json, parameters: Json) -> Json:
    """Fields of a message with an InputMedia object."""
    kinds = {"photo": photo, "document": document}
    if item.get("type") not in kinds:
        raise bad(f"can't parse InputMedia: Media type {item.get('type')!r} is not modelled by the sandbox")
    return kinds[item["type"]](state, item["media"], parameters) | caption(state, item)


def document(state: State, value: Any, parameters: Json) -> Json:
    """Fields of a message with this document."""
    file_id = _file_id(state, value, parameters, UPLOAD_BYTES)
    file = state.files[file_id]
    return {
        "document": {
            "file_id": file_id,
            "file_unique_id": f"u{file_id}",
            "file_name": file.name,
            "mime_type": file.mime_type,
            "file_size": file.size,
        }
    }


def photo(state: State, value: Any, parameters: Json) -> Json:
    """Fields of a message with this picture."""
    file_id = _file_id(state, value, parameters, PHOTO_BYTES)
    file = state.files[file_id]
    if picture_type(file.data) is None:
        raise bad("IMAGE_PROCESS_FAILED")
    size = {"file_id": file_id, "file_unique_id": f"u{file_id}", "width": 1280, "height": 720}
    return {"photo": [{**size, "file_size": file.size}]}


def picture_type(data: bytes) -> str | None:
    """The type of a picture by its first bytes; None when it is none."""
    return next((kind for start, kind in PICTURE_TYPES.items() if data.startswith(start)), None)


def _file_id(state: State, value: Any, parameters: Json, limit: int) -> str:
    if isinstance(value, str) and value in state.files:
        return value
    if isinstance(value, str) and value.startswith("attach://"):
        value = parameters.get(value.removeprefix("attach://"))
    if not isinstance(value, tuple):
        raise bad("wrong remote file identifier specified: Wrong character in the string")
    upload: UploadedFile = value
    name, data = upload
    if not data:
        raise bad("file must be non-empty")
    if len(data) > limit:
        raise ApiError(413, "Request Entity Too Large")
    return state.keep_file(name, data, mimetypes.guess_type(name)[0] or "application/octet-stream")


def _store(state: State, chat: Json, parameters: Json, content: Json) -> Json:
    keyboard = checks.markup(parameters)
    content = content | checks.topic(state, chat, parameters) | checks.reply(state, chat, parameters)
    if keyboard and "inline_keyboard" in keyboard:
        content["reply_markup"] = keyboard
    message = state.store(chat, **{"from": state.me}, **content)
    if keyboard and "inline_keyboard" not in keyboard:
        show_keyboard(state, chat, keyboard)
    return message


def show_keyboard(state: State, chat: Json, keyboard: Json) -> None:
    """Put up a reply keyboard in the chat, or take it away."""
    if "keyboard" in keyboard:
        state.keyboards[chat["id"]] = keyboard
    else:
        state.keyboards.pop(chat["id"], None)
    state.tell("keyboard", chat_id=chat["id"], keyboard=keyboard)
