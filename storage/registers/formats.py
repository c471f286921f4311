"""Which register a text is, told from its first line and, in doubt, from the file's name."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from pathlib import PurePath
from typing import NamedTuple

from storage.registers import entries, joafe, objects, plaintext, rna
from storage.registers.delimited import DELIMITERS, Table, header
from storage.registers.objects import Item
from storage.registers.records import LeftOut, RegisterError, Rows

TABLES = (".csv", ".tsv")
TABLE = "CSV"
MOST_ABOVE = 10
"""Lines of a heading above the names of the columns."""
EXPECTED = "title (titre), purpose (objet), rna_id (id, numero_rna), city (ville), postcode (code postal)"
MOST_LOOKED_AT = 50
"""Objects whose keys are looked at."""
MOST_NAMES = 12
"""Columns named in an error."""


class Recognised(NamedTuple):
    """What register a text is.

    Attributes:
        format: Name of the format.
        rows: Its rows, yet to be read.
        ignored: Names of a spreadsheet's columns that tell no field.
    """

    format: str
    rows: Rows
    ignored: tuple[str, ...] = ()


def recognised(lines: Iterable[str], name: str) -> Recognised:
    """Tell what register a text is.

    Args:
        lines: Its lines, with their ends.
        name: Name of the file.

    Raises:
        RegisterError: ``empty``, ``columns`` or ``json``.
    """
    stream = iter(lines)
    blank, first = _first_line(stream)
    if not first:
        raise RegisterError("empty", name=name)
    whole = chain(blank, [first], stream)
    start = first.lstrip()
    if start.startswith("{") and not start.rstrip().endswith(("{", "[", ",")) and not _holds_a_list(start):
        return _objects(objects.from_lines(whole), name, "JSON Lines")
    if start.startswith("{") or (start.startswith("[") and start[1:].lstrip()[:1] in ("", "{", "]")):
        return _objects(objects.from_array(whole, name), name, "JSON")
    return _table(len(blank), first, stream, name) or Recognised(plaintext.NAME, plaintext.read(whole))


def _first_line(stream: Iterator[str]) -> tuple[list[str], str]:
    """The blank lines at the beginning (``sep=;`` counts as one), and the first that is none."""
    blank: list[str] = []
    for line in stream:
        if line.strip() and not line.lower().startswith("sep="):
            return blank, line
        blank.append("\n")
    return blank, ""


def _holds_a_list(text: str) -> bool:
    """Whether a line is an object around a list of records, as interfaces answer."""
    try:
        item = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(item, dict) and any(isinstance(item.get(key), list) for key in ("results", "records"))


def _objects(items: Iterator[Item | LeftOut], name: str, kind: str) -> Recognised:
    """Tell by the keys of the first objects whose they are: one bad row at the beginning spoils no file."""
    seen = list(islice(items, MOST_LOOKED_AT))
    whole = chain(seen, items)
    keys = [joafe.unwrapped(item[1]) for item in seen if not isinstance(item, LeftOut)]
    if any(map(joafe.fits, keys)):
        return Recognised(f"{joafe.NAME} {kind}", joafe.from_objects(whole))
    if not keys or any(map(entries.fits, keys)):
        return Recognised(kind, entries.from_objects(whole))
    raise _unknown(name, keys[0])


def _table(above: int, first: str, stream: Iterator[str], name: str) -> Recognised | None:
    """The table that begins with ``first``, ``above`` lines below the top; None for plain text."""
    delimiter = max(DELIMITERS, key=first.count)
    written = header(first, delimiter)
    columns = [column.lower() for column in written]
    table = Table(chain([first], stream), name, first=above + 1)
    if rna.fits(columns):
        return Recognised(rna.layout(columns), rna.read(columns, table))
    if joafe.fits(columns):
        return Recognised(f"{joafe.NAME} CSV", joafe.from_rows(columns, table))
    is_table = PurePath(name.lower()).suffix in TABLES
    if entries.fits(written) and (is_table or _tells_most(written)):
        return Recognised(TABLE, entries.from_rows(written, table), entries.ignored(written))
    return _below_a_heading(above + 1, written, stream, name) if is_table else None


def _below_a_heading(above: int, written: list[str], stream: Iterator[str], name: str) -> Recognised:
    """The table of a sheet that says what it is a list of, in some lines, before it names its columns.

    Raises:
        RegisterError: ``columns``: no such header is near the top.
    """
    seen = list(islice(stream, MOST_ABOVE))
    for place, line in enumerate(seen):
        columns = header(line, max(DELIMITERS, key=line.count))
        if entries.fits(columns) and len([field for field in entries.fields_of(columns) if field]) > 1:
            table = Table(chain(seen[place:], stream), name, first=above + place + 1)
            return Recognised(TABLE, entries.from_rows(columns, table), entries.ignored(columns))
    raise _unknown(name, written)


def _tells_most(columns: list[str]) -> bool:
    """Whether a first line is surely a header: several cells, most of them known as columns."""
    known = [field for field in entries.fields_of(columns) if field]
    return len(columns) > 1 and 2 * len(known) > len(columns)


def _unknown(name: str, columns: Collection[str]) -> RegisterError:
    names = [column[:40] for column in columns if column][:MOST_NAMES]
    more = " …" if len(columns) > MOST_NAMES else ""
    return RegisterError("columns", name=name, found=", ".join(names) + more, expected=EXPECTED)
