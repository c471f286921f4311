"""Importing a register: read it, compare it with the catalogue, and land it whole or not at all."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from storage.database import Database
from storage.registers.opening import Register
from storage.registers.records import LeftOut, Record
from storage.staging import Staging

Progress = Callable[[int, int], None]
MOST_LEFT_OUT = 10_000


@dataclass
class ImportReport:
    """What an import did, or would do."""

    file: str = ""
    format: str = ""
    encoding: str = ""
    rows_read: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    kept: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    left_out_rows: list[tuple[str, LeftOut]] = field(default_factory=list)
    batch: int | None = None

    @property
    def left_out(self) -> int:
        """Number of rows left out, whatever the reason."""
        return sum(self.reasons.values())


async def import_file(
    database: Database,
    path: Path,
    *,
    actor_id: int | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import the register at ``path``."""
    return await asyncio.to_thread(_import, database.path, path, actor_id, dry_run)


def _import(database: Path, path: Path, actor_id: int | None, dry_run: bool) -> ImportReport:
    connection = sqlite3.connect(database, isolation_level=None, timeout=60)
    try:
        report = ImportReport(file=path.name)
        staging = Staging(connection)
        register = Register(path, path.name)
        staging.fill(_sorted_out(register, report))
        report.format, report.encoding = register.format, register.encoding
        counts = staging.compare()
        report.added, report.changed = counts.get("new", 0), counts.get("changed", 0)
        report.unchanged, report.kept = counts.get("unchanged", 0), counts.get("kept", 0)
        if not dry_run:
            connection.execute("BEGIN IMMEDIATE")
            _apply(connection, staging, report, actor_id)
            connection.execute("COMMIT")
        return report
    finally:
        connection.close()


def _sorted_out(register: Register, report: ImportReport) -> Iterator[tuple[str, Record]]:
    for row in register.rows():
        report.rows_read += 1
        if isinstance(row, Record):
            yield register.member, row
            continue
        report.reasons[row.reason] += 1
        if len(report.left_out_rows) < MOST_LEFT_OUT:
            report.left_out_rows.append((register.member, row))


def _apply(
    connection: sqlite3.Connection, staging: Staging, report: ImportReport, actor_id: int | None
) -> None:
    now = int(time.time())
    cursor = connection.execute(
        "INSERT INTO imports (file, format, actor_id, at, rows_read, added, changed, unchanged, kept, left_out, reasons)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            report.file,
            report.format,
            actor_id,
            now,
            report.rows_read,
            report.added,
            report.changed,
            report.unchanged,
            report.kept,
            report.left_out,
            json.dumps(report.reasons),
        ),
    )
    report.batch = cursor.lastrowid
    staging.apply({"batch": report.batch, "actor": actor_id, "source": report.format, "at": now})
