"""What an import leaves out, in words: the same in a chat and in a terminal."""

from __future__ import annotations

from collections.abc import Callable

from storage.import_report import ImportReport

Say = Callable[..., str]
MOST_REASONS = 12
MOST_LINES = 5
MOST_COLUMNS = 12
LONGEST_COLUMN = 40


def reason(say: Say, code: str, unread: str = "") -> str:
    """Why a row, or the cell of the field ``unread``, is left out."""
    return say("cell-unread", field=field_name(say, unread)) if unread else say(f"left-out-{code}")


def field_name(say: Say, name: str) -> str:
    """What people call a field."""
    return say(f"field-{name.replace('_', '-')}")


def header(say: Say) -> list[str]:
    """Names of the columns of the file of what was left out."""
    return [say(f"left-out-header-{column}") for column in ("file", "line", "reason", "text")]


def left_out(say: Say, report: ImportReport) -> list[str]:
    """Why rows were left out: a line for each reason, with the first lines of the file concerned."""
    return [
        _remark(
            say, reason(say, code), count, [row.line for _, row in report.left_out_rows if row.reason == code]
        )
        for code, count in report.reasons.most_common(MOST_REASONS)
    ]


def passed_over(say: Say, report: ImportReport) -> list[str]:
    """Which cells could not be read, likewise, and which columns were not recognised."""
    found = [
        _remark(
            say,
            reason(say, "", name),
            count,
            [cell.line for _, cell in report.unread_cells if cell.field == name],
        )
        for name, count in report.unread.most_common()
    ]
    if report.ignored:
        names = [say("quoted", words=name[:LONGEST_COLUMN]) for name in report.ignored[:MOST_COLUMNS]]
        more = ["…"] if len(report.ignored) > MOST_COLUMNS else []
        found.append(say("import-ignored", count=len(report.ignored), columns=", ".join([*names, *more])))
    return found


def _remark(say: Say, why: str, count: int, lines: list[int]) -> str:
    shown = [say("number", count=line) for line in sorted(lines)[:MOST_LINES]]
    more = ["…"] if count > len(shown) else []
    return say("import-reason", count=count, reason=why, shown=len(shown), lines=", ".join([*shown, *more]))
