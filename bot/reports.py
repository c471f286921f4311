"""What the command line prints: answers, import reports, evaluations; as text or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.explaining import Say
from handlers import import_words
from retrieval.evaluation import Measures
from retrieval.explain import explain
from retrieval.search import Answer, Hit
from storage.import_report import ImportReport
from storage.model import ENTRY_FIELDS
from storage.typography import display_title, sentence_case


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, when that is a terminal; yields ``advance(done, total)``."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total or None)

        yield advance


def answer_json(found: Answer) -> str:
    """A JSON list of the hits, best first: the entry's fields, ``id``, ``score`` and ``excerpt``."""
    return json.dumps([_hit(hit) for hit in found.hits], ensure_ascii=False, indent=2)


def _hit(hit: Hit) -> dict[str, Any]:
    entry = asdict(hit.association)
    return {
        "id": hit.association.id,
        **{name: entry[name] for name in ENTRY_FIELDS},
        "score": round(hit.score, 6),
        "excerpt": hit.excerpt.text,
    }


def answer(found: Answer, say: Say) -> str:
    """The hits, or the line that the bot would answer with, for a reader in a terminal."""
    if line := _line(found, say):
        return line
    understood = found.understood
    lines = [
        say("explain-corrected", typed=typed, read=read) for typed, read in understood.corrections.items()
    ]
    lines.append(say("cli-found-more" if found.more else "cli-found", count=found.total))
    if understood.place:
        lines.append(say("results-place", place=understood.place))
        if found.hits[0].nearby:
            lines.append(say("results-only-nearby"))
    if found.kind == "choose_place":
        lines.append(say("cli-choose-place", places=", ".join(choice.label for choice in found.choices)))
    return "\n\n".join(["\n".join(lines), *_blocks(found, say)])


def _line(found: Answer, say: Say) -> str | None:
    """What to say where there is nothing to list."""
    understood = found.understood
    if not any(character.isalnum() for character in understood.text):
        return say("no-words")
    if found.kind == "smalltalk":
        return say(f"smalltalk-{understood.smalltalk}")
    if found.kind == "ask_location":
        return say("cli-where")
    return None if found.hits else say("cli-nothing-found")


def _blocks(found: Answer, say: Say) -> Iterator[str]:
    for rank, hit in enumerate(found.hits, 1):
        held = hit.association
        city = sentence_case(held.city or "", (held.city or "",))
        place = " ".join(part for part in (held.postcode, city) if part)
        near = say("mark-nearby") if hit.nearby else None
        heading = " · ".join(part for part in (display_title(held), near, place, held.rna_id) if part)
        yield f"{rank}. {heading}\n   {hit.excerpt.text}"


def explanation(found: Answer, say: Say) -> str:
    """How the question was read, and of what each hit's score is made."""
    taken = explain(found)
    lines = [say("explain-kind", kind=taken.kind)]
    if taken.place:
        lines.append(say("explain-place", place=taken.place))
    lines += [say("explain-corrected", typed=typed, read=read) for typed, read in taken.corrections]
    lines += [say("explain-added", said=said, added=added) for said, added in taken.added]
    if taken.dropped:
        lines.append(say("explain-dropped", words=", ".join(taken.dropped)))
    for rank, each in enumerate(taken.hits, 1):
        mark = say("explain-nearby") if each.hit.nearby else say("explain-exact") if each.hit.exact else ""
        lines.append(f"\n{rank}. {each.hit.score:.2f} {each.hit.association.title} {mark}".rstrip())
        for part in each.parts:
            lines.append(f"   {part.score:7.2f} {part.term}" + (f" ← {part.said}" if part.said else ""))
    return "\n".join(lines)


def import_report(report: ImportReport, say: Say, *, dry_run: bool) -> str:
    """What an import did, line by line, reasons of left-out rows included."""
    lines = [
        say(
            "cli-import-dry-report" if dry_run else "cli-import-report",
            file=report.file,
            format=say("register-format", format=report.format),
            read=report.rows_read,
            added=report.added,
            changed=report.changed,
            unchanged=report.unchanged,
            kept=report.kept,
            left=report.left_out,
        )
    ]
    remarks = [*import_words.left_out(say, report), *import_words.passed_over(say, report)]
    return "\n".join([*lines, *(f"  {remark}" for remark in remarks)])


def imports_json(reports: list[ImportReport]) -> str:
    """The reports as a JSON list."""
    return json.dumps([report.as_json() for report in reports], ensure_ascii=False, indent=2)


def evaluation(kinds: Mapping[str, tuple[int, Measures]]) -> str:
    """A table, one kind of question a line."""
    names = Measures.__slots__
    lines = [f"{'kind':14} {'n':>3} " + " ".join(f"{name:>10}" for name in names)]
    for kind, (count, measures) in kinds.items():
        values = " ".join(f"{getattr(measures, name):10.3f}" for name in names)
        lines.append(f"{kind:14} {count:3} {values}")
    return "\n".join(lines)


def evaluation_json(kinds: Mapping[str, tuple[int, Measures]], topics: Mapping[str, Measures]) -> str:
    """The same with each topic, as a JSON object."""
    return json.dumps(
        {
            "kinds": {kind: {"n": count, **asdict(measures)} for kind, (count, measures) in kinds.items()},
            "topics": {topic: asdict(measures) for topic, measures in topics.items()},
        },
        indent=2,
    )
