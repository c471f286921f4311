"""The buttons under messages: rows of them, and what each carries."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup

from handlers.context import Context
from handlers.requests import Request

BUTTONS_IN_ROW = 5
LABEL_CHARACTERS = 40
PAGE, CARD, VOTE, NOTHING = "p:", "c:", "v:", "-"


def results(
    context: Context, request: Request, ids: list[int], pages: int, *, corrected: bool, placed: bool
) -> InlineKeyboardMarkup:
    """Under a page of results: cards, pager, votes, and other readings of the question."""
    first = request.page * context.settings.results_per_page + 1
    numbers = [
        Button(str(first + offset), callback_data=f"{CARD}{association_id}:{request.data}")
        for offset, association_id in enumerate(ids)
    ]
    rows = [numbers[start : start + BUTTONS_IN_ROW] for start in range(0, len(numbers), BUTTONS_IN_ROW)]
    rows.append(_pager(request, pages))
    rows.append(_votes(context, request.search_id, 0))
    rows.extend([button] for button in _readings(context, request, corrected, placed))
    return InlineKeyboardMarkup([row for row in rows if row])


def nothing(
    context: Context, request: Request, *, suggestion: bool, corrected: bool, placed: bool
) -> InlineKeyboardMarkup | None:
    """Under « nothing found »: other readings of the question."""
    rows = [[button] for button in _readings(context, request, corrected, placed)]
    return InlineKeyboardMarkup(rows) if rows else None


def card(
    context: Context, association_id: int, back: Request | None, address: str | None
) -> InlineKeyboardMarkup:
    """Under a card: share, vote, and back to the results it came from."""
    rows = []
    if address is not None:
        share = f"https://t.me/share/url?url={quote(address, safe='')}"
        rows.append([Button(context.say("button-share"), url=share)])
    if back is not None:
        rows.append(_votes(context, back.search_id, association_id))
        rows.append([Button(context.say("button-back"), callback_data=f"{PAGE}{back.data}")])
    return InlineKeyboardMarkup(rows)


def _pager(request: Request, pages: int) -> list[Button]:
    if pages < 2:  # noqa: PLR2004 - a single page needs no pager
        return []
    row = [Button(f"{request.page + 1}/{pages}", callback_data=NOTHING)]
    if request.page > 0:
        row.insert(0, Button("‹", callback_data=PAGE + replace(request, page=request.page - 1).data))
    if request.page + 1 < pages:
        row.append(Button("›", callback_data=PAGE + replace(request, page=request.page + 1).data))
    return row


def _votes(context: Context, search_id: int, association_id: int) -> list[Button]:
    return [
        Button(context.say("button-useful"), callback_data=f"{VOTE}{search_id}:{association_id}:+"),
        Button(context.say("button-useless"), callback_data=f"{VOTE}{search_id}:{association_id}:-"),
    ]


def _readings(context: Context, request: Request, corrected: bool, placed: bool) -> list[Button]:
    found = []
    if corrected and not request.literal:
        literal = replace(request, page=0, literal=True)
        found.append(Button(context.say("button-literal"), callback_data=PAGE + literal.data))
    if placed and not request.wider:
        wider = replace(request, page=0, wider=True)
        found.append(Button(context.say("button-wider"), callback_data=PAGE + wider.data))
    return found
