"""Rows of a delimited file by column name, one bad row at a time: guessed delimiter, real line numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain

from storage.registers.records import LeftOut, RegisterError

DELIMITERS = ";,\t|"
LONGEST_FIELD = 131_072
"""Characters; a field beyond is the work of a quotation mark that is never closed."""

Row = tuple[int, list[str]]


class _Tape:
    """Lines handed to ``csv.reader``, remembered since the row's beginning so that a bad row can be wound back."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.number = 0
        self.taken: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.number += 1
        self.taken.append(line)
        return line

    def wind_back(self) -> str:
        """Keep the row's first line as read, give back the others; return the first."""
        first, *others = self.taken
        self._lines = chain(others, self._lines)
        self.number -= len(others)
        return first


class Table:
    """A delimited file: its header, then its rows.

    Args:
        lines: Lines of the file with their ends.
        name: Name of the file, for errors.

    Attributes:
        header: Column names as written, stripped.
        delimiter: The one of ``DELIMITERS`` that splits the header most.

    Raises:
        RegisterError: ``truncated`` while iterating, when the file ends inside a row.
    """

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self._name = name
        self._tape = _Tape(lines)
        first = next((line for line in self._tape if line.strip()), "")
        self.delimiter = max(DELIMITERS, key=first.count)
        try:
            self.header = [
                column.strip() for column in next(csv.reader([first], delimiter=self.delimiter), [])
            ]
        except csv.Error:
            self.header = [first.strip()]

    def __iter__(self) -> Iterator[Row | LeftOut]:
        csv.field_size_limit(LONGEST_FIELD)
        tape, width = self._tape, len(self.header)
        reader = csv.reader(tape, delimiter=self.delimiter, strict=True)
        unclosed = 0
        while True:
            tape.taken.clear()
            start = tape.number + 1
            try:
                row = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                raw = tape.wind_back()
                if "unexpected end" in str(error):
                    unclosed = start
                yield LeftOut(start, "quote", raw)
                reader = csv.reader(tape, delimiter=self.delimiter, strict=True)
                continue
            if len(row) == width:
                unclosed = 0
                yield start, row
            elif row:
                yield self._odd(start, row, tape.taken)
        if unclosed:
            raise RegisterError("truncated", name=self._name, line=unclosed)

    def _odd(self, start: int, row: list[str], lines: list[str]) -> Row | LeftOut:
        """A row of another width than the header: usable when only empty cells are missing or too many."""
        width = len(self.header)
        if not any(row[width:]) and len(row) > width:
            return start, row[:width]
        if not lines[-1].endswith(("\n", "\r")):
            raise RegisterError("truncated", name=self._name, line=start)
        return LeftOut(start, "columns", "".join(lines))
