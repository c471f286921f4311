"""Reading a question: words corrected, place recognised, talk dropped, meaning looked up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from retrieval import conversation
from retrieval.adjoining import Mention
from retrieval.answers import Question
from retrieval.concepts import Concepts
from retrieval.evidence import Token
from retrieval.french import STOP_WORDS, stem, terms, words
from retrieval.gazetteer import Gazetteer
from retrieval.lexicon import Lexicon
from retrieval.mentions import PlaceFinder, adjectives, tokens
from retrieval.place_spelling import PlaceSpeller
from retrieval.places import Place
from retrieval.query import Query
from retrieval.spelling import Speller

if TYPE_CHECKING:
    from retrieval.bm25 import BM25Index

RIVAL = 0.2
"""Share of the likeliest commune's associations from which another of the same name is a rival."""

_QUOTED = re.compile(r'"([^"]+)"|«\s*([^»]+?)\s*»|“([^”]+)”')
_MINUS = re.compile(r"(?:(?<=\s)|^)[-−–](?=[^\W\d_])(\S+)")
_RNA = re.compile(r"\b(?:[wW]\d{9}|[wW]9[A-Za-z]\d{7}|\d[\dA-Za-z]\d[PSps]\d{4,10})\b")


@dataclass(frozen=True, slots=True)
class _Said:
    """What was typed, taken apart."""

    text: str
    tokens: tuple[Token, ...]
    phrases: tuple[tuple[str, ...], ...]
    excluded: frozenset[str]

    @property
    def words(self) -> list[str]:
        """The words alone."""
        return [token.word for token in self.tokens]


def _taken_apart(text: str) -> _Said:
    phrases = tuple(tuple(words("".join(found))) for found in _QUOTED.findall(text))
    excluded = frozenset(term for word in _MINUS.findall(text) for term in terms(word))
    plain = _QUOTED.sub(r" \1\2\3 ", _MINUS.sub(" ", text))
    return _Said(text, tuple(tokens(plain)), tuple(p for p in phrases if p), excluded)


class Reader:
    """Reads questions.

    Args:
        index: For which words are known.
        lexicon: What words mean.
        gazetteer: What places there are.
    """

    def __init__(self, index: BM25Index, lexicon: Lexicon, gazetteer: Gazetteer) -> None:
        self._index = index
        self.lexicon = lexicon
        self._gazetteer = gazetteer
        self._finder = PlaceFinder(gazetteer, index.words.frequency)
        self._speller = Speller(index.words)
        self._place_speller = PlaceSpeller(gazetteer, index.words.frequency)

    def read(self, question: Question) -> Query:
        """Understand a question."""
        text = question.text
        if number := _RNA.search(text):
            return Query(text, number=number[0].upper())
        if kind := conversation.smalltalk(words(text)):
            return Query(text, smalltalk=kind)
        said = _taken_apart(text)
        corrections: dict[str, str] = {}
        if not question.literal:
            mended, corrections = self._place_speller.mended(said.tokens, self._ours)
            said = replace(said, tokens=tuple(self._corrected(mended, corrections)))
        mention = self._mention(said)
        query = self._query(said, mention, question)
        if mention is not None and query.concepts and not mention.sure and not question.place_choice:
            query = replace(query, other=self._query(said, None, question))
        if question.wider:
            query = replace(query, place=None, homonyms=(), other=None, nowhere=False)
        return replace(query, corrections=corrections)

    def _mention(self, said: _Said) -> Mention | None:
        found = self._finder.find(said.tokens)
        return max(found, key=lambda mention: mention.strength, default=None)

    def _query(self, said: _Said, mention: Mention | None, question: Question) -> Query:
        """The question read with ``mention`` as its place, if any."""
        spoken = said.words
        there = frozenset(range(mention.lead, mention.end)) if mention else frozenset()
        intent, asking = conversation.intent(spoken)
        around = conversation.near_me(spoken)
        noise = self._noise(said) | asking | around
        place, homonyms = self._place(mention, bool(around), question)
        # Whoever names a place, or asks how many there are, need not name a subject.
        subject = not (place or around or intent) or bool(said.phrases)
        concepts = Concepts(self.lexicon, self._speller, literal=question.literal)
        others = mention.places if mention and place in mention.places else ()
        return Query(
            said.text,
            tuple(spoken),
            concepts.of(spoken, there, noise, subject=subject),
            place,
            tuple(terms(" ".join(spoken[mention.start : mention.end]))) if mention else (),
            homonyms,
            tuple(each for each in others if each != place and each not in homonyms),
            favoured=frozenset().union(*(p.departements for _, p in adjectives(said.tokens))),
            phrases=said.phrases,
            excluded=said.excluded,
            names=("".join(spoken),) if spoken else (),
            local_names=tuple(_names(spoken, there)) if mention else (),
            dropped=tuple(spoken[at] for at in sorted(noise)),
            intent=intent,
            nowhere=bool(around) and place is None,
        )

    def _place(
        self, mention: Mention | None, around: bool, question: Question
    ) -> tuple[Place | None, tuple[Place, ...]]:
        """The place asked for, and its rivals of the same name."""
        if question.place_choice and (chosen := self._gazetteer.get(question.place_choice)):
            return chosen, ()
        if mention is not None:
            first, *others = mention.places
            rivals = [p for p in others if p.kind == "commune" and p.count > RIVAL * first.count]
            return first, tuple(rivals) if first.kind == "commune" else ()
        if around and question.place:
            return self._gazetteer.get(question.place), ()
        return None, ()

    def _noise(self, said: _Said) -> frozenset[int]:
        """Positions of words that are talk; quoted words never are."""
        spoken = said.words
        noise = set(conversation.noise(spoken))
        if self.lexicon.is_english(spoken):
            noise |= {at for at, word in enumerate(spoken) if word in self.lexicon.english_noise}
        quoted = {word for phrase in said.phrases for word in phrase}
        return frozenset(at for at in noise if spoken[at] not in quoted)

    def _corrected(self, said: Sequence[Token], corrections: dict[str, str]) -> Iterator[Token]:
        """Replace words that no association contains and that mean nothing else to us."""
        for token in said:
            phone = conversation.phone_spelling(token.word)
            meant = words(phone) if phone else self._meant(token.word)
            if not phone and meant != [token.word]:
                corrections[token.word] = " ".join(meant)
            if meant == [token.word]:
                yield token
            else:
                yield from (Token(word, token.capital, token.elided, token.pause) for word in meant)

    def _meant(self, word: str) -> list[str]:
        return [word] if self._known(word) else list(self._speller.correct(word)) or [word]

    def _known(self, word: str) -> bool:
        return (
            self._index.words.frequency(word) > 0
            or self._index.document_frequency(stem(word)) > 0
            or self._ours(word)
        )

    def _ours(self, word: str) -> bool:
        """Whether a word means something to us, whatever the catalogue's words."""
        return (
            word in STOP_WORDS
            or not word.isalpha()
            or word in self.lexicon.english_noise
            or bool(conversation.noise([word]))
            or word in conversation.asking_words()
            or conversation.phone_spelling(word) is not None
            or self.lexicon.knows(word)
        )


def _names(spoken: Sequence[str], there: Collection[int]) -> Iterable[str]:
    """What the question would be as a name without the place; spaces don't count."""
    without = "".join(word for at, word in enumerate(spoken) if at not in there)
    return [without] if without else []
