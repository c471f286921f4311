"""Rows of a delimited file: guessed delimiter, real line numbers, and one bad row spoils no other."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator

from storage.registers.records import LeftOut, RegisterError

DELIMITERS = ";,\t|"
LONGEST_FIELD = 131_072
"""Characters; a field beyond is the work of a quotation mark that is never closed."""
MOST_WOUND_BACK = 2**27
"""Characters read once more in one file; quotation marks that need more are sown to keep the reader busy."""

Row = tuple[int, list[str]]


class Tape:
    """Lines for ``csv.reader``, remembered since the row's beginning so that a bad row can be wound back.

    Attributes:
        number: Lines handed out so far.
        taken: Those of the present row.
        wound_back: Characters given back so far.
    """

    def __init__(self, lines: Iterable[str], first: int) -> None:
        self._lines = iter(lines)
        self.number = first - 1
        self.taken: list[str] = []
        self.wound_back = 0
        self._again: deque[str] = deque()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.number += 1
        self.taken.append(line)
        return line

    def wind_back(self) -> str:
        """Give back all lines of the present row but its first; return that."""
        first, *others = self.taken
        self._again.extendleft(reversed(others))
        self.number -= len(others)
        self.wound_back += sum(map(len, others))
        return first


class Table:
    """A delimited file: its header, then its rows.

    Args:
        lines: Lines of the file with their ends.
        name: Name of the file, for errors.
        first: Number of the first line.

    Attributes:
        header: Column names as written, without spaces around them.
        delimiter: The one of ``DELIMITERS`` that splits the header most.
    """

    def __init__(self, lines: Iterable[str], name: str, first: int = 1) -> None:
        self._name = name
        self._tape = Tape(lines, first)
        line = next(self._tape, "")
        self.delimiter = max(DELIMITERS, key=line.count)
        self.header = header(line, self.delimiter)

    def __iter__(self) -> Iterator[Row | LeftOut]:
        """Yield each row with the number of its first line.

        Raises:
            RegisterError: ``truncated``: the file ends inside a row, or its quotation marks never match.
        """
        csv.field_size_limit(LONGEST_FIELD)
        tape, width, unclosed = self._tape, len(self.header), 0
        reader = csv.reader(tape, delimiter=self.delimiter, strict=True)
        while True:
            tape.taken.clear()
            start = tape.number + 1
            try:
                row = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                # A row that runs to the end of the file is either cut short or swallowed by a stray quotation
                # mark: whether good rows follow its first line tells which.
                unclosed = start if "unexpected end" in str(error) else unclosed
                yield LeftOut(start, "quote", tape.wind_back())
                if tape.wound_back > MOST_WOUND_BACK:
                    raise RegisterError("truncated", name=self._name, line=start) from error
                reader = csv.reader(tape, delimiter=self.delimiter, strict=True)
                continue
            if len(row) == width:
                unclosed = 0
                yield start, row
            elif row:
                yield self._uneven(start, row)
        if unclosed:
            raise RegisterError("truncated", name=self._name, line=unclosed)

    def _uneven(self, start: int, row: list[str]) -> Row | LeftOut:
        """A row of another width than the header: usable when it has only empty cells too many."""
        width, lines = len(self.header), self._tape.taken
        if len(row) > width and not any(row[width:]):
            return start, row[:width]
        if not lines[-1].endswith(("\n", "\r")):
            raise RegisterError("truncated", name=self._name, line=start)
        return LeftOut(start, "columns", "".join(lines))


def header(line: str, delimiter: str) -> list[str]:
    """Cells of a header line."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return [line.strip()]
