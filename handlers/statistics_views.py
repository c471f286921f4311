"""What /stats looks like, as text and as figures to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from handlers.context import Context
from handlers.delivery import View
from handlers.markup import Rich, bold, italic, joined, pack, plain, shortened
from handlers.plot import Bars, Figures
from retrieval.places import facts
from storage.feedback import Disliked, Votes
from storage.model import Status
from storage.typography import theme_name

TOP_TEXT = 5
TOP_PICTURE = 12
QUESTION_UNITS = 120
NAME_UNITS = 100


@dataclass(frozen=True, slots=True)
class Contents:
    """What the catalogue holds: numbers of associations by status, theme heading and département."""

    total: int
    statuses: Mapping[Status, int]
    themes: Mapping[str, int]
    departements: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked, day by day, what found nothing, and what people thought of the answers."""

    days: Sequence[date]
    questions: Sequence[int]
    unanswered: Sequence[int]
    without: Sequence[tuple[str, int]]
    votes: Votes
    worst: Sequence[tuple[Disliked, str]]


def text(context: Context, contents: Contents, answered: Answered) -> View:
    """The figures in words."""
    return View(pack([*_holdings(context, contents), _asked(context, answered), *_gaps(context, answered)]))


def _holdings(context: Context, contents: Contents) -> list[Rich]:
    say = context.say
    statuses = [
        plain("• " + say(f"stats-{status.value}", count=count))
        for status, count in contents.statuses.items()
        if count
    ]
    by_theme = [(theme_name(code), count) for code, count in _top(contents.themes, TOP_TEXT)]
    by_place = [(_departement(code), count) for code, count in _top(contents.departements, TOP_TEXT)]
    return [
        joined([bold(say("stats-total", count=contents.total)), *statuses]),
        _listed(context, "stats-themes", by_theme),
        _listed(context, "stats-departements", by_place),
    ]


def _asked(context: Context, answered: Answered) -> Rich:
    say, total = context.say, sum(answered.questions)
    lines = [bold(say("stats-questions", count=total, days=len(answered.days)))]
    if total:
        share = round(100 * sum(answered.unanswered) / total)
        today = answered.questions[-1]
        lines.append(plain(say("stats-a-day", average=round(total / len(answered.days), 1), today=today)))
        lines.append(plain(say("stats-unanswered", percent=share)))
    lines.append(plain(say("stats-votes", up=answered.votes.up, down=answered.votes.down)))
    return joined(lines)


def _gaps(context: Context, answered: Answered) -> list[Rich]:
    """What to add, and what to mend."""
    blocks = []
    if answered.without:
        lines = [
            plain(f"• {shortened(question, QUESTION_UNITS)} × {times}")
            for question, times in answered.without
        ]
        blocks.append(joined([bold(context.say("stats-without")), *lines]))
    if answered.worst:
        worst = [
            plain("• ")
            + italic(shortened(each.question, QUESTION_UNITS))
            + (f" → {shortened(name, NAME_UNITS)}" if name else "")
            + f" (👍 {each.votes.up} 👎 {each.votes.down})"
            for each, name in answered.worst
        ]
        blocks.append(joined([bold(context.say("stats-worst")), *worst]))
    return blocks


def figures(context: Context, contents: Contents, answered: Answered) -> Figures:
    """The figures to draw."""
    say = context.say
    statuses = [(say(f"status-{status.value}"), count) for status, count in contents.statuses.items()]
    by_theme = [(theme_name(code), count) for code, count in _top(contents.themes, TOP_PICTURE)]
    by_place = [(_departement(code), count) for code, count in _top(contents.departements, TOP_PICTURE)]
    return Figures(
        title=say("stats-total", count=contents.total),
        days=[day.isoformat() for day in answered.days],
        questions=answered.questions,
        unanswered=answered.unanswered,
        legends=[say("stats-days"), say("stats-legend-questions"), say("stats-legend-unanswered")],
        panels=[
            _bars(say("stats-statuses"), statuses),
            _bars(say("stats-themes"), by_theme),
            _bars(say("stats-departements"), by_place),
        ],
    )


def _bars(title: str, rows: Sequence[tuple[str, int]]) -> Bars:
    return Bars(title, [label for label, _ in rows], [count for _, count in rows])


def _listed(context: Context, title: str, rows: Sequence[tuple[str, int]]) -> Rich:
    if not rows:
        return Rich()
    named = [context.say("stats-line", name=label, count=count) for label, count in rows]
    return joined([bold(context.say(title)), *(plain(f"• {line}") for line in named)])


def _top(counts: Mapping[str, int], limit: int) -> list[tuple[str, int]]:
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(key, count) for key, count in ranked[:limit] if count]


def _departement(number: str) -> str:
    return f"{facts()[number]['name']} ({number})"
