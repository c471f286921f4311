"""When two entries are the same association: by RNA number, else by a key of what they say."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

from storage.model import Entry

NOT_A_WORD = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """Reduce ``text`` to lower-case letters and digits without accents, one space between words."""
    letters = text.casefold()
    if not letters.isascii():
        # Twice: ornamental capitals become ordinary ones only when decomposed.
        decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letters).casefold())
        letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return NOT_A_WORD.sub(" ", letters).strip()


def content_stem(entry: Entry) -> str:
    """Key shared by all entries with this title, town and postcode, or this purpose without a title.

    Returns:
        24 hexadecimal digits.
    """
    title = plain(entry.title)
    parts = [title or plain(entry.purpose), plain(entry.city or ""), entry.postcode or ""]
    told_by = "title" if title else "purpose"
    return blake2b("\x1f".join([told_by, *parts]).encode(), digest_size=12).hexdigest()


def content_key(entry: Entry, occurrence: int = 1) -> str:
    """Key under which an entry without an RNA number is kept (column ``content_key``).

    The occurrence number lets two different purposes under the same title and town both live:
    the first is 1, the next 2, and so on. The same entry twice is one association (see ``same``).
    """
    return f"{content_stem(entry)}-{occurrence}"


def same(one: Entry, other: Entry) -> bool:
    """Whether two entries of one ``content_stem`` say the same: their purposes agree but for spelling."""
    return plain(one.purpose) == plain(other.purpose)


def identity(rna_id: str | None, key: str | None) -> str:
    """How table ``removed`` names an association: ``rna:`` and number, or ``key:`` and content key."""
    return f"rna:{rna_id}" if rna_id else f"key:{key}"
