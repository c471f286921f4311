"""French analysis: from a text to its terms, the same for documents and for questions."""

from __future__ import annotations

import re
import threading
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

import Stemmer

__all__ = ["ANALYSIS_VERSION", "STOP_WORDS", "fold", "stem", "terms", "words"]

ANALYSIS_VERSION = 6
"""To be raised with every change here that gives any text other terms: indices are then built anew."""

_LISTS = tomllib.loads(files("retrieval").joinpath("data/french.toml").read_text(encoding="utf-8"))

STOP_WORDS: frozenset[str] = frozenset(_LISTS["stop_words"].split())
"""Folded grammatical words."""

_CHARACTERS = {
    **dict.fromkeys("\u2019\u2018\u02bc\u0060\u00b4\u2032\uff07", "'"),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    "œ": "oe",
    "Œ": "Oe",
    "æ": "ae",
    "Æ": "Ae",
}
_UNUSUAL = re.compile(f"[{''.join(_CHARACTERS)}]")
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05bd\u064b-\u065f]+")
_ACRONYM = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?")
_WHOLE = re.compile(r"\b(aujourd)'(hui)|\b(prud)'(hom)|\b(entr)'|\b(quelqu)'(un)")
_BALL = re.compile(r"\b(foot|hand|basket|volley|base|paint)[ -]+(?=ball\b)")
_ELISION = re.compile(r"\b(?:[ljdmtsnc]|(?:lors|puis|jus|quoi|pres)?qu)'(?=\w)")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_WORDS = bytes(code for code in range(128) if not chr(code).isalnum() and chr(code) != "\n")
_BEYOND_WORDS = re.compile(r"[^\w\n]+")

_SINGULAR_ENDINGS = ("ss", "ais", "ois", "es", "eus", "ius", "ans")
_SHORTEST_PLURAL = 4
_STEMMER = Stemmer.Stemmer("french", 0)  # without its cache, which takes longer than it saves
_STEMMER_LOCK = threading.Lock()  # PyStemmer's objects are not for several threads at once


def fold(text: str) -> str:
    """Lower case without accents, ligatures or typographic apostrophes; punctuation stays."""
    if text.isascii():
        return text.replace("`", "'").lower()
    text = _UNUSUAL.sub(lambda match: _CHARACTERS[match[0]], text)
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()


_SINGULARS_IN_S = frozenset(_LISTS["singulars_in_s"].split())
_PLURALS_IN_X = {
    **{singular + "x": singular for singular in fold(_LISTS["singulars_of_x"]).split()},
    **{singular[:-2] + "ux": singular for singular in fold(_LISTS["singulars_in_ail"]).split()},
    "yeux": "oeil",
}
_STEMS: dict[str, str] = _LISTS["stems"]


def words(text: str) -> list[str]:
    """Folded words in order: acronyms and « foot-ball » joined, elided articles dropped, hyphens split."""
    text = fold(text)
    if text.isalnum():
        return [text]
    return _WORD.findall(_mended_marks(text))


def _mended_marks(text: str) -> str:
    """A folded text without the marks that divide no words, and with spaces for elided articles."""
    if "ball" in text:
        text = _BALL.sub(r"\1", text)
    if "." in text:
        text = _ACRONYM.sub(lambda match: match[0].replace(".", ""), text)
    if "'" in text:
        text = _WHOLE.sub(lambda match: match[0].replace("'", ""), text)
        text = _ELISION.sub(" ", text)
    return text


def joined_words(texts: Iterable[str]) -> list[str]:
    """``"".join(words(text))`` of each of many texts, in less time than one by one."""
    text = _mended_marks(fold("\n".join(text.replace("\n", "\t") for text in texts)))
    text = (
        text.encode("utf-8", "surrogatepass").translate(None, _BETWEEN_WORDS).decode("utf-8", "surrogatepass")
    )
    return (text if text.isascii() else _BEYOND_WORDS.sub("", text)).split("\n")


def terms(text: str) -> list[str]:
    """Stems in their order, without stop words unless the text holds nothing else."""
    return stems(words(text))


def stems(found: list[str]) -> list[str]:
    """What ``terms`` makes of a text with these ``words``."""
    telling = [word for word in found if word not in STOP_WORDS]
    return [stem(word) for word in telling or found]


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Snowball's stem of a folded word, mended first.

    Folding comes first because Snowball treats accented and bare letters differently: so a word typed
    without its accents finds the one written with them.
    """
    if word in _STEMS or not word.isalpha():
        return _STEMS.get(word, word)
    with _STEMMER_LOCK:
        return str(_STEMMER.stemWord(_mended(word)))


def distinct_stems(found: Sequence[str]) -> list[str]:
    """``stem`` of each of many distinct words, in less time and without remembering them."""
    mended = [_mended(word) for word in found]
    with _STEMMER_LOCK:
        stemmed = _STEMMER.stemWords(mended)
    return [
        _STEMS.get(word) or (known if word.isalpha() else word)
        for word, known in zip(found, stemmed, strict=True)
    ]


def _mended(word: str) -> str:
    """Undo the plurals that Snowball keeps (« jeux », « amis ») and « -ière » without its accent."""
    if len(word) < _SHORTEST_PLURAL or word in _SINGULARS_IN_S:
        return word
    if word.endswith(("iere", "ieres")):
        return word.removesuffix("s")[:-1]
    if word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS):
        return word[:-1]
    return _PLURALS_IN_X.get(word, word)
