"""What the buttons under an answer carry: the search, the page and the options, in at most 64 bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass

PATTERN = r"(\d{1,18}):(\d{1,4}):(l?w?):([\w-]{0,12})"
"""Regular expression of ``Request.data``, without its prefix."""


@dataclass(frozen=True, slots=True)
class Request:
    """One view of a search's results.

    Attributes:
        search_id: Row of ``searches`` with the question.
        page: Counted from 0.
        literal: Words as typed, without correction or added words.
        wider: Without the place that was asked for.
        place: Key of the commune picked among homonyms, or empty.
    """

    search_id: int
    page: int = 0
    literal: bool = False
    wider: bool = False
    place: str = ""

    @property
    def data(self) -> str:
        """The form that buttons carry; see ``PATTERN``."""
        flags = "l" * self.literal + "w" * self.wider
        return f"{self.search_id}:{self.page}:{flags}:{self.place}"

    @classmethod
    def parse(cls, data: str) -> Request | None:
        """Read ``data``; None for anything that ``data`` does not produce."""
        match = re.fullmatch(PATTERN, data, re.ASCII)
        if match is None:
            return None
        return cls(int(match[1]), int(match[2]), "l" in match[3], "w" in match[3], match[4])
