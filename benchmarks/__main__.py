"""``make bench``: all engines at all sizes and the whole bot, one run, one table."""

from __future__ import annotations

import argparse
import logging
import tempfile
from pathlib import Path

from benchmarks import end_to_end, side_by_side
from benchmarks.engines import ENGINES
from benchmarks.report import write
from benchmarks.side_by_side import Result

SIZES = "10000,100000,1000000,2000000"
REAL = Path("../shared/data/associations_active.jsonl.gz")


def main() -> None:
    """Run the measurements that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--sizes", default=SIZES, help="numbers of made-up documents, comma-separated")
    parser.add_argument("--engines", default=",".join(ENGINES), help="engines, comma-separated")
    parser.add_argument("--bot-sizes", help="numbers of associations for the whole bot; by default --sizes")
    parser.add_argument("--data", type=Path, default=REAL, help="real associations, JSON Lines, gzipped")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent, help="folder of the results")
    parser.add_argument("--folder", type=Path, help="where indices are kept meanwhile")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    sources = [source for source in options.sizes.split(",") if source]
    bots = sources if options.bot_sizes is None else [size for size in options.bot_sizes.split(",") if size]
    if options.data.exists():
        sources.append(str(options.data.resolve()))
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="waldeck-bench-", dir=options.folder) as folder:
        for source in sources:
            results += side_by_side.run(source, Path(folder), options.engines.split(","))
            write(results, options.output)
        for size in bots:
            results += end_to_end.run(int(size), Path(folder) / "bot")
            write(results, options.output)
    print(write(results, options.output))


if __name__ == "__main__":
    main()
