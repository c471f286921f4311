"""The command line: ``python -m bot`` runs the service; the other commands serve the operator.

Help texts are names of messages in ``texts/*/cli.ftl``; ``main`` puts the operator's language in.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import commands
from bot.explaining import Say, explain, operator_say
from handlers.texts import MissingText
from storage.errors import WaldeckError

cli = typer.Typer(
    name="waldeck",
    help="cli-help",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

DatabaseOption = Annotated[Path | None, typer.Option("--database", help="cli-option-database")]
JsonOption = Annotated[bool, typer.Option("--json", help="cli-option-json")]
FAILED, INTERRUPTED = 1, 130


@cli.callback()
def default(context: typer.Context) -> None:
    """Run the service when no command is named."""
    if context.invoked_subcommand is None:
        run()


@cli.command(help="cli-run")
def run(database: DatabaseOption = None) -> None:
    """Answer people until SIGTERM or SIGINT."""
    commands.run(database)


@cli.command(help="cli-demo")
def demo(
    database: DatabaseOption = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="cli-demo-port")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="cli-demo-no-browser")] = False,
) -> None:
    """Chat with the bot in a browser, without a token."""
    commands.demo(database, port, browser=not no_browser)


@cli.command("import", help="cli-import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="cli-import-files", metavar="FILE…")],
    database: DatabaseOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="cli-import-dry-run")] = False,
    as_json: JsonOption = False,
    left_out: Annotated[Path | None, typer.Option(help="cli-import-left-out")] = None,
) -> None:
    """Read register files into the catalogue."""
    asyncio.run(commands.import_files(files, database, dry_run=dry_run, as_json=as_json, left_out=left_out))


@cli.command(help="cli-search")
def search(
    question: Annotated[str, typer.Argument(help="cli-search-question")],
    database: DatabaseOption = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="cli-search-limit")] = 5,
    as_json: JsonOption = False,
    explained: Annotated[bool, typer.Option("--explain", help="cli-search-explain")] = False,
) -> None:
    """Answer a question as the bot does."""
    asyncio.run(commands.search(question, database, limit, as_json=as_json, explained=explained))


@cli.command(help="cli-export")
def export(
    file: Annotated[Path, typer.Argument(help="cli-export-file", metavar="FILE")],
    database: DatabaseOption = None,
) -> None:
    """Write the whole catalogue to a .jsonl or .csv file."""
    asyncio.run(commands.export(file, database))


@cli.command(help="cli-backup")
def backup(
    file: Annotated[Path, typer.Argument(help="cli-backup-file", metavar="FILE")],
    database: DatabaseOption = None,
) -> None:
    """Copy the database consistently while it is in use."""
    asyncio.run(commands.back_up(file, database))


@cli.command(help="cli-restore")
def restore(
    file: Annotated[Path, typer.Argument(help="cli-restore-file", metavar="FILE")],
    database: DatabaseOption = None,
) -> None:
    """Put a backup in the place of the database, which is kept aside."""
    asyncio.run(commands.restore(file, database))


@cli.command(help="cli-check")
def check(database: DatabaseOption = None) -> None:
    """Examine configuration, database, index, token, rights and disk."""
    if not asyncio.run(commands.check(database)):
        raise typer.Exit(FAILED)


@cli.command(help="cli-evaluate")
def evaluate(
    topics: Annotated[Path, typer.Argument(help="cli-evaluate-topics", metavar="TOPICS")],
    judgments: Annotated[Path, typer.Argument(help="cli-evaluate-qrels", metavar="QRELS")],
    database: DatabaseOption = None,
    run_file: Annotated[Path | None, typer.Option("--run", help="cli-evaluate-run")] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the quality of answers on judged questions."""
    asyncio.run(commands.evaluate(topics, judgments, database, run_file, as_json=as_json))


def _translate(command: Any, say: Say) -> None:
    """Replace the names of messages in the help of a click command, and of those in it, by the messages."""
    for part in (command, *command.params):
        if name := getattr(part, "help", None):
            try:
                part.help = say(name)
            except MissingText:
                continue  # click's own, such as that of --help
    for inner in getattr(command, "commands", {}).values():
        _translate(inner, say)


def main() -> None:
    """Run the command line; what a person can mend ends in sentences and a non-zero code."""
    command = typer.main.get_command(cli)
    _translate(command, operator_say())
    try:
        command()
    except WaldeckError as error:
        print(explain(error, operator_say()), file=sys.stderr)
        sys.exit(FAILED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
