"""What the buttons under an answer carry: the search, the page and the options, in at most 64 bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

PATTERN = r"([0-9]{1,18}):([0-9]{1,6}):(s?l?w?):([0-9]{0,2})"
"""Regular expression of ``Request.data``."""


@dataclass(frozen=True, slots=True)
class Request:
    """One view of a search's results.

    Attributes:
        search_id: Row of ``searches`` with the question.
        page: Counted from 0.
        suggested: With the closest spelling that the answer proposed, instead of the question's own.
        literal: Words as typed, without correction or added words.
        wider: Without the place that was asked for.
        choice: Which of the communes of one name was picked, counted from 0; None before.
    """

    search_id: int
    page: int = 0
    suggested: bool = False
    literal: bool = False
    wider: bool = False
    choice: int | None = None

    @property
    def data(self) -> str:
        """The form that buttons carry; see ``PATTERN``."""
        flags = "s" * self.suggested + "l" * self.literal + "w" * self.wider
        return f"{self.search_id}:{self.page}:{flags}:{'' if self.choice is None else self.choice}"

    def on_page(self, page: int) -> Request:
        """The same on another page."""
        return replace(self, page=page)

    @classmethod
    def parse(cls, data: str) -> Request | None:
        """Read ``data``; None for anything that ``data`` does not produce."""
        match = re.fullmatch(PATTERN, data)
        if match is None:
            return None
        search_id, page, flags, choice = match.groups()
        return cls(
            int(search_id),
            int(page),
            suggested="s" in flags,
            literal="l" in flags,
            wider="w" in flags,
            choice=int(choice) if choice else None,
        )
