"""What people see of an answer: every message's HTML is made, and escaped, in the views."""

from __future__ import annotations

import re

from telegram import KeyboardButton, ReplyKeyboardMarkup

from handlers import keyboards
from handlers.card_views import marks, place, title
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import MESSAGE_UNITS, Rich, bold, emphasised, italic, joined, plain, shortened
from handlers.requests import Request
from retrieval.answers import Answer, Hit, Understood
from retrieval.french import fold
from storage.typography import sentence_case

TITLE_UNITS = 160
QUOTED_UNITS = 60
EXCERPT_SPANS = 6
"""Ten hits with a title, two marks and so many bold words stay below the limit of entities."""
LISTED = frozenset({"count", "browse"})
"""Kinds of answer that say how many there are, and show them all."""
MOST_LISTED = 5000
INVITING = frozenset({"greeting", "identity"})
"""Kinds of small talk that are answered with examples to try."""
WORD = re.compile(r"[^\W_]+")
NO_PLACE = "none"
"""The texts' word for « anywhere »."""


def line(text: str) -> View:
    """A message of words alone."""
    return View(plain(text))


def quoted(words: str) -> str:
    """What somebody typed, short enough to be repeated to them."""
    return shortened(words, QUOTED_UNITS)


def location_keyboard(context: Context) -> ReplyKeyboardMarkup | None:
    """A button that sends the location; Telegram has it in private chats only."""
    if not context.private:
        return None
    button = KeyboardButton(context.say("button-location"), request_location=True)
    return ReplyKeyboardMarkup([[button]], resize_keyboard=True, one_time_keyboard=True)


def ask_location(context: Context) -> View:
    """Ask where the person is, with a button where Telegram has it."""
    if not context.private:
        return line(context.say("ask-location-group"))
    return View(plain(context.say("ask-location")), location_keyboard(context))


def answer(context: Context, request: Request, found: Answer) -> View:
    """What an answer looks like."""
    if found.kind == "smalltalk":
        kind = found.understood.smalltalk
        keyboard = keyboards.examples(context) if kind in INVITING else None
        return View(plain(context.say(f"smalltalk-{kind}")), keyboard)
    if not found.hits:
        text = context.say("nothing-found", place=found.understood.place or NO_PLACE)
        return View(plain(text), keyboards.nothing(context, request, found))
    return results(context, request, found)


def results(context: Context, request: Request, found: Answer) -> View:
    """One page of an answer's hits; a page beyond the last shows the last."""
    size = context.settings.results_per_page
    pages = -(-(found.offset + len(found.hits)) // size)
    request = request.on_page(min(request.page, pages - 1))
    if found.kind in LISTED:
        pages = max(pages, -(-min(found.total, MOST_LISTED) // size))
    first = request.page * size
    hits = found.hits[first - found.offset :][:size]
    header = _header(context, request, found)
    budget = (MESSAGE_UNITS - header.units) // len(hits) - 2
    blocks = [_hit(context, hit, number, budget) for number, hit in enumerate(hits, first + 1)]
    shown = [(number, hit.association.id) for number, hit in enumerate(hits, first + 1)]
    return View(joined([header, *blocks], "\n\n"), keyboards.results(context, request, found, shown, pages))


def _header(context: Context, request: Request, found: Answer) -> Rich:
    """How the question was understood, and how many fit where a number was asked for."""
    understood = found.understood
    lines: list[Rich] = []
    if understood.corrections and not request.literal:
        lines.append(plain(context.say("results-corrected", words=shortened(_read(understood), TITLE_UNITS))))
    where = understood.place if understood.place and not request.wider else ""
    if found.kind in LISTED:
        message = "results-more" if found.more else "results-count"
        lines.append(bold(context.say(message, count=found.total, place=where or NO_PLACE)))
    elif where:
        lines.append(plain(context.say("results-place", place=where)))
    if where and found.hits[0].nearby and not found.offset:
        lines.append(italic(context.say("results-only-nearby")))
    if found.kind == "choose_place":
        lines.append(plain(context.say("choose-place")))
    return joined(lines)


def _read(understood: Understood) -> str:
    """The question with its words as they were read, where they were read otherwise than typed."""

    def read(word: re.Match[str]) -> str:
        return understood.corrections.get(fold(word[0]), word[0])

    return WORD.sub(read, understood.text)


def _hit(context: Context, hit: Hit, number: int, budget: int) -> Rich:
    """Number, title, marks, town and passage, in at most ``budget`` UTF-16 units."""
    top = plain(f"{number}. ") + bold(shortened(title(context, hit.association), TITLE_UNITS))
    for mark in marks(context, hit.association, nearby=hit.nearby):
        top = top + " · " + italic(mark)
    where = place(hit.association)
    lines = joined([top, plain(where and f"📍 {shortened(where, TITLE_UNITS)}")])
    room = budget - lines.units - 1
    excerpt = hit.excerpt
    text = _cased(excerpt.text).rstrip()
    passage = shortened(text, room)
    kept = len(passage) if passage == text else len(passage) - 1
    spans = [span for span in excerpt.bold if span[1] <= kept][:EXCERPT_SPANS]
    return joined([lines, emphasised(passage, spans)])


def _cased(passage: str) -> str:
    """A passage of a text in capitals as (a part of) a sentence, of the same length."""
    text = sentence_case(passage)
    if text != passage and text.startswith("…") and text[3:4].islower():
        return text[:2] + passage[2].lower() + text[3:]
    return text
