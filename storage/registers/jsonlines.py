"""The project's own form, JSON Lines: one association a line, as ``export`` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from storage.model import ENTRY_FIELDS, Entry, Status
from storage.registers.records import LeftOut, Record

TEXT_FIELDS = tuple(name for name in ENTRY_FIELDS if name != "status")


def read(lines: Iterable[str]) -> Iterator[Record | LeftOut]:
    """Yield each line as a record; a field that is missing is one on which the line has no say."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError:
            yield LeftOut(number, "json", line)
            continue
        yield _record(number, item, line)


def _record(number: int, item: object, line: str) -> Record | LeftOut:
    if not isinstance(item, dict):
        return LeftOut(number, "json", line)
    values = {name: item[name] for name in TEXT_FIELDS if item.get(name) is not None}
    if not all(isinstance(value, str) for value in values.values()):
        return LeftOut(number, "type", line)
    status = item.get("status") or "active"
    if status not in tuple(Status):
        return LeftOut(number, "status", line)
    entry = Entry(**values, status=Status(status))
    if not entry.title and not entry.purpose:
        return LeftOut(number, "nothing", line)
    return Record(number, entry, frozenset(name for name in ENTRY_FIELDS if name in item))
