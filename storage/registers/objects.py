"""JSON objects one after the other, from JSON Lines or from an array, without holding the file in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from storage.registers.records import LeftOut, RegisterError

LONGEST_OBJECT = 4 * 2**20
"""Characters of one object of an array."""
BLANK = " \t\r\n,"
DECODER = json.JSONDecoder()

Item = tuple[int, dict[str, Any], str]
"""Line on which the object begins, the object, and its text."""


def from_lines(lines: Iterable[str]) -> Iterator[Item | LeftOut]:
    """Yield the object of each line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _item(number, line)


def _item(number: int, line: str) -> Item | LeftOut:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError):
        return LeftOut(number, "json", line)
    return (number, item, line) if isinstance(item, dict) else LeftOut(number, "json", line)


def from_array(lines: Iterable[str], name: str) -> Iterator[Item | LeftOut]:
    """Yield each object of the first array in the file: ``[…]``, or ``{"results": […]}`` from an interface.

    Raises:
        RegisterError: ``json``: no valid JSON, or cut short.
    """
    stream = iter(lines)
    text, number = "", 1
    for text in stream:
        if "[" in text:
            break
        number += text.count("\n")
    before, bracket, text = text.partition("[")
    number += before.count("\n")
    ended = not bracket
    while not ended:
        kept = text.lstrip(BLANK)
        number += text.count("\n", 0, len(text) - len(kept))
        text = kept
        if text.startswith("]"):
            return
        try:
            item, end = DECODER.raw_decode(text) if text else (None, 0)
        except (ValueError, RecursionError):
            end = 0
        if end:
            yield (
                (number, item, text[:end]) if isinstance(item, dict) else LeftOut(number, "json", text[:end])
            )
            number += text.count("\n", 0, end)
            text = text[end:]
            continue
        more = next(stream, None)
        ended = more is None or len(text) > LONGEST_OBJECT
        text += more or ""
    raise RegisterError("json", name=name, line=number)
