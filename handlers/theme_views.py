"""What people see of the nomenclature: headings, themes with counts, and the associations under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from telegram import InlineKeyboardButton as Button

from handlers import keyboards
from handlers.card_views import place as place_of
from handlers.card_views import title
from handlers.context import Context
from handlers.delivery import View
from handlers.markup import bold, joined, plain, shortened
from handlers.views import NO_PLACE, TITLE_UNITS
from retrieval.places import Place
from storage.model import Association
from storage.registers import themes
from storage.registers.themes import Theme
from storage.typography import theme_name

PATTERN = r"([0-9]{6}|0):([0-9]{1,5}):(.{0,48})"
"""Regular expression of ``Shelf.data``."""
TOP = "0"
THEMES_A_PAGE = 8
LABEL_UNITS = 60
LARGEST_DATA = 64


@dataclass(frozen=True, slots=True)
class Shelf:
    """A place in the nomenclature.

    Attributes:
        code: Theme or heading, or ``TOP``.
        page: Counted from 0.
        place: Brief key of the place it is narrowed to, or empty.
    """

    code: str
    page: int = 0
    place: str = ""

    @property
    def data(self) -> str:
        """The form that buttons carry; see ``PATTERN``."""
        return f"{self.code}:{self.page}:{self.place}"


def headings(context: Context, shelf: Shelf, place: Place | None, counts: Mapping[str, int]) -> View:
    """The headings that hold something, one button each."""
    head = plain(context.say("themes-top", place=place.name if place is not None else NO_PLACE))
    found = [theme for theme in themes.headings() if counts.get(theme.code)]
    if not found:
        return View(plain(context.say("themes-empty")))
    return View(head, keyboards.keyboard(_buttons(context, shelf, found, counts, keyboards.THEME)))


def choose_place(context: Context, labelled: Sequence[tuple[str, str]]) -> View:
    """Places of one name, as (label, brief key), to choose from."""
    rows = [[Button(name, callback_data=keyboards.THEME + Shelf(TOP, 0, key).data)] for name, key in labelled]
    return View(plain(context.say("choose-place")), keyboards.keyboard(rows))


def heading(context: Context, shelf: Shelf, place: Place | None, counts: Mapping[str, int]) -> View:
    """The themes of one heading, and all of it."""
    theme = themes.every()[shelf.code]
    all_of_it = Button(
        context.say("themes-all", count=counts.get(shelf.code, 0)),
        callback_data=keyboards.LIST + replace(shelf, page=0).data,
    )
    found = [each for each in themes.under(shelf.code) if counts.get(each.code)]
    rows = _buttons(context, shelf, found, counts, keyboards.LIST)
    up = Button(context.say("button-themes"), callback_data=keyboards.THEME + Shelf(TOP, 0, shelf.place).data)
    lines = [bold(theme_name(theme.code)), plain(place.name if place is not None else "")]
    return View(joined(lines), keyboards.keyboard([[all_of_it], *rows, [up]]))


def _buttons(
    context: Context, shelf: Shelf, found: Sequence[Theme], counts: Mapping[str, int], prefix: str
) -> list[list[Button]]:
    pages = max(1, -(-len(found) // THEMES_A_PAGE))
    page = min(shelf.page, pages - 1)
    rows = []
    for theme in found[page * THEMES_A_PAGE : (page + 1) * THEMES_A_PAGE]:
        text = context.say(
            "theme-count", label=shortened(theme_name(theme.code), LABEL_UNITS), count=counts[theme.code]
        )
        rows.append([Button(text, callback_data=prefix + Shelf(theme.code, 0, shelf.place).data)])
    rows.append(keyboards.pager(page, pages, lambda n: keyboards.THEME + replace(shelf, page=n).data))
    return rows


def members(
    context: Context, shelf: Shelf, place: Place | None, total: int, found: Sequence[Association]
) -> View:
    """One page of the associations under a theme."""
    size = context.settings.results_per_page
    first = shelf.page * size + 1
    theme = themes.every()[shelf.code]
    count = context.say("results-count", count=total, place=place.name if place is not None else NO_PLACE)
    lines = []
    numbers = []
    for number, association in enumerate(found, first):
        name = plain(f"{number}. ") + bold(shortened(title(context, association), TITLE_UNITS))
        where = place_of(association)
        lines.append(joined([name, plain(where and f"📍 {shortened(where, TITLE_UNITS)}")]))
        data = f"{keyboards.CARD}{association.id}:{keyboards.LIST}{shelf.data}"
        if len(data.encode()) > LARGEST_DATA:
            data = f"{keyboards.CARD}{association.id}:"
        numbers.append(Button(str(number), callback_data=data))
    pages = -(-total // size)
    back = Button(context.say("button-themes"), callback_data=keyboards.THEME + _above(shelf).data)
    rows = [
        *keyboards.rows_of(numbers, keyboards.NUMBERS_IN_ROW),
        keyboards.pager(shelf.page, pages, lambda n: keyboards.LIST + replace(shelf, page=n).data),
        [back],
    ]
    head = joined([bold(theme_name(theme.code)), plain(count)])
    return View(joined([head, *lines], "\n\n"), keyboards.keyboard(rows))


def _above(shelf: Shelf) -> Shelf:
    """The heading's themes, from a theme's or the heading's own list."""
    return Shelf(f"{shelf.code[:3]}000", 0, shelf.place)
