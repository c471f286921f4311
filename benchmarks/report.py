"""Results as a table, a plot and a list of the ratios that must be reached."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from matplotlib.figure import Figure

from benchmarks.side_by_side import Result

COLUMNS = (
    ("q1", "1 term"),
    ("q3", "3 terms"),
    ("q8", "8 terms"),
    ("common", "one very common term"),
    ("place", "3 terms in a place"),
)
OTHERS = (
    ("build", "build"),
    ("rss_peak", "peak memory"),
    ("rss_steady", "steady memory"),
    ("rss_anonymous", "of it anonymous"),
    ("disk", "disk"),
    ("start", "start"),
    ("add", "add, searchable"),
    ("delete", "delete"),
)
TARGETS = (
    ("rank_bm25", {100_000: {"q1": 1 / 300, "q3": 1 / 300, "q8": 1 / 300}}),
    (
        "tantivy",
        {
            100_000: {"q1": 1.0, "q3": 0.9, "q8": 0.9, "common": 1.0},
            2_000_000: {"q1": 1.0, "q3": 0.5, "q8": 0.5, "common": 0.5},
        },
    ),
    (
        "bm25s",
        {
            100_000: {"q1": 1.0, "q3": 1.2, "q8": 2.0, "common": 1.5},
            2_000_000: {"q1": 0.3, "q3": 0.6, "q8": 1.5, "common": 1.0},
        },
    ),
)
TAIL = {100_000: 1.2, 2_000_000: 1.0}
"""Largest ratio of the 99th percentiles to tantivy's."""

LIMITS = (
    ("add", {100_000: 0.1, 2_000_000: 0.1}),
    ("catalogue_add", {100_000: 3.0, 2_000_000: 3.0}),
    ("start", {100_000: 0.3, 2_000_000: 1.0}),
    ("catalogue_start", {100_000: 0.3, 2_000_000: 1.0}),
    ("bot_anonymous", {100_000: 160.0, 2_000_000: 500.0}),
    ("sqlite_build", {100_000: 5.0, 2_000_000: 100.0}),
    ("sqlite_build_peak", {2_000_000: 700.0}),
)
LEAST = (("echo_ratio", {100_000: 0.7, 2_000_000: 0.6}),)

Figures = dict[tuple[str, int, str], Result]


def kept(folder: Path) -> list[Result]:
    """The results that ``write`` left in a folder."""
    path = folder / "results.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def write(results: list[Result], folder: Path) -> str:
    """Write ``results.json``, ``RESULTS.md`` and ``results.png``; the Markdown text."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(f"  {json.dumps(result)}" for result in results)
    (folder / "results.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    text = markdown(results)
    (folder / "RESULTS.md").write_text(text, encoding="utf-8")
    _plot(results, folder / "results.png")
    return text


def markdown(results: Iterable[Result]) -> str:
    """The tables."""
    figures: Figures = {(each["engine"], each["documents"], each["measure"]): each for each in results}
    sizes = sorted({documents for _, documents, _ in figures})
    engines = list(dict.fromkeys(engine for engine, _, _ in figures))
    parts = ["# Measurements", _INTRODUCTION]
    for size in sizes:
        parts += [f"## {size:,} documents", _queries(figures, engines, size), _rest(figures, engines, size)]
    parts += ["## The whole bot", _whole(figures, sizes), "## What is asked for", _ratios(figures)]
    return "\n\n".join(part for part in parts if part) + "\n"


_INTRODUCTION = """One run of `make bench`: every engine in a process of its own, all asked the same
queries in turn, each measured answer right after an unmeasured one. Times are median / 99th percentile
in milliseconds; in brackets the part of Waldeck's exact top ten that the engine finds too."""


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _value(figures: Figures, engine: str, size: int, measure: str) -> str:
    found = figures.get((engine, size, measure))
    return f"{found['value']:.3g} {found['unit']}" if found else "–"


def _queries(figures: Figures, engines: list[str], size: int) -> str:
    rows = []
    for engine in engines:
        cells = []
        for measure, _ in COLUMNS:
            middle, tail = (figures.get((engine, size, f"{measure}_{which}")) for which in ("median", "p99"))
            same = figures.get((engine, size, f"{measure}_agreement"))
            agreement = f" ({same['value']:.0%})" if same else ""
            cells.append(
                f"{middle['value']:.3g} / {tail['value']:.3g}{agreement}" if middle and tail else "–"
            )
        if set(cells) != {"–"}:
            rows.append([engine, *cells])
    return _table(["", *(name for _, name in COLUMNS)], rows) if rows else ""


def _rest(figures: Figures, engines: list[str], size: int) -> str:
    rows = [
        [engine, *(_value(figures, engine, size, measure) for measure, _ in OTHERS)] for engine in engines
    ]
    rows = [row for row in rows if set(row[1:]) != {"–"}]
    return _table(["", *(name for _, name in OTHERS)], rows) if rows else ""


def _whole(figures: Figures, sizes: list[int]) -> str:
    measures = list(
        dict.fromkeys(
            measure
            for _, _, measure in figures
            if measure.startswith(("sqlite", "catalogue", "messages", "echo", "bot"))
        )
    )
    kept = [size for size in sizes if ("waldeck", size, "messages") in figures]
    rows = [[measure, *(_value(figures, "waldeck", size, measure) for size in kept)] for measure in measures]
    return _table(["", *(f"{size:,}" for size in kept)], rows) if kept else ""


def _ratios(figures: Figures) -> str:
    rows = [row for engine, by_size in TARGETS for row in _against(figures, engine, by_size)]
    for size, most in TAIL.items():
        for measure, _ in COLUMNS[:4]:
            rows += _ratio(figures, "tantivy", size, f"{measure}_p99", most)
    for limits, better in ((LIMITS, "≤"), (LEAST, "≥")):
        for measure, by_size in limits:
            for size, limit in by_size.items():
                found = figures.get(("waldeck", size, measure))
                if found:
                    reached = found["value"] <= limit if better == "≤" else found["value"] >= limit
                    shown = f"{found['value']:.3g} {found['unit']}"
                    rows.append([measure, f"{size:,}", f"{better} {limit:g}", shown, _mark(reached)])
    return _table(["", "documents", "asked for", "measured", ""], rows) if rows else ""


def _against(figures: Figures, engine: str, by_size: dict[int, dict[str, float]]) -> list[list[str]]:
    return [
        row
        for size, measures in by_size.items()
        for measure, most in measures.items()
        for row in _ratio(figures, engine, size, f"{measure}_median", most)
    ]


def _ratio(figures: Figures, engine: str, size: int, measure: str, most: float) -> list[list[str]]:
    own, other = (figures.get((name, size, measure)) for name in ("waldeck", engine))
    if not own or not other:
        return []
    ratio = own["value"] / other["value"]
    return [
        [f"{measure} against {engine}", f"{size:,}", f"≤ {most:.3g}", f"{ratio:.3g}", _mark(ratio <= most)]
    ]


def _mark(reached: bool) -> str:
    return "reached" if reached else "missed"


def _plot(results: list[Result], path: Path) -> None:
    """Time and memory against the number of documents, both on logarithmic axes."""
    shown = [("q1_median", "1 term, ms"), ("q3_median", "3 terms, ms"), ("q8_median", "8 terms, ms")]
    shown += [
        ("common_median", "one very common term, ms"),
        ("rss_peak", "peak memory, MB"),
        ("build", "build, s"),
    ]
    figure = Figure(figsize=(13, 7.5), layout="constrained")
    axes = figure.subplots(2, 3)
    for axis, (measure, title) in zip(axes.flat, shown, strict=True):
        for engine in dict.fromkeys(result["engine"] for result in results):
            points = sorted(
                (r["documents"], r["value"])
                for r in results
                if r["engine"] == engine and r["measure"] == measure
            )
            if points:
                axis.plot(*zip(*points, strict=True), marker="o", label=engine)
        axis.set(title=title, xlabel="documents", xscale="log", yscale="log")
        axis.grid(alpha=0.3)
    if axes.flat[0].get_legend_handles_labels()[0]:  # the whole bot is measured before any engine
        axes.flat[0].legend()
    figure.savefig(path, dpi=110)
