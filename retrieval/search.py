"""From a question to an answer: understood, found, told. Synchronous, without input or output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from retrieval import collector
from retrieval.answers import Answer, Choice, Hit, Hits, Kind, Question, Understood
from retrieval.bm25 import BM25Index
from retrieval.candidates import Candidate
from retrieval.finding import Finder
from retrieval.french import joined_words, words
from retrieval.gazetteer import Gazetteer
from retrieval.lexicon import Lexicon
from retrieval.places import TOWN, Place, facts
from retrieval.query import Query
from retrieval.reading import Reader
from storage.associations import Row, association

__all__ = ["Answer", "Candidate", "Choice", "Hit", "Question", "Searcher", "Understood"]


@cache
def shipped() -> Lexicon:
    """The lexicon that comes with Waldeck, compiled once."""
    with collector.paused():
        return Lexicon.load()


class Searcher:
    """Answers questions over an index.

    Args:
        index: The associations.
        lexicon: What words mean; the shipped one by default.
    """

    def __init__(self, index: BM25Index, lexicon: Lexicon | None = None) -> None:
        self.index = index
        self.gazetteer = Gazetteer(index.keys(TOWN))
        self.gazetteer.prepare()
        self._finder = Finder(index, self.gazetteer)
        self._lexicon = lexicon or shipped()
        self._reader = Reader(index, self._lexicon, self.gazetteer)

    def teach(self, synonyms: Iterable[Sequence[str]]) -> None:
        """Use the admins' groups of words that mean the same, besides the shipped lexicon.

        This compiles the lexicon anew, which takes most of a second when there are any.
        """
        groups = list(synonyms)
        self._reader.lexicon = self._lexicon.with_synonyms(groups) if groups else self._lexicon

    def understand(self, question: Question) -> Query:
        """Read the question."""
        return self._reader.read(question)

    def candidates(self, query: Query) -> list[Candidate]:
        """Every association that fits, best first, without their texts."""
        return self._finder.candidates(query)

    def rank(
        self,
        question: Question,
        query: Query,
        candidates: Sequence[Candidate],
        rows: Mapping[int, Row],
    ) -> Answer:
        """Turn candidates and the rows of those asked for into the answer, passing over rows that are gone.

        Associations declared twice are shown once, where the whole list is at hand.
        """
        found = [
            each
            for each in candidates[question.offset : question.offset + question.limit]
            if each.id in rows and _says(rows[each.id], query.phrases)
        ]
        listing = query.intent is not None or self._finder.listed(query) is not None
        pages = question.offset > 0 or len(candidates) > question.limit
        distinct = found if listing and pages else _distinct(found, rows)
        shown = Hits([partial(_hit, each, rows[each.id]) for each in distinct])
        total = self._finder.total(query, candidates) - (len(found) - len(shown))
        kind = _kind(query, shown)
        suggestion = self._suggestion(question, query) if kind == "nothing" else None
        return Answer(
            kind,
            shown,
            total if shown or question.offset else 0,
            _understood(query, kind),
            suggestion,
            tuple(_choice(place) for place in (query.place, *query.homonyms) if place and query.homonyms),
            self._finder.more(query, candidates),
            question.offset,
        )

    def _suggestion(self, question: Question, query: Query) -> str | None:
        """The question with its spelling mended, when that is another one."""
        mended = self._reader.read(replace(question, literal=False))
        said = " ".join(mended.words)
        return said if mended.words != query.words else None


def _kind(query: Query, hits: Sequence[Hit]) -> Kind:
    if query.smalltalk:
        return "smalltalk"
    if query.nowhere:
        return "ask_location"
    if query.homonyms:
        return "choose_place"
    if query.intent == "count":
        return "count"
    if not hits:
        return "nothing"
    return "browse" if query.intent or (query.place and not query.concepts) else "results"


def _understood(query: Query, kind: Kind) -> Understood:
    return Understood(
        query.text,
        kind,
        query.smalltalk,
        query.place.name if query.place else None,
        query.corrections,
        {" ".join(c.said): [target for target, _ in c.targets] for c in query.concepts if c.targets},
        query.dropped,
    )


def _choice(place: Place) -> Choice:
    number = min(place.departements)
    return Choice(place.key, f"{place.name} ({facts()[number]['name']}, {number})")


def _hit(found: Candidate, row: Row) -> Hit:
    return Hit(association(row), found.score, found.nearby, found.reasons, found.exact)


def _says(row: Row, phrases: Iterable[Sequence[str]]) -> bool:
    """Whether a text holds each quoted phrase word by word."""
    if not phrases:
        return True
    text = f" {' '.join(words(f'{row.title} . {row.purpose}'))} "
    return all(f" {' '.join(phrase)} " in text for phrase in phrases)


def _distinct(found: Sequence[Candidate], rows: Mapping[int, Row]) -> list[Candidate]:
    """Associations that say the same (same title and town declared twice) once."""
    if not found:
        return []
    titles = joined_words(rows[each.id].title for each in found)
    towns = joined_words(rows[each.id].city or "" for each in found)
    seen: set[tuple[str, str]] = set()
    distinct = []
    for each, title, town in zip(found, titles, towns, strict=True):
        if (title, town) not in seen or not title:
            seen.add((title, town))
            distinct.append(each)
    return distinct
