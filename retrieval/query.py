"""A question as understood: concepts with their weighted terms, the place, and what was changed and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from retrieval import conversation
from retrieval.french import STOP_WORDS, stem, terms, words
from retrieval.lexicon import Lexicon, Match
from retrieval.mentions import Mention, PlaceFinder, Token, tokens
from retrieval.places import Place
from retrieval.spelling import Speller

if TYPE_CHECKING:
    from retrieval.bm25 import BM25Index

WEAK = 0.3
"""Of a weak word (« club », « apprendre ») beside others."""
ALTERNATIVE = 0.6
"""Of the common word that a rare one may be a slip for."""
ADDED = 1.0
"""Scale of the lexicon's weights."""

THEME_TERM = "#"
"""Begins the index term of a theme code."""

_QUOTED = re.compile(r'"([^"]+)"|«\s*([^»]+?)\s*»|“([^”]+)”')
_MINUS = re.compile(r"(?:(?<=\s)|^)[-−–](?=[^\W\d_])([^\s]+)")
_RNA = re.compile(r"\b(?:[wW]\d{9}|[wW]9[A-Za-z]\d{7}|\d[\dA-Za-z]\d[PSps]\d{4,10})\b")


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing a person asks for.

    Attributes:
        said: The words of the question that say it.
        own: Term to weight, of these words themselves.
        added: Term to weight, of what the lexicon and synonyms say it means.
        themes: Theme codes that go with it.
        source: What added it, for the explanation.
    """

    said: tuple[str, ...]
    own: Mapping[str, float]
    added: Mapping[str, float] = field(default_factory=dict)
    targets: tuple[tuple[str, float], ...] = ()
    themes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What the index is asked.

    Attributes:
        text: The question as typed.
        words: Its folded words after correction.
        concepts: What is looked for, in the order said.
        mention: The place named, if any.
        phrases: Quoted phrases, as words.
        excluded: Terms of minus-words.
        number: RNA number asked for.
        corrections: Word typed to what was read instead.
        smalltalk: Kind of small talk, when the message is nothing else.
        intent: ``count`` or ``browse``.
        near_me: « près de moi » was said.
        names: Names that the whole question may be, without spaces.
    """

    text: str
    words: tuple[str, ...] = ()
    concepts: tuple[Concept, ...] = ()
    mention: Mention | None = None
    adjectives: tuple[Place, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    excluded: frozenset[str] = frozenset()
    number: str | None = None
    corrections: Mapping[str, str] = field(default_factory=dict)
    smalltalk: str | None = None
    intent: conversation.Intent | None = None
    near_me: bool = False
    names: tuple[str, ...] = ()

    @property
    def weights(self) -> dict[str, float]:
        """Term to weight over all concepts; a term of several counts where it weighs most."""
        weights: dict[str, float] = {}
        for concept in self.concepts:
            for term, weight in (*concept.added.items(), *concept.own.items()):
                weights[term] = max(weight, weights.get(term, 0.0))
        return weights


class Reader:
    """Reads questions.

    Args:
        index: For which words are known.
        lexicon: What words mean.
        finder: Where places are recognised.
    """

    def __init__(self, index: BM25Index, lexicon: Lexicon, finder: PlaceFinder) -> None:
        self._index = index
        self._lexicon = lexicon
        self._finder = finder
        self._speller = Speller(index.words)

    def read(self, text: str, *, literal: bool = False) -> Query:
        """Understand ``text``; with ``literal`` nothing is corrected or added."""
        number = _RNA.search(text)
        kind = conversation.smalltalk(words(text))
        if number or kind:
            return Query(text, number=number[0].upper() if number else None, smalltalk=kind)
        phrases = tuple(tuple(words("".join(found))) for found in _QUOTED.findall(text))
        excluded = frozenset(term for word in _MINUS.findall(text) for term in terms(word))
        said = tokens(_QUOTED.sub(r" \1\2\3 ", _MINUS.sub(" ", text)))
        corrections: dict[str, str] = {}
        if not literal:
            said = self._corrected(said, corrections)
        return self._query(text, said, phrases, excluded, corrections, literal)

    def _query(
        self,
        text: str,
        said: Sequence[Token],
        phrases: tuple[tuple[str, ...], ...],
        excluded: frozenset[str],
        corrections: Mapping[str, str],
        literal: bool,
    ) -> Query:
        spoken = [token.word for token in said]
        quoted = {word for phrase in phrases for word in phrase}
        intent, asking = conversation.intent(spoken)
        around = conversation.near_me(spoken)
        mention = next(iter(sorted(self._finder.find(said), key=lambda m: -m.strength)), None)
        there = set(range(mention.lead, mention.end)) if mention and mention.sure else set()
        english = self._lexicon.is_english(spoken)
        noise = conversation.noise(spoken) | asking | around
        if english:
            noise |= {at for at, word in enumerate(spoken) if word in self._lexicon.english_noise}
        noise = {at for at in noise if spoken[at] not in quoted}
        left = [at for at in range(len(spoken)) if at not in there]
        concepts = self._concepts(spoken, left, noise, literal)
        return Query(
            text,
            tuple(spoken),
            concepts,
            mention,
            phrases=phrases,
            excluded=excluded,
            corrections=corrections,
            intent=intent,
            near_me=bool(around),
            names=tuple(dict.fromkeys(_names(spoken, there))),
        )

    def _corrected(self, said: Sequence[Token], corrections: dict[str, str]) -> list[Token]:
        """Replace the words that no association contains and that mean nothing else to us."""
        done: list[Token] = []
        for token in said:
            meant = self._meant(token.word)
            if meant == (token.word,):
                done.append(token)
                continue
            if conversation.phone_spelling(token.word) is None:
                corrections[token.word] = " ".join(meant)
            done += [Token(word, token.capital, token.elided, token.pause) for word in meant]
        return done

    def _meant(self, word: str) -> tuple[str, ...]:
        if phone := conversation.phone_spelling(word):
            return tuple(words(phone))
        if self._known(word):
            return (word,)
        return self._speller.correct(word) or (word,)

    def _known(self, word: str) -> bool:
        return (
            word in STOP_WORDS
            or not word.isalpha()
            or self._index.words.frequency(word) > 0
            or self._index.document_frequency(stem(word)) > 0
            or word in self._lexicon.english_noise
            or bool(conversation.noise([word]))
            or self._lexicon.knows(word)
        )

    def _concepts(
        self, spoken: Sequence[str], left: Sequence[int], noise: set[int], literal: bool
    ) -> tuple[Concept, ...]:
        """Group the words left and what the lexicon says of them into concepts."""
        telling = [at for at in left if at not in noise and spoken[at] not in STOP_WORDS]
        strong = [at for at in telling if spoken[at] not in conversation.weak_words()]
        matches: list[Match] = []
        if not literal:
            kept = set(left)
            matches = self._lexicon.matches([word if at in kept else "" for at, word in enumerate(spoken)])
        own = telling or ([] if matches else [at for at in left if at not in noise] or list(left))
        concepts = []
        used: set[int] = set()
        for match in matches:
            mine = [at for at in match.positions if at in own and at not in used]
            used.update(match.positions)
            concepts.append(self._concept(spoken, mine, match, bool(strong)))
        for at in own:
            if at not in used:
                concepts.append(self._concept(spoken, [at], None, bool(strong or matches)))
        return tuple(concepts)

    def _concept(
        self, spoken: Sequence[str], positions: Sequence[int], match: Match | None, others: bool
    ) -> Concept:
        own: dict[str, float] = {}
        for at in positions:
            if match and match.entry.only:
                continue
            weak = spoken[at] in conversation.weak_words() and others
            own[stem(spoken[at])] = WEAK if weak else 1.0
        added: dict[str, float] = {}
        for target, weight in match.targets if match else ():
            parts = terms(target)
            for term in parts:
                share = ADDED * weight / len(parts) ** 0.5
                added[term] = max(share, added.get(term, 0.0))
        at_all = match.positions if match else positions
        return Concept(
            tuple(spoken[at] for at in at_all),
            own,
            {term: weight for term, weight in added.items() if term not in own},
            match.targets if match else (),
            match.entry.themes if match else (),
        )


def _names(spoken: Sequence[str], there: Iterable[int]) -> Iterable[str]:
    """What the question would be as a name: whole, and without the place; spaces don't count."""
    yield "".join(spoken)
    without = [word for at, word in enumerate(spoken) if at not in set(there)]
    if without:
        yield "".join(without)
