"""Patterns of the lexicon: how a way of saying something is compiled, and what a word is looked up by."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from retrieval.french import STOP_WORDS, stem
from retrieval.french import words as words_of
from retrieval.lexicon_files import InvalidLexicon, LexiconEntry

TELLING = frozenset({"entre", "pas", "plus", "quand", "quoi", "sans", "sous"})
"""Small words that count in a pattern: « sans papiers » is not about paper."""
_UNTELLING = STOP_WORDS - TELLING
ENGLISH_SMALL = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "my", "of", "on", "or", "the", "to", "with"}
)

_ENGLISH = Stemmer.Stemmer("english")
_ENGLISH_LOCK = threading.Lock()  # PyStemmer's objects are not for several threads at once


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a pattern, filled by a word that offers any of ``keys``.

    Attributes:
        shared: Other patterns may use the word that fills it too.
    """

    keys: frozenset[str]
    shared: bool = False


def slots(says: str, entry: LexiconEntry, classes: Mapping[str, Sequence[str]]) -> tuple[Slot, ...]:
    """Compile a pattern: small words are passed over unless telling, one of several, or all there is.

    Args:
        says: As written in the file.
        entry: For its language, and its file when something is wrong.
        classes: Name to words, for ``@name``.

    Raises:
        InvalidLexicon: The pattern is not as the head of words.toml describes.
    """
    tokens = says.split()
    small, passed_over = (
        (STOP_WORDS, _UNTELLING) if entry.language == "fr" else (ENGLISH_SMALL, ENGLISH_SMALL)
    )
    if len(tokens) > 1 and not all(_passed_over(token, small) for token in tokens):
        tokens = [token for token in tokens if not _passed_over(token, passed_over)]
    slots = tuple([slot for token in tokens for slot in _token(token, entry, classes)])
    if not slots:
        raise InvalidLexicon(entry.source, says, "holds no word")
    return slots


def _passed_over(token: str, small: Set[str]) -> bool:
    return "|" not in token and token[0] not in "@=" and all(word in small for word in words_of(token))


def _token(token: str, entry: LexiconEntry, classes: Mapping[str, Sequence[str]]) -> Iterator[Slot]:
    """Compile alternatives or a single word, of which a hyphenated one has several slots."""
    if "|" in token or token[0] in "@=":
        words = token.split("|")
        keys = (key for word in words for key in _keys(word, entry, classes))
        yield Slot(frozenset(keys), shared=all(word.startswith("@") for word in words))
    else:
        for word in words_of(token):
            yield Slot(frozenset({_word_key(word, entry)}))


def _keys(word: str, entry: LexiconEntry, classes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What an alternative is looked up by; ``@class`` is each of its words."""
    if word[:1] != "@":
        yield _key(word, entry)
    elif word[1:] in classes:
        yield from (_key(each, entry) for each in classes[word[1:]])
    else:
        raise InvalidLexicon(entry.source, word, "is no class")


def _key(word: str, entry: LexiconEntry) -> str:
    """A word's stem or, with ``=``, its folded form."""
    parts = words_of(word)
    if len(parts) != 1:
        raise InvalidLexicon(entry.source, word, "is not one word")
    return f"={parts[0]}" if word[0] == "=" else _word_key(parts[0], entry)


def _word_key(word: str, entry: LexiconEntry) -> str:
    """A folded word's stem."""
    return french_key(word) if entry.language == "fr" else english_key(word)


def french_key(word: str) -> str:
    """A stem; small words as they are, so that « que » is not « queer », and « agressée » as « agressé »."""
    if word in STOP_WORDS:
        return f".{word}"
    singular = word.removesuffix("s")
    return stem(singular[:-1] if singular.endswith("ee") else word)


@lru_cache(maxsize=1 << 13)
def english_key(word: str) -> str:
    """An English stem, kept apart from the French ones."""
    with _ENGLISH_LOCK:
        return f"en:{_ENGLISH.stemWord(word)}"
