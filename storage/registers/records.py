"""What every register reader yields: usable records and rows left out; and the errors a file can cause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from storage.errors import WaldeckError
from storage.model import ENTRY_FIELDS, Entry

EVERY_FIELD = frozenset(ENTRY_FIELDS)
LONGEST_TEXT = 20_000
"""Characters of a title or purpose; beyond, it is no title or purpose but a damaged file."""


class Record(NamedTuple):
    """One usable row.

    Attributes:
        line: Line of the file on which the row begins, from 1.
        entry: What the row says, cleaned.
        said: Fields on which the row has a say; an import leaves the others as they are.
        date: ISO date of the row or announcement; of two rows about one association the later wins.
        unread: (field, text) of each cell that can't be read as its field, and so has no say.
    """

    line: int
    entry: Entry
    said: frozenset[str] = EVERY_FIELD
    date: str = ""
    unread: tuple[tuple[str, str], ...] = ()


class LeftOut(NamedTuple):
    """One row that can't be used.

    Attributes:
        line: Line of the file on which the row begins, from 1.
        reason: A key of ``REASONS``.
        raw: The row as text, for the person who mends it.
    """

    line: int
    reason: str
    raw: str


Rows = Iterator[Record | LeftOut]

REASONS = {
    "blank": "it is blank",
    "nothing": "it has neither title nor purpose",
    "columns": "it has more or fewer columns than the header",
    "quote": "a quotation mark is not closed, or stray text follows it",
    "long": f"a title or purpose has more than {LONGEST_TEXT} characters",
    "json": "it is not a JSON object",
    "type": "a value is not text",
    "status": "its status is not active, dissolved or replaced",
    "characters": "it contains characters that are no text",
    "repeated": "the same association comes again further on in the file",
    "accounts": "it announces accounts, not an association",
}
"""Why a row is left out: code and English wording."""


def checked(record: Record, raw: str) -> Record | LeftOut:
    """The record, unless nothing can be kept of it."""
    title, purpose = record.entry.title, record.entry.purpose
    if not title and not purpose:
        return LeftOut(record.line, "nothing", raw)
    if len(title) > LONGEST_TEXT or len(purpose) > LONGEST_TEXT:
        return LeftOut(record.line, "long", raw)
    return record


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
    "binary": "{name} is not text ({kind}). Send a CSV, JSON, JSON Lines or text file, or a zip of CSV.",
    "columns": "{name} has columns of no known register: {found}. Expected among others: {expected}.",
    "truncated": "{name} is cut short: the row that begins on line {line} never ends. Fetch the file again.",
    "json": "{name} is not valid JSON or is cut short, near line {line}.",
    "damaged": "{name} is damaged or cut short ({detail}). Fetch the file again.",
    "encrypted": "{name} is protected by a password. Send it without.",
    "nested": "{name} contains the archive {member}. Send that one on its own.",
    "climbs": "{name} contains the path {member}, which leads out of the archive. It is refused.",
    "bomb": "{name} unpacks to more than an honest register does. It is refused.",
    "no_register": "{name} contains no CSV, JSON or text file.",
    "no_rows": "{name} has no row below its header.",
    "suffix": "{name} is none of the forms an export has: choose a name that ends in .jsonl or .csv.",
    "unwritable": "{name} can't be written: {detail}.",
}
"""What can be wrong with a whole file: code and English wording."""
