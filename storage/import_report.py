"""What an import did, or would do: counts, examples, and the rows left out with their reasons."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from storage.registers.entries import guarded
from storage.registers.records import REASONS, LeftOut
from storage.staging import Example

KINDS = ("new", "changed", "kept", "unchanged")
MOST_LEFT_OUT = 10_000
"""Rows left out that a report holds; all are counted."""
MOST_RAW = 4_000
"""Characters of a row left out that a report holds."""


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
            "examples": {
                kind: [asdict(example) for example in found] for kind, found in self.examples.items()
            },
            "batch": self.batch,
        }


def write_left_out(
    target: Path, reports: Iterable[ImportReport], wording: Callable[[str], str] = REASONS.__getitem__
) -> None:
    """Write the rows left out as a CSV that a spreadsheet opens: file, line, reason, the row.

    Args:
        target: File to write.
        reports: Reports of the imports.
        wording: Sentence for a reason's code.
    """
    with target.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["file", "line", "reason", "row"])
        for report in reports:
            for member, row in report.left_out_rows:
                cells = [member or report.file, str(row.line), wording(row.reason), row.raw.rstrip("\r\n")]
                writer.writerow(map(guarded, cells))
