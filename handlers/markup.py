"""Rich text within Telegram's limits: HTML with its length in UTF-16 units and its number of entities."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MESSAGE_UNITS = 4096
MESSAGE_ENTITIES = 100

# Control characters that Telegram drops or refuses, and marks that would turn the text after them around.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_SENTENCE_END = re.compile(r"[.;!?…]\s+|\n+")
_WORD_END = re.compile(r"\s+")


def units(text: str) -> int:
    """Length in UTF-16 code units, the measure of Telegram's limits."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clean(text: str) -> str:
    """The text without control characters, direction marks and lone surrogates."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(frozen=True, slots=True)
class Rich:
    """A piece of HTML that Telegram accepts.

    Attributes:
        html: Escaped, every tag closed.
        units: Length after parsing, in UTF-16 units.
        entities: Number of tags.
    """

    html: str = ""
    units: int = 0
    entities: int = 0

    def __add__(self, other: Rich | str) -> Rich:
        more = plain(other) if isinstance(other, str) else other
        return Rich(self.html + more.html, self.units + more.units, self.entities + more.entities)

    def fits(self, limit: int = MESSAGE_UNITS) -> bool:
        """Whether it can be sent as one message."""
        return self.units <= limit and self.entities <= MESSAGE_ENTITIES


def plain(text: str) -> Rich:
    """Text as it is, escaped."""
    text = clean(text)
    return Rich(html.escape(text), units(text), 0)


def bold(text: str) -> Rich:
    """Bold text."""
    return _tagged("<b>", text, "</b>")


def italic(text: str) -> Rich:
    """Italic text."""
    return _tagged("<i>", text, "</i>")


def code(text: str) -> Rich:
    """Text that a tap copies."""
    return _tagged("<code>", text, "</code>")


def link(text: str, address: str) -> Rich:
    """Text that opens an address."""
    return _tagged(f'<a href="{html.escape(clean(address))}">', text, "</a>")


def _tagged(opening: str, text: str, closing: str) -> Rich:
    inner = plain(text)
    return Rich(opening + inner.html + closing, inner.units, 1) if inner.units else inner


def emphasised(text: str, spans: Iterable[tuple[int, int]]) -> Rich:
    """The text with the given (start, end) stretches in bold; spans ascend and do not overlap."""
    result, position = Rich(), 0
    for start, end in spans:
        result = result + text[position:start] + bold(text[start:end])
        position = end
    return result + text[position:]


def joined(pieces: Iterable[Rich | str], separator: str = "\n") -> Rich:
    """The pieces one after the other; empty ones are left out."""
    result = Rich()
    for piece in pieces:
        rich = plain(piece) if isinstance(piece, str) else piece
        if rich.html:
            result = result + separator + rich if result.html else rich
    return result


def shortened(text: str, limit: int) -> str:
    """The text cut to at most ``limit`` UTF-16 units, between words where possible, with « … »."""
    if units(text) <= limit:
        return text
    cut = _cut(text, limit - 1)
    word = max((match.start() for match in _WORD_END.finditer(text, 0, cut)), default=0)
    return text[: word if word > cut // 2 else cut].rstrip() + "…"


def split(text: str, limit: int) -> Iterator[str]:
    """Cut a text into parts of at most ``limit`` UTF-16 units; joined together they are the text again.

    Cuts fall after a sentence where one ends in the part's second half, else between words, else anywhere.
    """
    while units(text) > limit:
        cut = _cut(text, limit)
        place = _last_end(_SENTENCE_END, text, cut) or _last_end(_WORD_END, text, cut) or cut
        yield text[:place]
        text = text[place:]
    yield text


def _last_end(boundary: re.Pattern[str], text: str, cut: int) -> int | None:
    """Where the last boundary ends within the second half of ``text[:cut]``."""
    ends = [match.end() for match in boundary.finditer(text, cut // 2, cut)]
    return ends[-1] if ends else None


def _cut(text: str, limit: int) -> int:
    """The greatest number of characters that fit into ``limit`` UTF-16 units."""
    count = used = 0
    for character in text:
        used += 2 if character > "\uffff" else 1
        if used > limit:
            break
        count += 1
    return count


def spread(blocks: Iterable[Rich], separator: str = "\n\n") -> list[Rich]:
    """The blocks, each fit for one message, in order over as many messages as they need."""
    messages: list[Rich] = []
    for block in blocks:
        longer = messages[-1] + separator + block if messages else block
        if messages and longer.fits():
            messages[-1] = longer
        else:
            messages.append(block)
    return messages


def pack(blocks: Sequence[Rich], limit: int = MESSAGE_UNITS, separator: str = "\n\n") -> Rich:
    """As many of the blocks, in order, as one message holds."""
    result = Rich()
    for block in blocks:
        longer = joined([result, block], separator)
        if not longer.fits(limit):
            break
        result = longer
    return result
