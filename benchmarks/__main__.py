"""``make bench``: all engines at all sizes and the whole bot, one run, one table."""

from __future__ import annotations

import argparse
import logging
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks import end_to_end, side_by_side
from benchmarks.corpus import corpus
from benchmarks.engines import ENGINES
from benchmarks.report import kept, write
from benchmarks.side_by_side import Result

SIZES = "10000,100000,1000000,2000000"
BOT_SIZES = ("100000", "2000000")
"""Sizes at which the whole bot is measured too."""


def main() -> None:
    """Run the measurements that the command line asks for; results are written after each of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--sizes", default=SIZES, help="numbers of made-up documents, comma-separated")
    parser.add_argument("--engines", default=",".join(ENGINES), help="engines, comma-separated")
    parser.add_argument("--bot-sizes", help="numbers of associations for the whole bot, comma-separated")
    parser.add_argument("--register", type=Path, help="real associations too: JSON Lines, gzipped")
    parser.add_argument("--resume", action="store_true", help="leave out what the results hold already")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent, help="folder of the results")
    parser.add_argument("--folder", type=Path, help="where indices are kept meanwhile")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    sources = _listed(options.sizes)
    bots = (
        [size for size in sources if size in BOT_SIZES]
        if options.bot_sizes is None
        else _listed(options.bot_sizes)
    )
    results = kept(options.output) if options.resume else []
    with tempfile.TemporaryDirectory(prefix="waldeck-bench-", dir=options.folder) as folder:
        for size in bots:
            if not _measured(results, int(size), "messages"):
                results += end_to_end.run(int(size), Path(folder) / "bot")
                write(results, options.output)
        for source in [*sources, *([str(options.register.resolve())] if options.register else [])]:
            if not options.resume or not _measured(results, corpus(source).size, "delete"):
                results += side_by_side.run(source, Path(folder), _listed(options.engines))
                write(results, options.output)
    print(write(results, options.output))


def _listed(text: str) -> list[str]:
    return [each for each in text.split(",") if each]


def _measured(results: Iterable[Result], documents: int, last: str) -> bool:
    """Whether a size is there to its last measure."""
    return any(each["documents"] == documents and each["measure"] == last for each in results)


if __name__ == "__main__":
    main()
