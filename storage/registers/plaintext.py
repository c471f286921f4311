"""Plain text: one purpose a line; one broken over two lines is put together again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from storage.model import Entry
from storage.registers import cleaning
from storage.registers.records import LONGEST_TEXT, LeftOut, Record, checked

NAME = "text"
CLOSING = ")]}»”›’,.…!?/"
SPACED = ";:"
"""Separating punctuation before which French leaves a space."""
SAID = frozenset({"purpose"})


def read(lines: Iterable[str]) -> Iterator[Record | LeftOut]:
    """Yield each purpose as a record without a title.

    A line that begins with closing or separating punctuation continues the line before.
    """
    start, held = 0, ""
    for number, line in enumerate(map(str.strip, lines), 1):
        if held and line[:1] and line[0] in CLOSING + SPACED and len(held) <= LONGEST_TEXT:
            held += f" {line}" if line[0] in SPACED else line
            continue
        if held:
            yield _record(start, held)
        start, held = number, line
    if held:
        yield _record(start, held)


def _record(line: int, raw: str) -> Record | LeftOut:
    purpose = cleaning.no_placeholder(cleaning.text(raw))
    return checked(Record(line, Entry(purpose=purpose), SAID), raw)
