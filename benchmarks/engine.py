"""What an engine is asked to do, and the folder that it keeps its index in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.corpus import Document, Query

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


def disk(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def emptied(folder: Path) -> Path:
    """The folder, made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
