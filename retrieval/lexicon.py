"""What people say against what statutes say: finding the lexicon's entries in a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from retrieval.french import STOP_WORDS
from retrieval.french import words as words_of
from retrieval.lexicon_files import FOLDER, InvalidLexicon, LexiconEntry, read
from retrieval.lexicon_patterns import Slot, english_key, french_key, slots

__all__ = ["InvalidLexicon", "Lexicon", "LexiconEntry", "Match"]

SYNONYM_WEIGHT = 0.7
GAP = 3
"""Content words that may stand between the words of one pattern."""
ENGLISH_TOO = frozenset({"a", "as", "car", "me", "on", "or", "plus", "pour", "son"})
"""Small French words that say nothing of the language, being English too."""
FAINT = frozenset(
    {"apprendre", "atelier", "ateliers", "club", "clubs", "cours", "groupe", "groupes"}
    | {"class", "classes", "group", "learn", "lessons"}
)
"""Words that tell so little that a pattern is no stronger for having them."""

_FRENCH_ONLY = STOP_WORDS - ENGLISH_TOO
_MOST_FITS = 64  # ways of filling one pattern that are looked at, in questions that repeat a word


@dataclass(frozen=True, slots=True)
class Match:
    """An entry found in a question.

    Attributes:
        positions: Of the words that matched, rising.
        targets: (word or phrase, weight) to add.
    """

    entry: LexiconEntry
    positions: tuple[int, ...]
    targets: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled way of saying: each slot is to be filled, in any order, near each other.

    Attributes:
        unless: Keys of words that rule it out.
    """

    entry: LexiconEntry
    slots: tuple[Slot, ...]
    unless: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Found:
    """A match that may yet lose against a better one."""

    rank: tuple[int, ...]  # the least wins
    match: Match
    own: frozenset[int]  # the positions it uses up


class Lexicon:
    """Entries, compiled for matching.

    Args:
        entries: What to match.
        classes: Name to words, for ``@name`` in patterns.
        noise: English words of asking, folded.

    Raises:
        InvalidLexicon: A pattern can't be compiled.
    """

    def __init__(
        self,
        entries: Iterable[LexiconEntry],
        classes: Mapping[str, Sequence[str]],
        noise: Iterable[str] = (),
    ) -> None:
        self.entries = tuple(entries)
        self.classes = classes
        self.english_noise = frozenset(noise)
        self._patterns: dict[str, list[Pattern]] = defaultdict(list)
        self._keys_of_words: set[str] = set()
        for entry in self.entries:
            key_of = french_key if entry.language == "fr" else english_key
            unless = frozenset(map(key_of, entry.unless))
            for says in entry.says:
                pattern = Pattern(entry, slots(says, entry, classes), unless)
                self._keys_of_words.update(*(slot.keys for slot in pattern.slots))
                for key in _anchor(pattern).keys:
                    self._patterns[key].append(pattern)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Lexicon:
        """Read and compile every file of ``folder``.

        Raises:
            InvalidLexicon: A file is not as the head of words.toml describes.
        """
        files = read(folder)
        return cls(files.entries, files.classes, files.noise)

    def with_synonyms(self, groups: Iterable[Sequence[str]]) -> Lexicon:
        """Return a lexicon that also knows ``groups`` of words or phrases that mean the same."""
        taught = [
            LexiconEntry(
                (said,), tuple((other, SYNONYM_WEIGHT) for other in group if other != said), source="synonyms"
            )
            for group in (list(dict.fromkeys(" ".join(words_of(each)) for each in group)) for group in groups)
            for said in group
            if said and len(group) > 1
        ]
        return Lexicon((*self.entries, *taught), self.classes, self.english_noise)

    def is_english(self, words: Sequence[str]) -> bool:
        """Tell whether a question's folded ``words`` are English rather than French.

        Small words decide where there are any; else which of the two the lexicon knows more words of.
        """
        english = sum(word in self.english_noise for word in words)
        french = sum(word in _FRENCH_ONLY and word not in self.english_noise for word in words)
        if english != french:
            return english > french
        as_english = sum(self._says(english_key(word)) > self._says(french_key(word)) for word in words)
        as_french = sum(self._says(english_key(word)) < self._says(french_key(word)) for word in words)
        return as_english > 0 and as_english >= as_french

    def _says(self, key: str) -> bool:
        return key in self._keys_of_words

    def knows(self, word: str) -> bool:
        """Tell whether a folded word stands in any pattern, so that it is no slip of the pen."""
        keys = (f"={word}", french_key(word), french_key(_singular(word)), english_key(word))
        return not self._keys_of_words.isdisjoint(keys)

    def matches(self, words: Sequence[str], *, english: bool | None = None) -> list[Match]:
        """Find the entries said in a question.

        Args:
            words: Its folded raw words in order (``french.words``), small words included.
            english: Whether it is English; looked at its words when not given.

        Returns:
            Matches in the order of their first words. Patterns of more words win, then the tighter; a word
            used by one pattern is not used by another, and each entry matches once.
        """
        used: set[int] = set()
        chosen: list[Match] = []
        for found in sorted(self._candidates(words, english), key=lambda found: found.rank):
            if used.isdisjoint(found.own) and all(found.match.entry is not each.entry for each in chosen):
                used |= found.own
                chosen.append(found.match)
        return sorted(chosen, key=lambda match: match.positions)

    def _candidates(self, words: Sequence[str], english: bool | None) -> Iterator[_Found]:
        keys = self._keys(words, self.is_english(words) if english is None else english)
        for key in keys:
            for pattern in self._patterns.get(key, ()):
                if pattern.unless.isdisjoint(keys):
                    found = _find(pattern, keys, words)
                    if found is not None:
                        yield found

    def _keys(self, words: Sequence[str], english: bool) -> dict[str, list[int]]:
        """Each key that the words offer, to the positions of the words that offer it."""
        keys: dict[str, list[int]] = defaultdict(list)
        for position, word in enumerate(words):
            stemmed = english_key(word) if english else french_key(word)
            if not english and not self._says(stemmed):
                stemmed = french_key(_singular(word))
            keys[stemmed].append(position)
            # French short forms are understood in English, unless they are English words (had, cat).
            if not english or (word not in self.english_noise and stemmed not in self._patterns):
                keys[f"={word}"].append(position)
        return keys


def _singular(word: str) -> str:
    """« pollue » for « polluent »: the stemmer leaves the -ent of verbs, for it may be a noun's."""
    return word.removesuffix("nt") if word.endswith("ent") else word


def _anchor(pattern: Pattern) -> Slot:
    """The slot to look a pattern up by: the one that fewest words fill."""
    return min(pattern.slots, key=lambda slot: (slot.shared, len(slot.keys)))


def _find(pattern: Pattern, keys: Mapping[str, list[int]], words: Sequence[str]) -> _Found | None:
    """The tightest fit of a pattern."""
    options = [sorted({p for key in slot.keys if key in keys for p in keys[key]}) for slot in pattern.slots]
    best: tuple[int, tuple[int, ...]] | None = None
    for places in islice(product(*options), _MOST_FITS):
        gap = _gap(places, words)
        if gap is not None and (best is None or gap < best[0]):
            best = gap, places
    if best is None:
        return None
    gap, places = best
    own = frozenset(p for p, slot in zip(places, pattern.slots, strict=True) if not slot.shared)
    faint = sum(words[place] in FAINT for place in places)
    match = Match(pattern.entry, tuple(sorted(places)), pattern.entry.targets)
    return _Found(_rank(pattern, faint, gap, min(places)), match, own or frozenset(places))


def _rank(pattern: Pattern, faint: int, gap: int, first: int) -> tuple[int, ...]:
    """More telling words before fewer, then more words, the tighter, the more particular, the first."""
    length = len(pattern.slots)
    alternatives = sum(len(slot.keys) for slot in pattern.slots)
    exact = sum(key.startswith("=") for slot in pattern.slots for key in slot.keys)
    return faint - length, -length, gap, alternatives - 2 * exact, first


def _gap(places: Sequence[int], words: Sequence[str]) -> int | None:
    """Content words among those between ``places``; None where that is too many, or a word serves twice."""
    if len(set(places)) < len(places):
        return None
    between = set(range(min(places), max(places))) - set(places)
    gap = sum(words[position] not in STOP_WORDS for position in between)
    return gap if gap <= GAP else None
