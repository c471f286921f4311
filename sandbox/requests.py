"""A Bot API request: its parameters read and typed by the published list of methods."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from aiohttp import BodyPartReader, MultipartReader, web

from sandbox.errors import Json, bad

UploadedFile = tuple[str, bytes]
"""File name and content of a multipart part."""

EMPTY = {
    "text": "message text is empty",
    "chat_id": "chat_id is empty",
    "message_id": "message identifier is not specified",
}
INTEGER = re.compile(r"-?\d{1,19}")


@cache
def methods() -> dict[str, dict[str, str]]:
    """Methods the sandbox knows: parameter (``!`` behind a required one) to its types."""
    text = files("sandbox").joinpath("methods.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


def method_named(name: str) -> str:
    """The method's proper spelling (Telegram ignores case); unknown names come back as they are."""
    by_lower = {method.lower(): method for method in methods()}
    return by_lower.get(name.lower(), name)


async def raw_parameters(request: web.Request) -> dict[str, Any]:
    """Parameters of the address, of a JSON body, a form or a multipart form, not yet typed."""
    raw: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        raw.update(await request.json())
    elif request.content_type == "multipart/form-data":
        raw.update(await _parts(await request.multipart()))
    else:
        raw.update(await request.post())
    return raw


async def _parts(reader: MultipartReader) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    while (part := await reader.next()) is not None:
        if isinstance(part, BodyPartReader) and part.name:
            data = bytes(await part.read())
            parts[part.name] = (part.filename, data) if part.filename else data.decode()
    return parts


def typed(method: str, raw: dict[str, Any]) -> tuple[Json, list[str]]:
    """Parameters of their published types, and the names that the method does not have.

    Raises:
        ApiError: A required parameter is missing, or a value can't be read.
    """
    types = {name.rstrip("!"): kind for name, kind in methods()[method].items()}
    required = [name[:-1] for name in methods()[method] if name.endswith("!")]
    for name in required:
        if raw.get(name) in (None, ""):
            raise bad(EMPTY.get(name, f'parameter "{name}" is required'))
    unknown = [name for name, value in raw.items() if name not in types and not isinstance(value, tuple)]
    values = {name: _value(name, value, types.get(name, "String")) for name, value in raw.items()}
    return values, unknown


def _value(name: str, value: Any, types: str) -> Any:
    if not isinstance(value, str):
        return value
    if "Integer" in types.split("|"):
        if INTEGER.fullmatch(value):
            return int(value)
        if "String" not in types:
            raise bad(f'parameter "{name}" must be an integer')
        return value
    if "String" in types.split("|") or types == "InputFile":
        return value
    if types == "Boolean":
        return value.lower() in ("true", "yes", "1")
    try:
        return json.loads(value)
    except ValueError:
        raise bad(f"can't parse {name} JSON object") from None
