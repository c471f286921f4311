"""What people see of answers and associations: every message's HTML is made, and escaped, here."""

from __future__ import annotations

from handlers import keyboards
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import (
    MESSAGE_UNITS,
    Rich,
    bold,
    code,
    emphasised,
    italic,
    joined,
    link,
    plain,
    shortened,
    split,
)
from handlers.requests import Request
from retrieval.search import Answer, Hit
from storage.model import Association, Status

TITLE_UNITS = 160
EXCERPT_SPANS = 6


def results(context: Context, request: Request, answer: Answer) -> View:
    """One page of an answer's hits."""
    size = context.settings.results_per_page
    pages = max(1, -(-len(answer.hits) // size))
    first = min(request.page, pages - 1) * size
    hits = answer.hits[first : first + size]
    header = _header(context, answer)
    budget = (MESSAGE_UNITS - header.units) // max(1, len(hits)) - 2
    blocks = [_hit(context, hit, number, budget) for number, hit in enumerate(hits, first + 1)]
    keyboard = keyboards.results(
        context,
        request,
        [hit.association.id for hit in hits],
        pages,
        corrected=bool(answer.understood.corrections),
        placed=answer.understood.place is not None,
    )
    return View(joined([header, *blocks], "\n\n"), keyboard)


def _header(context: Context, answer: Answer) -> Rich:
    lines = []
    if answer.understood.corrections:
        words = ", ".join(answer.understood.corrections.values())
        lines.append(plain(context.say("results-corrected", words=words)))
    if answer.understood.place:
        lines.append(plain(context.say("results-place", place=answer.understood.place)))
    return joined(lines)


def _hit(context: Context, hit: Hit, number: int, budget: int) -> Rich:
    association = hit.association
    top = plain(f"{number}. ") + bold(shortened(title(context, association), TITLE_UNITS))
    for mark in _marks(context, hit):
        top = top + " " + italic(mark)
    lines = joined([top, plain(place(association))])
    excerpt = shortened(hit.excerpt.text, max(0, budget - lines.units - 1))
    spans = [span for span in hit.excerpt.bold if span[1] < len(excerpt)][:EXCERPT_SPANS]
    return joined([lines, emphasised(excerpt, spans)])


def _marks(context: Context, hit: Hit) -> list[str]:
    marks = [] if hit.association.status is Status.ACTIVE else [f"mark-{hit.association.status}"]
    if hit.nearby:
        marks.append("mark-nearby")
    return [context.say(mark) for mark in marks]


def title(context: Context, association: Association) -> str:
    """The association's name, or what stands for one."""
    return association.title or shortened(association.purpose, TITLE_UNITS) or context.say("untitled")


def place(association: Association) -> str:
    """Town and postcode."""
    if association.city and association.postcode:
        return f"{association.city} ({association.postcode})"
    return association.city or association.postcode or ""


def card(context: Context, association: Association, back: Request | None) -> list[View]:
    """All that is known of an association; its whole purpose, over several messages if it must."""
    facts = joined(
        [
            plain(place(association)),
            code(association.rna_id or ""),
            link(association.website or "", association.website or ""),
        ]
    )
    head = bold(shortened(title(context, association), 1000))
    purpose = association.purpose or context.say("no-purpose")
    room = MESSAGE_UNITS - head.units - facts.units - 4
    first, *rest = split(purpose, room)
    address = f"https://t.me/{context.bot.username}?start=a_{association.id}"
    keyboard = keyboards.card(context, association.id, back, address)
    texts = [joined([head, plain(first), facts], "\n\n"), *(plain(part) for part in rest)]
    return [View(text, keyboard if number == 0 else None) for number, text in enumerate(texts)]


def line(text: str) -> View:
    """A message of words alone."""
    return View(plain(text))


def answer(context: Context, request: Request, found: Answer) -> View:
    """What an answer looks like."""
    if not found.hits:
        return line(context.say("nothing-found"))
    return results(context, request, found)
