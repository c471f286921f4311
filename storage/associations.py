"""Reading associations: one, many in a given order, or all in blocks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import aiosqlite

from storage.database import Database
from storage.model import ENTRY_FIELDS, Association, Status

COLUMNS = ", ".join(("id", *ENTRY_FIELDS, "source", "created_at", "updated_at"))
MOST_PARAMETERS = 900
LARGEST_ID = 2**63 - 1
"""What an INTEGER of SQLite can be; people may type more."""


class Row(NamedTuple):
    """``COLUMNS`` of an association, of which ``association`` makes a record where it is looked at."""

    id: int
    rna_id: str | None
    title: str
    short_title: str | None
    purpose: str
    theme: str | None
    city: str | None
    postcode: str | None
    commune_code: str | None
    website: str | None
    founded: str | None
    status: str
    replaced_by: str | None
    source: str
    created_at: int
    updated_at: int


def association(row: Iterable[Any]) -> Association:
    """Build the record of a row that holds ``COLUMNS`` in their order."""
    values = tuple(row)
    return Association(
        id=values[0],
        rna_id=values[1],
        title=values[2],
        short_title=values[3],
        purpose=values[4],
        theme=values[5],
        city=values[6],
        postcode=values[7],
        commune_code=values[8],
        website=values[9],
        founded=values[10],
        status=Status(values[11]),
        replaced_by=values[12],
        source=values[13],
        created_at=values[14],
        updated_at=values[15],
    )


async def fetch(
    connection: aiosqlite.Connection, condition: str, parameters: Iterable[object] = ()
) -> list[Association]:
    """Associations for which the SQL ``condition`` holds; it may go on with ORDER BY and LIMIT."""
    statement = f"SELECT {COLUMNS} FROM associations WHERE {condition}"  # noqa: S608 - our own constants
    return [association(row) for row in await connection.execute_fetchall(statement, tuple(parameters))]


async def fetch_many(connection: aiosqlite.Connection, ids: Sequence[int]) -> list[Association]:
    """Associations with the given ids, in that order; those that no longer exist are left out."""
    found: dict[int, Association] = {}
    for some, condition in _among(ids):
        found.update((a.id, a) for a in await fetch(connection, condition, some))
    return [found[id_] for id_ in ids if id_ in found]


def _among(ids: Sequence[int]) -> Iterator[tuple[Sequence[int], str]]:
    """Groups of ids that a statement can take as parameters, each with the SQL condition for it."""
    for start in range(0, len(ids), MOST_PARAMETERS):
        some = ids[start : start + MOST_PARAMETERS]
        yield some, f"id IN ({', '.join('?' * len(some))})"


class Searched(NamedTuple):
    """What an index is made of."""

    id: int
    rna_id: str | None
    title: str
    short_title: str | None
    purpose: str
    theme: str | None
    city: str | None
    postcode: str | None
    commune_code: str | None
    status: str


def searched(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Fields of ``Searched`` of all associations in id order, as plain tuples: other processes read them."""
    columns = ", ".join(Searched._fields)
    return connection.execute(f"SELECT {columns} FROM associations ORDER BY id")  # noqa: S608 - our own


class Associations:
    """The associations of one database, for reading; changes go through the catalogue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, id_: int) -> Association | None:
        """The association with this id, or None."""
        if id_ > LARGEST_ID:
            return None
        return next(iter(await self.get_many([id_])), None)

    async def get_many(self, ids: Sequence[int]) -> list[Association]:
        """Associations in the order of ``ids``; those that no longer exist are left out."""
        async with self._database.read() as connection:
            return await fetch_many(connection, ids)

    def rows(self, ids: Sequence[int]) -> dict[int, Row]:
        """Rows by id, for a thread that works on its own; those that no longer exist are left out.

        All in one, because the thread would give way to others at each row.
        """
        found: dict[int, Row] = {}
        for some, condition in _among(ids):
            statement = f"""SELECT json_group_array(json_array({COLUMNS})) FROM associations
                WHERE {condition}"""  # noqa: S608 - our own constants
            (listed,) = self._database.read_in_thread(statement, some)[0]
            found.update((row[0], Row._make(row)) for row in json.loads(listed))
        return found

    async def by_rna(self, rna_id: str) -> Association | None:
        """The association with this RNA number, or None."""
        async with self._database.read() as connection:
            found = await fetch(connection, "rna_id = ?", (rna_id.strip().upper(),))
        return found[0] if found else None

    async def count(self) -> int:
        """Number of associations, of any status."""
        async with self._database.read() as connection:
            (row,) = await connection.execute_fetchall("SELECT count(*) FROM associations")
        return int(row[0])
