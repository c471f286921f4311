"""The buttons under messages: rows of them, and what each carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote

from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup

from handlers.context import Context
from handlers.markup import shortened
from handlers.requests import Request
from retrieval.answers import Answer

PAGE, CARD, VOTE, EXAMPLE, LANGUAGE, THEME, LIST, PRIVACY, PLACE, EDIT, DELETE, HISTORY = (
    "p:",
    "c:",
    "v:",
    "x:",
    "l:",
    "t:",
    "b:",
    "y:",
    "o:",
    "e:",
    "d:",
    "h:",
)
"""Beginnings of callback data, one a kind of button; what follows are ids only."""
INERT = "-"
"""Callback data of a button that only shows something."""

NUMBERS_IN_ROW = 5
CHOICES = 20
LABEL_UNITS = 40
EXAMPLES = 4


def rows_of(buttons: Sequence[Button], width: int) -> list[list[Button]]:
    """The buttons in rows of at most ``width``."""
    return [list(buttons[start : start + width]) for start in range(0, len(buttons), width)]


def keyboard(rows: Iterable[Sequence[Button]]) -> InlineKeyboardMarkup | None:
    """The rows that hold anything; None when none does."""
    filled = [row for row in rows if row]
    return InlineKeyboardMarkup(filled) if filled else None


def results(
    context: Context, request: Request, answer: Answer, shown: Sequence[tuple[int, int]], pages: int
) -> InlineKeyboardMarkup | None:
    """Under a page of results: cards, pager, votes, and other readings of the question.

    Args:
        context: Of the person who reads.
        request: The page they see.
        answer: What was found.
        shown: (number, association id) of each hit on the page.
        pages: How many pages there are.
    """
    numbers = [Button(str(number), callback_data=f"{CARD}{id_}:{request.data}") for number, id_ in shown]
    return keyboard(
        [
            *rows_of(numbers, NUMBERS_IN_ROW),
            pager(request.page, pages, lambda page: PAGE + request.on_page(page).data),
            _votes(context, request.search_id, 0),
            *_places(request, answer),
            *_readings(context, request, answer),
        ]
    )


def nothing(context: Context, request: Request, answer: Answer) -> InlineKeyboardMarkup | None:
    """Under « nothing found »: the closest spelling, other readings of the question, the themes."""
    rows = _readings(context, request, answer)
    if answer.suggestion is not None and not request.suggested:
        label = context.say("button-suggestion", words=_short(answer.suggestion))
        closest = replace(request, page=0, suggested=True, literal=False)
        rows.insert(0, [Button(label, callback_data=PAGE + closest.data)])
    rows.append([Button(context.say("button-browse"), callback_data=f"{THEME}0:0:")])
    return keyboard(rows)


def card(
    context: Context, association_id: int, origin: str, *, editable: bool
) -> InlineKeyboardMarkup | None:
    """Under a card: vote, share, edit, and back to where it came from.

    Args:
        context: Of the person who reads.
        association_id: Whose card it is.
        origin: What the pressed button carried behind the id: a ``Request``, a shelf of themes, or nothing.
        editable: Whether the person may edit it.
    """
    address = deep_link(context, association_id)
    share = f"https://t.me/share/url?url={quote(address, safe='')}"
    rows = [[Button(context.say("button-share"), url=share)]]
    if editable:
        rows[0].append(Button(context.say("button-edit"), callback_data=f"{EDIT}{association_id}"))
        delete = Button(context.say("button-delete"), callback_data=f"{DELETE}{association_id}")
        history = Button(context.say("button-history"), callback_data=f"{HISTORY}{association_id}:0")
        rows.append([delete, history])
    if request := Request.parse(origin):
        rows.insert(0, _votes(context, request.search_id, association_id))
        rows.append([Button(context.say("button-back"), callback_data=PAGE + request.data)])
    elif origin:
        rows.append([Button(context.say("button-back-list"), callback_data=origin)])
    return keyboard(rows)


def open_card(context: Context, association_id: int) -> InlineKeyboardMarkup:
    """Under a card sent elsewhere: the way to the bot."""
    return InlineKeyboardMarkup(
        [[Button(context.say("button-open"), url=deep_link(context, association_id))]]
    )


def deep_link(context: Context, association_id: int) -> str:
    """The address that opens the association's card in a chat with the bot."""
    return f"https://t.me/{context.bot.username}?start=a_{association_id}"


def examples(context: Context) -> InlineKeyboardMarkup | None:
    """Questions to try."""
    return keyboard(
        [Button(context.say(f"example-{number}"), callback_data=f"{EXAMPLE}{number}")]
        for number in range(1, EXAMPLES + 1)
    )


def pager(page: int, pages: int, data: Callable[[int], str]) -> list[Button]:
    """‹ 2/7 ›, or nothing for a single page; ``data`` gives the callback data of a page."""
    if pages <= 1:
        return []
    row = [Button(f"{page + 1}/{pages}", callback_data=INERT)]
    if page > 0:
        row.insert(0, Button("‹", callback_data=data(page - 1)))
    if page + 1 < pages:
        row.append(Button("›", callback_data=data(page + 1)))
    return row


def _votes(context: Context, search_id: int, association_id: int) -> list[Button]:
    return [
        Button(context.say("button-useful"), callback_data=f"{VOTE}{search_id}:{association_id}:+"),
        Button(context.say("button-useless"), callback_data=f"{VOTE}{search_id}:{association_id}:-"),
    ]


def _places(request: Request, answer: Answer) -> list[list[Button]]:
    """Communes of one name to choose from."""
    if answer.kind != "choose_place":
        return []
    return [
        [Button(_short(choice.label), callback_data=PAGE + replace(request, page=0, choice=number).data)]
        for number, choice in enumerate(answer.choices[:CHOICES])
    ]


def _readings(context: Context, request: Request, answer: Answer) -> list[list[Button]]:
    """Buttons to the same question without corrections, or without its place."""
    rows = []
    if answer.understood.corrections and not request.literal:
        label = context.say("button-literal", words=_short(answer.understood.text))
        literal = replace(request, page=0, literal=True)
        rows.append([Button(label, callback_data=PAGE + literal.data)])
    if answer.understood.place is not None and not request.wider:
        wider = replace(request, page=0, wider=True)
        rows.append([Button(context.say("button-wider"), callback_data=PAGE + wider.data)])
    return rows


def _short(words: str) -> str:
    return shortened(words, LABEL_UNITS)
