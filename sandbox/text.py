"""Texts and captions of messages: parsing, Telegram's limits, and the entities it finds by itself."""

from __future__ import annotations

import re

from sandbox import html
from sandbox.errors import Json, bad
from sandbox.html import utf16_length

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
ENTITY_LIMIT = 100
FOUND_BY_ITSELF = (
    ("bot_command", re.compile(r"(?<![\w/<>@])/[a-zA-Z0-9_]{1,32}(?:@\w{3,32})?(?![\w/<>@])")),
    ("mention", re.compile(r"(?<![\w@])@[a-zA-Z]\w{3,31}")),
    ("url", re.compile(r"(?<![\w@/])(?:https?://|t\.me/|www\.)[^\s<>«»\"]+[^\s<>«»\".,;:!?)\]]")),
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("hashtag", re.compile(r"(?<![\w#])#\w*[^\W\d]\w*")),
)
CLOSED_TO_OTHERS = frozenset({"text_link", "code", "pre", "url", "email"})


def formatted(parameters: Json, key: str, limit: int, violations: list[str]) -> Json:
    """The ``text`` or ``caption`` of a request as a message keeps it, with its entities.

    Raises:
        ApiError: Empty, too long, or not parsed.
    """
    text = str(parameters.get(key) or "")
    entities: list[Json] = list(parameters.get("entities" if key == "text" else "caption_entities") or [])
    if mode := parameters.get("parse_mode"):
        if str(mode).upper() != "HTML":
            raise bad("unsupported parse_mode")
        text, entities = html.parse(text)
    text, entities = _stripped(text, entities)
    if key == "text" and not text:
        raise bad("message text is empty")
    if utf16_length(text) > limit:
        raise bad("message is too long" if key == "text" else "message caption is too long")
    if len(entities) > ENTITY_LIMIT:
        violations.append(f"{len(entities)} entities: Telegram keeps the first {ENTITY_LIMIT}")
        entities = entities[:ENTITY_LIMIT]
    entities = with_found(text, entities)
    content: Json = {key: text}
    if entities:
        content["entities" if key == "text" else "caption_entities"] = entities
    return content


def _stripped(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Without blanks at either end, entities moved and cut accordingly."""
    shift = utf16_length(text[: len(text) - len(text.lstrip())])
    text = text.strip()
    end = utf16_length(text)
    kept = []
    for entity in entities:
        first = max(0, entity["offset"] - shift)
        last = min(end, entity["offset"] - shift + entity["length"])
        if first < last:
            kept.append({**entity, "offset": first, "length": last - first})
    return text, kept


def with_found(text: str, entities: list[Json]) -> list[Json]:
    """``entities`` and those that Telegram finds by itself: commands, mentions, addresses, hashtags."""
    closed = [entity for entity in entities if entity["type"] in CLOSED_TO_OTHERS]
    found: list[Json] = []
    for kind, pattern in FOUND_BY_ITSELF:
        for match in pattern.finditer(text):
            entity = {
                "type": kind,
                "offset": utf16_length(text[: match.start()]),
                "length": utf16_length(match[0]),
            }
            if not any(_overlap(entity, other) for other in [*closed, *found]):
                found.append(entity)
    return sorted([*entities, *found], key=lambda entity: (entity["offset"], -entity["length"]))


def _overlap(one: Json, other: Json) -> bool:
    return bool(
        one["offset"] < other["offset"] + other["length"] and other["offset"] < one["offset"] + one["length"]
    )
