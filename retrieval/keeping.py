"""The index of a database on disk: made of its associations, kept as a snapshot, opened again."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from retrieval.bm25 import BM25Index
from retrieval.build import build
from retrieval.bulk import inverted_rows
from retrieval.documents import document
from retrieval.snapshot import DamagedSnapshot, NoSnapshot, UnusableSnapshot, load_snapshot, save_snapshot
from storage import changes
from storage.associations import searched
from storage.model import Entry

WORTH_KEEPING = 5_000
"""An index of fewer associations is made anew in less than a second."""

SAMPLE = Entry(
    rna_id="W000000001",
    title="Les Amis du canal et de l’écluse",
    short_title="A.C.E.",
    purpose="promouvoir la navi- gation fluviale ; organiser des fêtes d’été",
    theme="007035",
    city="Nevers",
    postcode="58000",
    commune_code="58194",
)
"""An association with something in every field that is searched."""

log = logging.getLogger(__name__)


def make(
    connection: sqlite3.Connection, folder: Path, progress: Callable[[int, int], None]
) -> tuple[BM25Index, int]:
    """Make an index of all associations, and keep it in ``folder`` when it is large.

    Args:
        connection: Sees the database as of one moment.
        folder: Where to keep it.
        progress: Called with (associations done, associations in all); raises to give up.

    Returns:
        The index and the last change that it knows of.
    """
    revision = changes.last(connection)
    (total,) = connection.execute("SELECT count(*) FROM associations").fetchone()

    def made(place: Path | None) -> BM25Index:
        return build(
            searched(connection), inverted_rows, folder=place, progress=lambda done: progress(done, total)
        )

    if total < WORTH_KEEPING:
        return made(None), revision
    try:
        index = made(folder)
    except OSError as error:
        log.warning("The index can't be kept in %s (%s); it stays in memory", folder, error)
        return made(None), revision
    keep(index, folder, connection, revision)
    return index, revision


def keep(index: BM25Index, folder: Path, connection: sqlite3.Connection, revision: int) -> None:
    """Write a snapshot of an index that knows of all changes up to ``revision`` and of no other."""
    try:
        save_snapshot(index, folder, _stamp(connection, revision))
    except OSError as error:
        log.warning("No snapshot of the index could be written to %s: %s", folder, error)


def kept(folder: Path, connection: sqlite3.Connection) -> tuple[BM25Index, int] | None:
    """The index in ``folder`` and the last change that it knows of; unusable: None, and a line in the log."""
    try:
        index, stamp = load_snapshot(folder)
        revision = int(stamp.partition(":")[0])
        if stamp != _stamp(connection, revision):
            raise DamagedSnapshot("it belongs to another database")
    except NoSnapshot:
        return None
    except UnusableSnapshot as error:
        log.warning(
            "The snapshot of the index in %s can't be used: %s. The index is made anew.", folder, error
        )
        return None
    return index, revision


def _stamp(connection: sqlite3.Connection, revision: int) -> str:
    """Number of a change, and a fingerprint of it and of how associations are read.

    Another database has another change of that number, or none; a program that makes other documents of
    associations could not take them out of this index again.
    """
    read = document(SAMPLE)
    row = connection.execute(
        "SELECT association_id, action, before, actor_id, reason, at, batch FROM changes WHERE id = ?",
        (revision,),
    ).fetchone()
    said = repr((row and tuple(row), sorted(read.frequencies.items()), sorted(read.keys), sorted(read.words)))
    return f"{revision}:{blake2b(said.encode(), digest_size=16).hexdigest()}"
