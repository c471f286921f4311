"""The demonstration's database: made-up associations, or a copy of the operator's own, and an admin."""

from __future__ import annotations

from functools import partial
from importlib.resources import as_file, files
from pathlib import Path

from bot.explaining import operator_say
from retrieval.catalogue import Catalogue
from sandbox import cast, demo
from storage.admins import Admins
from storage.backups import backup
from storage.database import Database
from storage.errors import WaldeckError


class DemoPortTaken(WaldeckError):
    """The page can't be served on the port (arguments: port, detail)."""

    code = "demo-port-taken"


def run(source: Path | None, port: int, *, browser: bool) -> int:
    """Show the made-up catalogue, or a copy of ``source``, until Ctrl-C or SIGTERM.

    Returns:
        The exit status.

    Raises:
        DemoPortTaken: Nothing can listen on the port.
    """
    try:
        return demo.run(
            prepare=partial(prepare, source=source), announce=_announce, port=port, browser=browser
        )
    except demo.PortUnavailable as error:
        raise DemoPortTaken(str(error), port=error.port, detail=error.reason) from error


def _announce(address: str) -> None:
    """Say where the page is, the address on a line of its own, and how to end it."""
    print(address, operator_say()("demo-ready"), sep="\n", flush=True)


async def prepare(path: Path, *, source: Path | None) -> None:
    """Create the database at ``path``.

    Args:
        path: Where the demonstration's bot will look for it.
        source: The operator's database, which is copied and never written to; None for the
            made-up associations.
    """
    if source is not None:
        await backup(source, path)
    database = await Database.open(path)
    try:
        if source is None:
            await _fill(database)
        await Admins(database).add(cast.ADMIN_ID, cast.ADMIN_NAME)
    finally:
        await database.close()


async def _fill(database: Database) -> None:
    catalogue = await Catalogue.open(database)
    try:
        with as_file(files("sandbox").joinpath("data", "associations.jsonl")) as made_up:
            await catalogue.import_(made_up)
    finally:
        await catalogue.close()
