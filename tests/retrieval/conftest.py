"""A database and its catalogue for every test of retrieval that asks for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from retrieval.catalogue import Catalogue
from storage.database import Database


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "waldeck.sqlite3")
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def catalogue(database: Database) -> AsyncIterator[Catalogue]:
    opened = await Catalogue.open(database)
    yield opened
    await opened.close()
