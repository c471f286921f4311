"""How long people's questions take, understanding included: ``python -m benchmarks.questions [DATABASE]``.

Without a database 200,000 made-up associations are searched. The questions are those of the regression
collection: every kind of them, from one keyword to a life's trouble told in a sentence.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.catalogues import fill
from retrieval.catalogue import Catalogue
from retrieval.search import Question
from storage.database import Database
from tests.retrieval.asked import questions

SIZE = 200_000
ROUNDS = 5
PERCENTILES = (50, 90, 99, 100)


async def measure(path: Path) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Milliseconds of each question in each round but the first, which warms up; shape (answers,)."""
    database = await Database.open(path)
    try:
        catalogue = await Catalogue.open(database)
        taken = [await _seconds(catalogue) for _ in range(ROUNDS + 1)]
        await catalogue.close()
    finally:
        await database.close()
    return np.array(taken[1:]).ravel() * 1000


async def _seconds(catalogue: Catalogue) -> list[float]:
    taken = []
    for asked in questions():
        begin = time.perf_counter()
        await catalogue.search(Question(asked.question))
        taken.append(time.perf_counter() - begin)
    return taken


async def main() -> None:
    """Measure over the database named on the command line, or over made-up associations."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions", description=__doc__)
    parser.add_argument("database", type=Path, nargs="?", help="a database of Waldeck")
    path = parser.parse_args().database
    with tempfile.TemporaryDirectory(prefix="waldeck-questions-") as folder:
        if path is None:
            path = Path(folder) / "made-up.sqlite3"
            await fill(path, SIZE)
        milliseconds = await measure(path)
    for percentile in PERCENTILES:
        within = np.percentile(milliseconds, percentile)
        print(f"{percentile:3d} % of {len(milliseconds)} answers within {within:.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
