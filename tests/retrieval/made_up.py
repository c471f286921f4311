"""Made-up associations, and what tests of the catalogue look at."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from retrieval.bm25 import EVERYTHING, BM25Index
from retrieval.catalogue import Catalogue
from retrieval.documents import document
from retrieval.search import Question
from storage.associations import Searched, searched
from storage.changes import Changes
from storage.database import Database, reading
from storage.model import Entry

ANNA, BEN = 1001, 1002
CHOIR = Entry(title="Chorale des Hirondelles", purpose="chanter ensemble", city="Nevers", postcode="58000")
BIKES = Entry(title="Deux roues et demie", purpose="réparer des bicyclettes", city="Lyon", postcode="69003")


async def found(catalogue: Catalogue, text: str) -> list[str]:
    answer = await catalogue.search(Question(text))
    return [hit.association.title for hit in answer.hits]


def entries(count: int, first: int = 0) -> list[Entry]:
    """Made-up associations with RNA numbers, all with the word « rivière »."""
    return [
        Entry(
            rna_id=f"W{n:09d}",
            title=f"Amis de la rivière numéro {n}",
            purpose=f"veiller sur la rivière et ses poissons, section {n}",
            city="Nevers",
            postcode="58000",
        )
        for n in range(first, first + count)
    ]


def register(folder: Path, given: Iterable[Entry], name: str = "register") -> Path:
    """A register file in the project's own form."""
    path = folder / f"{name}.jsonl"
    lines = (json.dumps({k: v for k, v in asdict(each).items() if v}) for each in given)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that undoing has to put back: associations with what is kept of them, and who was removed."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM associations ORDER BY id")
        names = [column[0] for column in rows.description]
        at = names.index("updated_at")
        return {
            "associations": [row[:at] + row[at + 1 :] for row in rows],
            "removed": connection.execute("SELECT identity FROM removed ORDER BY identity").fetchall(),
        }


def fingerprint(index: BM25Index, associations: Iterable[Searched]) -> dict[str, object]:
    """What two indices over the same associations agree on, to the last score."""
    terms = sorted({term for each in associations for term in document(each).frequencies})
    words = sorted({word for each in associations for word in document(each).words})
    return {
        "documents": index.members(EVERYTHING, 0, 10**9),
        "mean length": round(index.avgdl, 9),
        "keys": index.keys(""),
        "frequencies": [index.document_frequency(term) for term in terms],
        "words": [index.words.frequency(word) for word in words],
        "scores": [[(d, round(s, 9)) for d, s in index.top({term: 1.0}, 20)] for term in terms],
    }


async def in_step(catalogue: Catalogue, database: Database) -> None:
    """Compare the catalogue's index with one made anew from the database."""
    with reading(database.path) as connection:
        present = list(map(Searched._make, searched(connection)))
    anew = BM25Index()
    for each in present:
        read = document(each)
        anew.add(each.id, read.frequencies, read.keys, read.words)
    assert fingerprint(catalogue._live.index, present) == fingerprint(anew, present)
    assert catalogue.revision == await Changes(database).last_revision()
