"""What an association must hold to count as an answer."""

from __future__ import annotations

import pytest

from retrieval.bm25 import BM25Index
from retrieval.documents import document
from retrieval.search import Question, Searcher
from storage.model import Entry

NEIGHBOURS = Entry(title="Bien vivre rue des Tilleuls", purpose="vivre mieux ensemble dans l’immeuble")
SINGERS = Entry(title="Les Pinsons du jeudi", purpose="former un ensemble vocal")
SAILORS = Entry(title="Les Embruns", purpose="sorties en mer")
MOTHERS = Entry(title="Café du landau", purpose="rencontres entre mères de jumeaux")


def searcher(*entries: Entry) -> Searcher:
    index = BM25Index()
    for number, entry in enumerate(entries, 1):
        made = document(entry)
        index.add(number, made.frequencies, made.keys, made.words)
    return Searcher(index)


def found(question: str, *entries: Entry) -> list[str]:
    asked = searcher(*entries)
    return [entries[each.id - 1].title for each in asked.candidates(asked.understand(Question(question)))]


def test_one_common_word_of_a_meaning_is_not_the_meaning() -> None:
    assert found("chorale", NEIGHBOURS) == []
    assert found("chorale", NEIGHBOURS, SINGERS) == [SINGERS.title]


@pytest.mark.parametrize(("question", "only"), [("mère de jumeaux", MOTHERS), ("la mer", SAILORS)])
def test_mothers_are_no_seas(question: str, only: Entry) -> None:
    assert found(question, SAILORS, MOTHERS) == [only.title]
