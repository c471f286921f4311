"""What tests of imports share: files to import, and a look at what became of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from storage.associations import fetch
from storage.database import Database
from storage.import_report import ImportReport
from tests.storage.registers.made_up import IMPORT_COLUMNS, table


def csv_file(path: Path, rows: Iterable[Mapping[str, str]]) -> Path:
    path.write_bytes(table(IMPORT_COLUMNS, rows))
    return path


def jsonl_file(path: Path, *entries: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def counts(report: ImportReport) -> tuple[int, int, int, int, int]:
    assert report.rows_read == sum(
        (report.added, report.changed, report.unchanged, report.kept, report.left_out)
    ), "a row is lost from the report"
    return report.added, report.changed, report.unchanged, report.kept, report.left_out


async def titles(database: Database) -> list[str]:
    async with database.read() as connection:
        return [association.title for association in await fetch(connection, "true ORDER BY id")]


async def rows(database: Database, query: str, *values: object) -> list[tuple[object, ...]]:
    async with database.read() as connection:
        return [tuple(row) for row in await connection.execute_fetchall(query, values)]
