"""Associations read many at once are read as each would be alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.bulk import inverted_rows
from retrieval.documents import document
from retrieval.inversion import Analysed, inverted
from retrieval.postings import Postings
from storage.associations import Searched
from storage.model import Status

WORDS = [
    *("Amis", "l’Écluse", "écluse", "les", "de", "la", "A.C.E.", "foot-ball", "navi-", "gation", "Cœur"),
    *("cœurs", "jeux", "jeu", "aujourd’hui", "1901", "Association", "prud’hommes", "musicien", "musique"),
    *("ΣΊΣΥΦΟΣ", "straße", "—", "_", "\u0301", "\ud800", "été·e·s", "Saint-Étienne"),
]
TEXTS = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=7).map(" ".join)
ROWS = st.builds(
    Searched,
    id=st.just(0),
    rna_id=st.none() | st.sampled_from(["W581000001", "W9R1000001", "odd"]),
    title=TEXTS,
    short_title=st.none() | TEXTS,
    purpose=TEXTS,
    theme=st.none() | st.just("007035"),
    city=st.none() | st.sampled_from(["", "Nevers", "St-Étienne"]),
    postcode=st.none() | st.sampled_from(["58000", "99999", "x"]),
    commune_code=st.none() | st.sampled_from(["58194", "2A004", "zz"]),
    status=st.sampled_from(list(Status)),
)


def alone(row: Searched) -> Analysed:
    read = document(row)
    return row.id, read.frequencies, read.keys, read.words


def said(postings: Postings) -> tuple[object, ...]:
    """What postings hold, whatever the numbers of strings and pairs."""
    starts, key_starts = postings.term_starts.tolist(), postings.key_starts.tolist()
    terms = {}
    for number, term in enumerate(postings.terms.strings(0, len(postings.terms))):
        span = slice(starts[number], starts[number + 1])
        codes = postings.codes[span]
        terms[term] = [
            column.tolist()
            for column in (
                postings.documents[span],
                postings.pair_frequencies[codes],
                postings.pair_lengths[codes],
            )
        ]
    keys = {
        key: postings.key_documents[key_starts[number] : key_starts[number + 1]].tolist()
        for number, key in enumerate(postings.keys.strings(0, len(postings.keys)))
    }
    words = dict(
        zip(postings.words.strings(0, len(postings.words)), postings.word_frequencies.tolist(), strict=True)
    )
    used = {term: columns for term, columns in terms.items() if columns[0]}
    return postings.ids.tolist(), used, keys, {word: number for word, number in words.items() if number}


@given(st.lists(ROWS, max_size=12))
def test_many_are_read_as_one_by_one(rows: list[Searched]) -> None:
    numbered = [row._replace(id=3 * number + 1) for number, row in enumerate(rows)]
    together, length = inverted_rows(map(tuple, numbered))
    one_by_one, expected = inverted(alone, numbered)
    assert length == expected
    assert said(together) == said(one_by_one)
