"""The engines side by side, each behind the same few calls."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.corpus import Document, Query
from benchmarks.engine import TOP, Engine
from benchmarks.libraries import BM25S, RankBM25
from retrieval.bm25 import EVERYTHING, Filter
from retrieval.build import build
from retrieval.inversion import Analysed, inverted
from retrieval.snapshot import load_snapshot, save_snapshot


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
