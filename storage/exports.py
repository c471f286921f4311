"""The whole catalogue out again: JSON Lines, or a CSV that a spreadsheet opens with its accents intact."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, NamedTuple

from storage.database import Database
from storage.faults import explained
from storage.model import ENTRY_FIELDS
from storage.registers.entries import guarded
from storage.registers.records import RegisterError

Row = tuple[str | None, ...]


class Form(NamedTuple):
    """A form that an export has: its encoding, and what writes rows and counts them."""

    encoding: str
    write: Callable[[IO[str], Iterator[Row]], int]


async def export_file(database: Database, target: Path) -> int:
    """Write every association to ``target``, in the order of their ids.

    The file appears when it is complete. It is the same to the byte for the same catalogue, and importing
    it again changes nothing.

    Args:
        database: Where from, as of the moment of the call.
        target: Ends in ``.jsonl`` (the keys are the fields of ``Entry``; ``replaced_by`` only when set) or in
            ``.csv`` (semicolons, UTF-8 with a byte order mark).

    Returns:
        How many associations were written.

    Raises:
        RegisterError: ``suffix``, or ``unwritable``.
        StorageError: The database can't be read.
    """
    form = FORMS.get(target.suffix.lower())
    if form is None:
        raise RegisterError("suffix", name=target.name)
    return await asyncio.to_thread(_export, database.path, target, form)


def _export(database: Path, target: Path, form: Form) -> int:
    address = f"{database.absolute().as_uri()}?mode=ro"
    with (
        explained(database),
        closing(sqlite3.connect(address, uri=True)) as connection,
    ):
        rows = connection.execute(f"SELECT {', '.join(ENTRY_FIELDS)} FROM associations ORDER BY id")  # noqa: S608
        try:
            return _replace(target, rows, form)
        except OSError as error:
            detail = error.strerror or str(error)
            raise RegisterError("unwritable", name=str(target), detail=detail) from error


def _replace(target: Path, rows: Iterator[Row], form: Form) -> int:
    """Write beside the target, then take its place: a failure leaves what was there."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding=form.encoding, newline="") as file:
            count = form.write(file, rows)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return count


def _write_jsonl(file: IO[str], rows: Iterator[Row]) -> int:
    count = 0
    for row in rows:
        count += 1
        values = dict(zip(ENTRY_FIELDS, row, strict=True))
        if values["replaced_by"] is None:
            del values["replaced_by"]
        file.write(json.dumps(values, ensure_ascii=False) + "\n")
    return count


def _write_csv(file: IO[str], rows: Iterator[Row]) -> int:
    writer = csv.writer(file, delimiter=";")
    writer.writerow(ENTRY_FIELDS)
    count = 0
    for row in rows:
        count += 1
        writer.writerow([guarded(value or "") for value in row])
    return count


FORMS = {".jsonl": Form("utf-8", _write_jsonl), ".csv": Form("utf-8-sig", _write_csv)}
"""By the end of the file's name."""
