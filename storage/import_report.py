"""What an import did, or would do: counts, examples, and the rows left out with their reasons."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from storage.registers.entries import guarded
from storage.registers.records import REASONS, LeftOut, Record
from storage.staging import Example

KINDS = ("new", "changed", "kept", "unchanged")
MOST_LEFT_OUT = 10_000
"""Rows left out that a report holds; all are counted."""
MOST_RAW = 4_000
"""Characters of a row left out that a report holds."""


class UnreadCell(NamedTuple):
    """A cell that can't be read as its field.

    Attributes:
        line: Line of the file on which its row begins, from 1.
        field: Name of the field.
        text: What the cell says.
    """

    line: int
    field: str
    text: str


@dataclass
class ImportReport:
    """What an import did, or would do.

    Attributes:
        file: Name of the file.
        format: What it was recognised as.
        encoding: Encodings met.
        rows_read: Rows of the register: the sum of all the counts that follow.
        added: New associations.
        changed: Associations that differ.
        unchanged: Rows that say what is known.
        kept: Rows that differ only in what admins edited, or are about associations that admins deleted.
        reasons: Rows left out, by key of ``REASONS``.
        left_out_rows: The first of them, each with the name of its file inside an archive, or empty.
        unread: Cells that can't be read as their field, and were passed over, by field.
        unread_cells: The first of them, likewise.
        ignored: Names of columns that tell no field.
        examples: A few rows of each of ``KINDS``.
        batch: Id of the import, by which it is undone; None for a dry run or when nothing changed.
    """

    file: str
    format: str = ""
    encoding: str = ""
    rows_read: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    kept: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    left_out_rows: list[tuple[str, LeftOut]] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)
    unread_cells: list[tuple[str, UnreadCell]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    examples: dict[str, list[Example]] = field(default_factory=dict)
    batch: int | None = None

    @property
    def left_out(self) -> int:
        """Number of rows left out, whatever the reason."""
        return sum(self.reasons.values())

    def leave_out(self, member: str, row: LeftOut) -> None:
        """Count a row that can't be used, and remember it unless there are very many."""
        self.reasons[row.reason] += 1
        if len(self.left_out_rows) < MOST_LEFT_OUT:
            self.left_out_rows.append((member, row._replace(raw=row.raw[:MOST_RAW])))

    def note_unread(self, member: str, row: Record) -> None:
        """Count the cells of a row that can't be read, and remember them unless there are very many."""
        for name, text in row.unread:
            self.unread[name] += 1
            if len(self.unread_cells) < MOST_LEFT_OUT:
                self.unread_cells.append((member, UnreadCell(row.line, name, text[:MOST_RAW])))

    def count(self, outcome: dict[str, int]) -> None:
        """Take over how many rows are of each of ``KINDS``."""
        self.added, self.changed, self.kept, self.unchanged = (outcome.get(kind, 0) for kind in KINDS)

    def as_json(self) -> dict[str, Any]:
        """The report as JSON values; rows left out by line and reason only."""
        return {
            "file": self.file,
            "format": self.format,
            "encoding": self.encoding,
            "rows_read": self.rows_read,
            "added": self.added,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "kept": self.kept,
            "left_out": self.left_out,
            "reasons": dict(self.reasons),
            "left_out_rows": [
                {"file": member or self.file, "line": row.line, "reason": row.reason}
                for member, row in self.left_out_rows
            ],
            "unread": dict(self.unread),
            "unread_cells": [
                {"file": member or self.file, "line": cell.line, "field": cell.field, "text": cell.text}
                for member, cell in self.unread_cells
            ],
            "ignored": self.ignored,
            "examples": {
                kind: [asdict(example) for example in found] for kind, found in self.examples.items()
            },
            "batch": self.batch,
        }


def in_english(reason: str, unread: str = "") -> str:
    """Why a row, or the cell of the field ``unread``, is left out."""
    return f"the {unread} can't be read and was passed over" if unread else REASONS[reason]


def write_left_out(
    target: Path,
    reports: Iterable[ImportReport],
    wording: Callable[..., str] = in_english,
    header: Sequence[str] = ("file", "line", "reason", "text"),
) -> None:
    """Write the rows and cells left out as a CSV that a spreadsheet opens, in the order of the file.

    Args:
        target: File to write.
        reports: Reports of the imports.
        wording: Sentence for a reason's code, or for a field that can't be read, as ``in_english``.
        header: Names of the four columns.
    """
    with target.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(header)
        for report in reports:
            rows = [(name, row.line, wording(row.reason), row.raw) for name, row in report.left_out_rows]
            rows += [
                (name, cell.line, wording("", cell.field), cell.text) for name, cell in report.unread_cells
            ]
            for member, line, reason, text in sorted(rows, key=itemgetter(0, 1)):
                writer.writerow(map(guarded, (member or report.file, str(line), reason, text.rstrip("\r\n"))))
