"""Made-up databases, and what the catalogue does with them: build, start, change, memory."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.corpus import MadeUp
from benchmarks.worker import memory
from retrieval.catalogue import Catalogue
from retrieval.search import Question
from storage.database import Database
from storage.model import Entry

CHANGES = 50
TITLE = 3
TOWNS = (
    ("58194", "Nevers", "58000"),
    ("69123", "Lyon", "69001"),
    ("29019", "Brest", "29200"),
    ("33063", "Bordeaux", "33000"),
)


async def fill(path: Path, size: int) -> None:
    """Write a database of so many associations, as an import would have left it."""
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO associations (id, rna_id, title, purpose, city, postcode, commune_code, source,"
            " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'bench', 0, 0)",
            _rows(size),
        )
        connection.execute(
            "INSERT INTO changes (id, association_id, action, at) SELECT id, id, 'add', 0 FROM associations"
        )


def _rows(size: int) -> Iterator[tuple[object, ...]]:
    for each in MadeUp(size).documents():
        commune, town, postcode = TOWNS[each.id % len(TOWNS)]
        title, purpose = " ".join(each.terms[:TITLE]), " ".join(each.terms[TITLE:])
        yield each.id, f"W{each.id:09d}", title, purpose, town, postcode, commune


def questions(size: int, number: int) -> list[str]:
    """Three words each of associations that are there."""
    return [" ".join(each.terms[:TITLE]) for each in islice(MadeUp(size).documents(), number)]


async def measure(path: Path, size: int) -> dict[str, tuple[float, str]]:
    """Open the catalogue of a database and use it; a second time, it starts from the snapshot."""
    database = await Database.open(path)
    asked = questions(size, 20)
    start = time.perf_counter()
    catalogue = await Catalogue.open(database)
    opened = time.perf_counter() - start
    await catalogue.search(Question(asked[0]))
    answered = time.perf_counter() - start
    taken = []
    for question in asked:
        begin = time.perf_counter()
        await catalogue.search(Question(question))
        taken.append(time.perf_counter() - begin)
    adding = []
    for number in range(CHANGES):
        begin = time.perf_counter()
        change = await catalogue.add(Entry(title=f"{asked[0]} {number}", purpose=asked[1]), None)
        adding.append(time.perf_counter() - begin)
        await catalogue.remove(change.association_id, None)
    gc.collect()
    anonymous = memory()["anonymous"]
    await catalogue.close()
    await database.close()
    return {
        "catalogue_open": (opened, "s"),
        "catalogue_start": (answered, "s"),
        "catalogue_search": (median(taken) * 1e3, "ms"),
        "catalogue_add": (median(adding) * 1e3, "ms"),
        "catalogue_anonymous": (anonymous, "MB"),
    }


def main() -> None:
    """Print the figures of the database and size on the command line as JSON."""
    print(json.dumps(asyncio.run(measure(Path(sys.argv[1]), int(sys.argv[2])))))


if __name__ == "__main__":
    main()
