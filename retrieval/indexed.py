"""An index with the revision it knows of: brought up to date from the history of a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from retrieval import collector
from retrieval.bm25 import BM25Index
from retrieval.documents import document
from retrieval.search import Searcher
from storage import changes
from storage.changes import Delta
from storage.model import Change


class Indexed:
    """A searcher over an index, and the last change that it knows of.

    Attributes:
        searcher: Answers over the index.
        revision: The last change up to which it knows all.
        kept: The last change that its snapshot knows of.
        whole: False while it knows of some changes and not of others before them.
    """

    def __init__(self, index: BM25Index, revision: int) -> None:
        with collector.paused():
            self.searcher = Searcher(index)
        self.revision = self.kept = revision
        self.whole = True
        # Associations that are ahead of the rest, and the change up to which each is known.
        self._ahead: dict[int, int] = {}

    def knows_all_before(self, change: Change) -> bool:
        """Whether ``change`` is the very next one."""
        return self.whole and change.id == self.revision + 1

    def apply(self, delta: Delta) -> None:
        """Bring one association up to date."""
        index = self.searcher.index
        if delta.before is not None:
            old = document(delta.before)
            index.remove(delta.association_id, old.frequencies, old.keys, old.words)
        if delta.after is not None:
            new = document(delta.after)
            index.add(delta.association_id, new.frequencies, new.keys, new.words)
            self.searcher.gazetteer.learn(new.keys)

    def catch_up(self, connection: sqlite3.Connection, most: int, look_up: Callable[[], None]) -> bool:
        """Apply all changes that the index does not know.

        Args:
            connection: Sees the database as of one moment.
            most: Number of changes that are too many.
            look_up: Called again and again; raises to give up, which leaves the index not ``whole``.

        Returns:
            False, and nothing is done, when they are too many, or the index is not ``whole``.
        """
        revision = changes.last(connection)
        if not self.whole or revision - self.revision > most:
            return False
        self.whole = False
        for delta in changes.deltas(connection, self.revision):
            look_up()
            self.apply(delta)
        self.revision, self.whole = revision, True
        return True

    def run_ahead(self, connection: sqlite3.Connection, association_id: int) -> None:
        """Apply what one association has become, leaving out all others: for an index soon replaced."""
        self.whole = False
        known = self._ahead.get(association_id, self.revision)
        revision = changes.last(connection)
        for delta in changes.deltas(connection, known, association_id):
            self.apply(delta)
        self._ahead[association_id] = revision
