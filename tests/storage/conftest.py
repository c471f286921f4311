"""A database of one's own for every test of the store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is, or will be."""
    return tmp_path / "waldeck.sqlite3"


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """A new database, closed at the end."""
    opened = await Database.open(path)
    yield opened
    await opened.close()
