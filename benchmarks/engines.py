"""The engines side by side, each behind the same few calls."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpus import Document, Query
from retrieval.bm25 import EVERYTHING, Filter
from retrieval.build import build
from retrieval.inversion import Analysed, inverted
from retrieval.snapshot import load_snapshot, save_snapshot

TOP = 10


class Engine:
    """An engine over one folder.

    Attributes:
        live: Whether it takes additions and deletions without being built anew.
        kept: Whether what it builds can be opened again.
        largest: Number of documents beyond which it is not run.
    """

    live = True
    kept = True
    largest = 10**9

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents and keep the index in an empty folder, if the engine can."""
        raise NotImplementedError

    def open(self, folder: Path) -> None:
        """Open what was built."""
        raise NotImplementedError

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten; what is returned reads their ids, which is not measured."""
        raise NotImplementedError

    def add(self, document: Document) -> None:
        """Add a document, to be found by the next search."""
        raise NotImplementedError

    def delete(self, document: Document) -> None:
        """Delete a document."""
        raise NotImplementedError


def analysed(document: Document) -> Analysed:
    """A document as Waldeck's index takes it."""
    return document.id, Counter(document.terms), (f"dept:{document.place}",), ()


class Waldeck(Engine):
    """This project's index."""

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents and write a snapshot."""
        self._index = build(documents, partial(inverted, analysed), folder=folder)
        save_snapshot(self._index, folder, "0")

    def open(self, folder: Path) -> None:
        """Open the snapshot."""
        self._index = load_snapshot(folder)[0]

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten."""
        where = Filter((frozenset({f"dept:{query.place}"}),)) if query.place else EVERYTHING
        found = self._index.top(dict.fromkeys(query.terms, 1.0), TOP, where=where)
        return lambda: [id_ for id_, _ in found]

    def add(self, document: Document) -> None:
        """Add a document."""
        self._index.add(*analysed(document))

    def delete(self, document: Document) -> None:
        """Delete a document."""
        self._index.remove(*analysed(document))


class RankBM25(Engine):
    """The library whose scores are the measure; it reads every document for every query."""

    live = kept = False
    largest = 100_000

    def build(self, documents: Iterable[Document], folder: Path) -> None:  # noqa: ARG002 - nothing is kept
        """Index all documents, in memory."""
        from rank_bm25 import BM25Okapi  # noqa: PLC0415 - so that its memory is no other engine's

        every = list(documents)
        self._ids = [document.id for document in every]
        self._places = np.array([document.place for document in every])
        self._index: Any = BM25Okapi([document.terms for document in every])

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Score all documents and find the best ten."""
        scores = self._index.get_scores(list(query.terms))
        if query.place:
            scores = np.where(self._places == query.place, scores, 0.0)
        best = np.argpartition(scores, -TOP)[-TOP:]
        return lambda: [
            self._ids[at] for at in sorted(best, key=lambda at: (-scores[at], at)) if scores[at] > 0
        ]


class BM25S(Engine):
    """bm25s with its numba backend."""

    live = False

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents and save the index."""
        import bm25s  # noqa: PLC0415 - so that its memory is no other engine's

        places: list[str] = []
        known: dict[str, int] = defaultdict(count().__next__)

        def numbers(document: Document) -> list[int]:
            places.append(document.place)
            return list(map(known.__getitem__, document.terms))

        every = [numbers(document) for document in documents]
        self._index: Any = bm25s.BM25(method="atire", backend="numba")
        self._index.index(bm25s.tokenization.Tokenized(every, dict(known)), show_progress=False)
        self._index.save(folder)
        np.save(folder / "places.npy", np.array(places))
        self._places = np.array(places)

    def open(self, folder: Path) -> None:
        """Load the saved index."""
        import bm25s  # noqa: PLC0415

        self._index = bm25s.BM25.load(folder, mmap=False)
        self._index.backend = "numba"
        self._index.activate_numba_scorer()
        self._places = np.load(folder / "places.npy")

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten."""
        mask = (self._places == query.place).astype(np.float32) if query.place else None
        known = [term for term in query.terms if term in self._index.vocab_dict]
        if not known:
            return list
        found, scores = self._index.retrieve([known], k=TOP, show_progress=False, weight_mask=mask)
        return lambda: [int(at) + 1 for at, score in zip(found[0], scores[0], strict=True) if score > 0]


class Tantivy(Engine):
    """tantivy, in Rust: block-max WAND, immutable segments."""

    HEAP = 256_000_000

    def _schema(self) -> Any:
        import tantivy  # noqa: PLC0415 - so that its memory is no other engine's

        self._tantivy = tantivy
        schema = tantivy.SchemaBuilder()
        schema.add_integer_field("id", stored=True, indexed=True, fast=True)
        schema.add_text_field("text", tokenizer_name="whitespace", index_option="freq")
        schema.add_text_field("place", tokenizer_name="raw", index_option="basic")
        return schema.build()

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents and merge the segments as tantivy sees fit."""
        schema = self._schema()
        index = self._tantivy.Index(schema, path=str(folder))
        writer = index.writer(heap_size=self.HEAP)
        for document in documents:
            writer.add_document(self._document(document))
        writer.commit()
        writer.wait_merging_threads()
        self.open(folder)

    def open(self, folder: Path) -> None:
        """Open the index."""
        self._built = self._schema()
        self._index: Any = self._tantivy.Index(self._built, path=str(folder))
        self._searcher = self._index.searcher()
        self._writer: Any = None

    def _document(self, document: Document) -> Any:
        return self._tantivy.Document(id=document.id, text=" ".join(document.terms), place=document.place)

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten."""
        kinds, queries = self._tantivy.Occur, self._tantivy.Query
        any_of = queries.boolean_query(
            [(kinds.Should, queries.term_query(self._built, "text", term)) for term in query.terms]
        )
        if query.place:
            place = queries.const_score_query(queries.term_query(self._built, "place", query.place), 0.0)
            any_of = queries.boolean_query([(kinds.Must, any_of), (kinds.Must, place)])
        searcher = self._searcher
        hits = searcher.search(any_of, TOP).hits
        return lambda: [searcher.doc(address)["id"][0] for _, address in hits]

    def _commit(self) -> None:
        self._writer.commit()
        self._index.reload()
        self._searcher = self._index.searcher()

    def add(self, document: Document) -> None:
        """Add a document and commit."""
        self._writer = self._writer or self._index.writer(heap_size=self.HEAP)
        self._writer.add_document(self._document(document))
        self._commit()

    def delete(self, document: Document) -> None:
        """Delete a document and commit."""
        self._writer = self._writer or self._index.writer(heap_size=self.HEAP)
        self._writer.delete_documents("id", document.id)
        self._commit()


class FTS5(Engine):
    """SQLite's full-text search."""

    def _connect(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "fts5.sqlite3", isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")

    def build(self, documents: Iterable[Document], folder: Path) -> None:
        """Index all documents in one transaction."""
        self._connect(folder)
        self._connection.execute(
            "CREATE VIRTUAL TABLE entries USING fts5(text, place, content='', tokenize='ascii')"
        )
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT INTO entries (rowid, text, place) VALUES (?, ?, ?)",
            ((each.id, " ".join(each.terms), f"p{each.place}") for each in documents),
        )
        self._connection.execute("COMMIT")
        self._connection.execute("INSERT INTO entries (entries) VALUES ('optimize')")

    def open(self, folder: Path) -> None:
        """Open the file."""
        self._connect(folder)

    def search(self, query: Query) -> Callable[[], list[int]]:
        """Find the best ten."""
        match = "text : (" + " OR ".join(f'"{term}"' for term in query.terms) + ")"
        if query.place:
            match += f" AND place : p{query.place}"
        rows = self._connection.execute(
            "SELECT rowid FROM entries WHERE entries MATCH ? ORDER BY bm25(entries, 1.0, 0.0) LIMIT ?",
            (match, TOP),
        ).fetchall()
        return lambda: [row[0] for row in rows]

    def add(self, document: Document) -> None:
        """Add a document, its own transaction."""
        self._connection.execute(
            "INSERT INTO entries (rowid, text, place) VALUES (?, ?, ?)",
            (document.id, " ".join(document.terms), f"p{document.place}"),
        )

    def delete(self, document: Document) -> None:
        """Delete a document, its own transaction."""
        self._connection.execute(
            "INSERT INTO entries (entries, rowid, text, place) VALUES ('delete', ?, ?, ?)",
            (document.id, " ".join(document.terms), f"p{document.place}"),
        )


ENGINES: dict[str, type[Engine]] = {
    "waldeck": Waldeck,
    "rank_bm25": RankBM25,
    "bm25s": BM25S,
    "tantivy": Tantivy,
    "fts5": FTS5,
}


def disk(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def emptied(folder: Path) -> Path:
    """The folder, made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
