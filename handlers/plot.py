"""The picture of /stats, drawn in a process of its own: ``python -m handlers.plot`` turns JSON into PNG."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

INK, BAR, WARNING, PAPER = "#1f2937", "#2f6f8f", "#d97757", "#ffffff"
LONGEST_LABEL = 34


@dataclass(frozen=True, slots=True)
class Bars:
    """One panel of horizontal bars.

    Attributes:
        title: Above it.
        labels: One a bar, the first on top.
        values: Their lengths.
    """

    title: str
    labels: Sequence[str]
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the picture shows.

    Attributes:
        title: Above everything.
        days: ISO dates.
        questions: Questions on each of the days.
        unanswered: Of which without an answer.
        legends: Title of the panel of days, and the names of the two series.
        panels: Three panels of bars.
    """

    title: str
    days: Sequence[str]
    questions: Sequence[int]
    unanswered: Sequence[int]
    legends: Sequence[str]
    panels: Sequence[Bars]

    def as_json(self) -> bytes:
        """What ``draw`` takes."""
        return json.dumps(asdict(self)).encode()


def draw(given: bytes) -> bytes:
    """Draw the figures, given as JSON, as a PNG."""
    # Imported here: matplotlib takes 60 MB, which the service itself does without.
    import matplotlib  # noqa: PLC0415

    matplotlib.use("Agg")
    from matplotlib import pyplot  # noqa: PLC0415

    content = json.loads(given)
    pyplot.rcParams.update({"font.size": 10, "text.color": INK, "axes.edgecolor": "#cbd5e1"})
    figure, axes = pyplot.subplots(2, 2, figsize=(12, 9), facecolor=PAPER, layout="constrained")
    figure.suptitle(content["title"], fontsize=16, fontweight="bold")
    _days(axes[0][0], content)
    for axis, panel in zip(axes.flat[1:], content["panels"], strict=True):
        _bars(axis, **panel)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    return picture.getvalue()


def _days(axis: Any, content: dict[str, Sequence[str]]) -> None:
    title, questions, unanswered = content["legends"]
    places = range(len(content["days"]))
    axis.bar(places, content["questions"], color=BAR, label=questions)
    axis.bar(places, content["unanswered"], color=WARNING, label=unanswered)
    days = [f"{day[8:]}/{day[5:7]}" for day in content["days"]]
    step = max(1, len(days) // 6)
    axis.set_xticks(places[::-step], days[::-step])
    axis.set_ylim(0, max(1, *map(int, content["questions"])) * 1.1)
    axis.yaxis.get_major_locator().set_params(integer=True)
    axis.set_title(title)
    axis.legend(frameon=False)


def _bars(axis: Any, title: str, labels: Sequence[str], values: Sequence[int]) -> None:
    short = [label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…" for label in labels]
    drawn = axis.barh(range(len(values)), values, color=BAR)
    axis.bar_label(drawn, padding=3)
    axis.set_yticks(range(len(values)), short)
    axis.invert_yaxis()
    axis.set_xlim(0, max(1, *values, 1) * 1.15)
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_title(title)


if __name__ == "__main__":
    sys.stdout.buffer.write(draw(sys.stdin.buffer.read()))
