"""The command line: ``python -m bot`` runs the service; the other commands serve the operator."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bot.settings import Settings
from retrieval.catalogue import Catalogue
from retrieval.search import Question
from storage.database import Database

cli = typer.Typer(no_args_is_help=False, invoke_without_command=True, add_completion=False)
DatabaseOption = Annotated[Path | None, typer.Option("--database", help="SQLite file")]


def _path(database: Path | None) -> Path:
    return database or Settings().database_path


@cli.callback()
def default(context: typer.Context) -> None:
    """Waldeck."""
    if context.invoked_subcommand is None:
        run()


@cli.command()
def run(database: DatabaseOption = None) -> None:
    """Run the service."""
    from bot.application import serve

    serve(Settings(**({"database_path": database} if database else {})))


@cli.command()
def demo(database: DatabaseOption = None, port: int = 0, no_browser: bool = False) -> None:
    """Try the bot in a browser."""
    from sandbox.demo import run as run_demo

    run_demo(database=database, port=port, browser=not no_browser)


@cli.command(name="import")
def import_(
    files: list[Path], database: DatabaseOption = None, dry_run: bool = False, as_json: bool = typer.Option(False, "--json")
) -> None:
    """Read register files into the catalogue."""

    async def work() -> None:
        store = await Database.open(_path(database))
        try:
            catalogue = await Catalogue.open(store)
            try:
                for file in files:
                    report = await catalogue.import_(file, dry_run=dry_run)
                    print(report)
            finally:
                await catalogue.close()
        finally:
            await store.close()

    asyncio.run(work())


@cli.command()
def search(
    question: str, database: DatabaseOption = None, limit: int = 5, as_json: bool = typer.Option(False, "--json")
) -> None:
    """Answer a question in the terminal."""

    async def work() -> None:
        store = await Database.open(_path(database))
        try:
            catalogue = await Catalogue.open(store)
            try:
                answer = await catalogue.search(Question(question, limit=limit))
            finally:
                await catalogue.close()
        finally:
            await store.close()
        found = [
            {**asdict(hit.association), "score": hit.score, "excerpt": hit.excerpt.text} for hit in answer.hits
        ]
        json.dump(found, sys.stdout, ensure_ascii=False, indent=1)

    asyncio.run(work())


def main() -> None:
    """Run the command line."""
    cli()
