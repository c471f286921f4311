"""The passage of a purpose that answers a question, with the matched words marked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from retrieval.french import terms

EXCERPT_LENGTH = 220
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage and the half-open character spans in it to show in bold."""

    text: str
    bold: tuple[tuple[int, int], ...] = ()


def excerpt(purpose: str, wanted: Collection[str], length: int = EXCERPT_LENGTH) -> Excerpt:
    """Return the passage of at most about ``length`` characters that holds most ``wanted`` terms.

    It begins and ends at word boundaries; an ellipsis stands where text was left out.
    """
    found = list(_WORD.finditer(purpose))
    wanted = frozenset(wanted)
    matched = [not wanted.isdisjoint(_terms(word[0])) for word in found]
    start, end = _window(purpose, found, matched, length)
    head, tail = "… " if start > 0 else "", " …" if end < len(purpose) else ""
    shift = len(head) - start
    bold = tuple(
        (word.start() + shift, word.end() + shift)
        for word, hit in zip(found, matched, strict=True)
        if hit and start <= word.start() and word.end() <= end
    )
    return Excerpt(f"{head}{purpose[start:end]}{tail}", bold)


@lru_cache(maxsize=1 << 14)
def _terms(word: str) -> tuple[str, ...]:
    """The terms of one word as it is written; texts have most of theirs in common."""
    return tuple(terms(word))


def _window(
    purpose: str, found: Sequence[re.Match[str]], matched: Sequence[bool], length: int
) -> tuple[int, int]:
    """The (start, end) of the passage with most matches; the earliest among equals."""
    if len(purpose) <= length:
        return 0, len(purpose)
    best, span = -1, (0, length)
    first = hits = 0
    for last, word in enumerate(found):
        hits += matched[last]
        while word.end() - found[first].start() > length and first < last:
            hits -= matched[first]
            first += 1
        if hits > best:
            best, span = hits, (found[first].start(), word.end())
    return _filled(found, *span, length)


def _filled(found: Sequence[re.Match[str]], start: int, end: int, length: int) -> tuple[int, int]:
    """A passage made as long as it may be, by what follows it, then by what comes before."""
    end = max([end, *(word.end() for word in found if start < word.end() <= start + length)])
    start = min([start, *(word.start() for word in found if end - length <= word.start() < end)])
    return start, end
