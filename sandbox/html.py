"""Telegram's HTML dialect: formatted text to plain text and entities, refused with tdlib's own words."""

from __future__ import annotations

import re

from sandbox.errors import ApiError, Json, bad

ENTITY_OF_TAG = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
NAMED_CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
CHARACTER = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z]+));?")
MARK = re.compile("[<&]")
TAG_NAME = re.compile(r"<([^\s>]*)")
START_TAG = re.compile(r"<([^\s>]*)((?:\s+[^\s=>/\"']+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[\w.-]+))?)*)\s*>")
ATTRIBUTE = re.compile(r"([^\s=>/\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+)))?")
END_TAG = re.compile(r"</([^\s>]*)\s*>")
HIGHEST_CHARACTER = 0x10FFFF


def utf16_length(text: str) -> int:
    """Length in UTF-16 units, in which Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parse(source: str) -> tuple[str, list[Json]]:
    """Read Telegram's HTML.

    Args:
        source: Text with tags, as sent with ``parse_mode=HTML``.

    Returns:
        The plain text, and its entities in the order of their beginnings, outer before inner.

    Raises:
        ApiError: Telegram would not parse it; the byte offset is that of ``source`` in UTF-8.
    """
    return _Reader(source).read()


class _Reader:
    """One pass over the source with a stack of open tags."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.text: list[str] = []
        self.offset = 0
        self.open: list[tuple[str, dict[str, str], int, int]] = []
        self.found: list[tuple[int, Json]] = []

    def read(self) -> tuple[str, list[Json]]:
        while self.position < len(self.source):
            if self.source.startswith("</", self.position):
                self._end_tag()
            elif self.source[self.position] == "<":
                self._start_tag()
            elif self.source[self.position] == "&":
                self._reference()
            else:
                self._stretch()
        if self.open:
            raise bad(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{self.open[-1][0]}\""
            )
        entities = [entity for _, entity in sorted(self.found, key=lambda found: found[0])]
        return "".join(self.text), entities

    def _refusal(self, reason: str, ending: str = "") -> ApiError:
        at = len(self.source[: self.position].encode())
        return bad(f"can't parse entities: {reason} at byte offset {at}{ending}")

    def _reference(self) -> None:
        """A reference to a character; where it is none the ampersand stands for itself."""
        match = CHARACTER.match(self.source, self.position)
        character = _referenced(match) if match else None
        end = match.end() if match and character else self.position + 1
        self._read(character or "&", end)

    def _stretch(self) -> None:
        """All up to the next tag or reference."""
        mark = MARK.search(self.source, self.position)
        end = mark.start() if mark else len(self.source)
        self._read(self.source[self.position : end], end)

    def _read(self, text: str, end: int) -> None:
        self.text.append(text)
        self.offset += utf16_length(text)
        self.position = end

    def _end_tag(self) -> None:
        if not self.open:
            raise self._refusal("Unexpected end tag")
        match = END_TAG.match(self.source, self.position)
        if not match:
            raise self._refusal("Unclosed end tag")
        tag, attributes, start, place = self.open.pop()
        found = match[1].lower()
        if found and found != tag:
            raise self._refusal("Unmatched end tag", f', expected "</{tag}>", found "</{found}>"')
        if self.offset > start:
            self.found.append((place, self._entity(tag, attributes, start)))
        self.position = match.end()

    def _entity(self, tag: str, attributes: dict[str, str], start: int) -> Json:
        kind = ENTITY_OF_TAG[tag]
        entity: Json = {"type": kind, "offset": start, "length": self.offset - start}
        if tag == "a":
            entity["url"] = attributes.get("href", "")
        elif tag == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        elif tag == "tg-emoji":
            entity["custom_emoji_id"] = attributes.get("emoji-id", "")
        return entity

    def _start_tag(self) -> None:
        named = TAG_NAME.match(self.source, self.position)
        tag = named[1].lower() if named else ""
        if self.position + 1 + len(tag) == len(self.source):
            raise self._refusal("Unclosed start tag")
        if tag not in ENTITY_OF_TAG:
            raise self._refusal(f'Unsupported start tag "{tag}"')
        match = START_TAG.match(self.source, self.position)
        if not match and ">" not in self.source[self.position :]:
            raise self._refusal(f'Unclosed start tag "{tag}"')
        if not match:
            raise self._refusal(f'Empty attribute name in the tag "{tag}"')
        attributes = _attributes(match[2])
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._refusal('Tag "span" must have class "tg-spoiler"')
        self.open.append((tag, attributes, self.offset, self.position))
        self.position = match.end()


def _referenced(match: re.Match[str]) -> str | None:
    if match[3]:
        return NAMED_CHARACTERS.get(match[3])
    code = int(match[1], 16) if match[1] else int(match[2])
    return chr(code) if 0 < code <= HIGHEST_CHARACTER else None


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text):
        value = match[2] or match[3] or match[4] or ""
        found[match[1]] = CHARACTER.sub(lambda m: _referenced(m) or m[0], value)
    return found
