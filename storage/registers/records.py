"""What every register reader yields: usable records and rows left out, and the errors a file can cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from storage.errors import WaldeckError
from storage.model import ENTRY_FIELDS, Entry

EVERY_FIELD = frozenset(ENTRY_FIELDS)


class Record(NamedTuple):
    """One usable row.

    Attributes:
        line: Line of the file on which the row begins, from 1.
        entry: What the row says, cleaned.
        said: Fields on which the row has a say; an import leaves the others as they are.
        date: ISO date of the row or announcement; of two rows about one association the later wins.
    """

    line: int
    entry: Entry
    said: frozenset[str] = EVERY_FIELD
    date: str = ""


class LeftOut(NamedTuple):
    """One row that can't be used.

    Attributes:
        line: Line of the file on which the row begins, from 1.
        reason: Code of the reason, a key of ``REASONS``.
        raw: The row as text, for the person who mends it.
    """

    line: int
    reason: str
    raw: str


Rows = Iterator[Record | LeftOut]

REASONS = {
    "nothing": "neither title nor purpose",
    "columns": "more or fewer columns than the header",
    "quote": "a quotation mark is not closed, or followed by stray text",
    "json": "not a JSON object",
    "type": "a value is not text",
    "status": "status unknown: active, dissolved or replaced is expected",
    "repeated": "said again further on in the same file",
}
"""Codes of the reasons for leaving a row out, each with its English wording."""


class RegisterError(WaldeckError):
    """A file that can't be imported at all; nothing of it is kept.

    Attributes:
        reason: A key of ``ERRORS``.
        arguments: The reason, and the values that its sentence names.
    """

    code = "register"

    def __init__(self, reason: str, **arguments: str | int) -> None:
        super().__init__(ERRORS[reason].format(**arguments), reason=reason, **arguments)
        self.reason = reason


ERRORS = {
    "missing": "There is no file {name}.",
    "unreadable": "{name} can't be read: {detail}.",
    "empty": "{name} is empty.",
    "binary": "{name} is not text: it looks like {kind}. Send a CSV, JSON, JSON Lines or text file, or a zip of CSV.",
    "columns": "{name} has columns that are not known as a register: {found}. Expected at least one of: {expected}.",
    "truncated": "{name} is cut short: line {line} begins a row that never ends. Fetch the file again.",
    "json": "{name} is not valid JSON (line {line}): {detail}.",
    "damaged": "{name} is damaged or cut short: {detail}. Fetch the file again.",
    "encrypted": "{name} is protected by a password. Send it without.",
    "nested": "{name} contains the archive {member}. Send that archive on its own.",
    "climbs": "{name} contains the path {member}, which leaves the archive. It is refused.",
    "bomb": "{name} would unpack to more than {limit}. It is refused.",
    "no_register": "{name} contains no CSV, JSON or text file.",
    "no_rows": "{name} contains no row that can be used.",
}
"""What can be wrong with a whole file, each with its English wording."""
