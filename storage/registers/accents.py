"""Words whose accented letters a register damaged, mended where exactly one known word fits.

Three kinds of damage occur:

* an escape: the byte's two half-bytes as letters from A for 0 to P for 15, between tildes, the byte being
of code page
  850 or 1252 (``~ID~`` is 0x83, â in code page 850; ``~MJMC~`` is éâ in code page 1252);
* a capital in the middle of a small word, with or without its accent (``activitEs``, ``franCaise``,
``connaÎtre``);
* a small accented letter in a word in capitals (``ELèVES``), where only the case is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

DAMAGE = re.compile("~|Â|[a-zà-ÿ][A-ZÀ-Þ]")
ESCAPED = re.compile(r"(?<![^\W\d_])[^\W\d_]*(?:~[A-Z]{2,8}~[^\W\d_]*)+")
ESCAPE = re.compile(r"~([A-Z]+)~")
MIXED = re.compile(r"(?<![^\W\d_])[^\W\d_]*[a-zà-ÿ][A-ZÀ-Þ][^\W\d_]*")
ALONE = re.compile(r"(?<![^\W_])Â(?![^\W_])")
"""The preposition « à » in some files: there is no word « â »."""
MOST_ESCAPES = 4
LONGEST_WORD = 60
"""Characters; a longer run is no word that could be known."""
HALF_BYTES = str.maketrans("ABCDEFGHIJKLMNOP", "0123456789abcdef")


def repair(text: str) -> str:
    """Mend the words of ``text`` that are damaged beyond doubt; leave everything else as it is."""
    if (text.isupper() and "~" not in text and "Â" not in text) or DAMAGE.search(text) is None:
        return text
    if "~" in text:
        text = ESCAPED.sub(lambda match: _unescaped(match[0]), text)
    if "Â" in text:
        text = ALONE.sub(lambda match: "à" if match.start() and not text.isupper() else "À", text)
    return MIXED.sub(lambda match: _recased(match[0]), text)


def _fold(word: str) -> str:
    word = word.lower().replace("œ", "oe").replace("æ", "ae")
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@cache
def _known() -> dict[str, list[str]]:
    """Accented words of French that associations use, by their form without accents."""
    words: dict[str, list[str]] = defaultdict(list)
    for word in files("storage.registers").joinpath("accented.txt").read_text(encoding="utf-8").split():
        words[_fold(word)].append(word)
    return words


@lru_cache(maxsize=4096)
def _recased(word: str) -> str:
    """A word with capitals in its middle, or small letters among capitals."""
    if not re.search("[a-z]", word):
        return word.upper()
    if len(word) > LONGEST_WORD:
        return word
    lower = word.lower()
    fits = [known for known in _known().get(_fold(word), ()) if _explains(known, word, lower)]
    exact = [
        known
        for known in fits
        if all(a == b or c.isupper() for a, b, c in zip(known, lower, word, strict=True))
    ]
    for candidates in (exact, fits):
        if len(candidates) == 1:
            return candidates[0].capitalize() if word[0].isupper() else candidates[0]
    return lower if _only_accented_capitals(word) else word


def _explains(known: str, word: str, lower: str) -> bool:
    """Whether every capital in the middle of ``word`` stands for an accented letter of ``known``."""
    if len(known) != len(word):
        return False
    places = [place for place in range(1, len(word)) if word[place].isupper()]
    return all(
        not known[place].isascii() and lower[place] in (known[place], _fold(known[place])) for place in places
    )


def _only_accented_capitals(word: str) -> bool:
    return word[0].islower() and all(letter.islower() or not letter.isascii() for letter in word)


@lru_cache(maxsize=4096)
def _unescaped(word: str) -> str:
    codes = ESCAPE.findall(word)
    if len(codes) > MOST_ESCAPES or len(word) > LONGEST_WORD:
        return word
    readings = product(*map(_letters, codes))
    spelt = {_filled(word, letters).lower() for letters in readings}
    fits = {known for spelling in spelt for known in _known().get(_fold(spelling), ())}
    known = _only(spelt & fits) or _only(fits) or _only(_by_gaps(word))
    return _cased(known, word) if known else word


def _letters(code: str) -> list[str]:
    """What an escape can stand for, in each code page that registers used."""
    if len(code) % 2 or code.strip("ABCDEFGHIJKLMNOP"):
        return []
    raw = bytes.fromhex(code.translate(HALF_BYTES))
    readings = {raw.decode(page, "replace") for page in ("cp1252", "cp850")}
    return [reading for reading in sorted(readings) if reading.isalpha()]


def _filled(word: str, letters: tuple[str, ...]) -> str:
    supply = iter(letters)
    return ESCAPE.sub(lambda _: next(supply), word)


def _by_gaps(word: str) -> set[str]:
    """Known words that differ from ``word`` in its escapes only, one letter for each pair of characters."""
    pieces = ESCAPE.split(word)
    pattern = "".join(
        "." * (len(piece) // 2) if odd else re.escape(_fold(piece)) for odd, piece in _numbered(pieces)
    )
    fits = re.compile(pattern).fullmatch
    return {known for folded, forms in _known().items() if fits(folded) for known in forms}


def _numbered(pieces: list[str]) -> list[tuple[bool, str]]:
    return [(place % 2 == 1, piece) for place, piece in enumerate(pieces)]


def _only(words: set[str]) -> str | None:
    return next(iter(words)) if len(words) == 1 else None


def _cased(known: str, word: str) -> str:
    """``known`` in the case that the undamaged letters of ``word`` have."""
    letters = ESCAPE.sub("", word)
    if letters.isupper():
        return known.upper()
    return known.capitalize() if letters[:1].isupper() and not word.startswith("~") else known
