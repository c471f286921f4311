"""Texts with their theme, for a process of its own that learns from them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote


def labelled(database: Path, most: int) -> tuple[int, Iterator[tuple[str, str]]]:
    """Texts of associations with their theme codes, evenly chosen when there are more than ``most``.

    Returns:
        The revision that they are read at, and (title and purpose, theme) pairs to be read once.
    """
    connection = sqlite3.connect(f"file:{quote(str(database.resolve()))}?mode=ro", uri=True)
    connection.execute("BEGIN")
    (revision,) = connection.execute("SELECT ifnull(max(id), 0) FROM changes").fetchone()
    return int(revision), _texts(connection, most)


def _texts(connection: sqlite3.Connection, most: int) -> Iterator[tuple[str, str]]:
    with closing(connection):
        (count,) = connection.execute("SELECT count(theme) FROM associations").fetchone()
        statement = "SELECT title, purpose, theme FROM associations WHERE theme IS NOT NULL AND id % ? = 0"
        for title, purpose, theme in connection.execute(statement, (max(1, -(-count // most)),)):
            yield f"{title}\n{purpose}", theme
