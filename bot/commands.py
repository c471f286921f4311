"""What each command of the command line does."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from bot import reports
from bot.explaining import operator_language, operator_say
from bot.instance import sole_instance
from bot.settings import MissingToken, read_settings
from handlers import import_words
from retrieval import collector
from retrieval.catalogue import Catalogue
from retrieval.evaluation import Measures, Topic, by_kind, measure, read_judgments, read_topics
from retrieval.search import Question
from storage import backups
from storage.database import Database
from storage.errors import WaldeckError
from storage.exports import export_file
from storage.import_report import ImportReport, write_left_out
from storage.registers.records import RegisterError

RUN_DEPTH = 100
SQLITE = b"SQLite format 3\x00"
"""How every SQLite database begins (sqlite.org/fileformat.html)."""


class MissingFile(WaldeckError):
    """A file named on the command line is not there (arguments: path)."""

    code = "missing-file"


class InTheWay(WaldeckError):
    """A copy would replace a file that is no copy (arguments: path)."""

    code = "in-the-way"


class MissingDatabase(WaldeckError):
    """A command that only reads found no database (arguments: path)."""

    code = "missing-database"


class MissingSandbox(WaldeckError):
    """The packages of the extra ``sandbox`` are not installed."""

    code = "missing-sandbox"


def _existing(file: Path) -> Path:
    if not file.exists():
        raise MissingFile(f"there is no file {file}", path=str(file))
    return file


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        detail = error.strerror or str(error)
        raise RegisterError("unwritable", name=str(file), detail=detail) from error


def _writable(file: Path | None, *kept: Path) -> None:
    """Make sure that ``file`` can be written once the work is done, and is none of those it is done with.

    Raises:
        RegisterError: It can't be written.
        InTheWay: It would replace one of ``kept``.
    """
    if file is None:
        return
    new = not file.exists()
    if not new and any(one.exists() and file.samefile(one) for one in kept):
        raise InTheWay(f"{file} would be replaced", path=str(file), reason="read")
    with _writing(file):
        file.open("ab").close()
        if new:
            file.unlink()


def _free(file: Path) -> Path:
    """The file to write a copy to, unless something else than an older copy is there."""
    if file.exists():
        with file.open("rb") as present:
            if present.read(len(SQLITE)) != SQLITE:
                raise InTheWay(f"{file} is there already, and is no copy of a database", path=str(file))
    return file


def _existing_database(database: Path | None) -> Path:
    path = read_settings(database_path=database).database_path
    if not path.exists():
        raise MissingDatabase(f"there is no database {path}", path=str(path))
    return path


def run(database: Path | None) -> None:
    """Answer people until SIGTERM or SIGINT.

    Raises:
        MissingToken: There is no token to do it with.
        WaldeckError: The service can't start.
    """
    with collector.paused():
        from bot import service  # noqa: PLC0415 - Telegram's library takes longer to load than a search takes

    settings = read_settings(database_path=database)
    if settings.telegram_bot_token is None:
        raise MissingToken("TELEGRAM_BOT_TOKEN is not set")
    service.run(settings)


def demo(database: Path | None, port: int, *, browser: bool) -> None:
    """Serve the sandbox and its chat page until SIGTERM or SIGINT."""
    try:
        from bot import demonstration  # noqa: PLC0415 - needs the extra ``sandbox``
    except ModuleNotFoundError as error:
        raise MissingSandbox(str(error)) from error
    source = _existing_database(database) if database else None
    ended = demonstration.run(source, port, browser=browser)
    if ended:
        raise SystemExit(ended)


@asynccontextmanager
async def _catalogue(database: Path | None, *, create: bool = False) -> AsyncIterator[Catalogue]:
    path = read_settings(database_path=database).database_path if create else _existing_database(database)
    opened = await Database.open(path)
    try:
        with reports.progress(operator_say()("cli-progress-index")) as advance:
            catalogue = await Catalogue.open(opened, progress=advance)
        try:
            yield catalogue
        finally:
            await catalogue.close()
    finally:
        await opened.close()


async def import_files(
    files: list[Path], database: Path | None, *, dry_run: bool, as_json: bool, left_out: Path | None
) -> None:
    """Import each file as a batch of its own and report, also on those before one that can't be imported."""
    found: list[ImportReport] = []
    say = operator_say()
    _writable(left_out, *files)
    try:
        async with _catalogue(database, create=True) as catalogue:
            for file in files:
                with reports.progress(file.name) as advance:
                    report = await catalogue.import_(file, dry_run=dry_run, progress=advance)
                found.append(report)
                if not as_json:
                    print(reports.import_report(report, say, dry_run=dry_run))
    finally:
        if as_json and found:
            print(reports.imports_json(found))
        if left_out is not None and found:
            with _writing(left_out):
                write_left_out(left_out, found, partial(import_words.reason, say), import_words.header(say))


async def search(question: str, database: Path | None, limit: int, *, as_json: bool, explained: bool) -> None:
    """Print the answer to a question."""
    async with _catalogue(database) as catalogue:
        answer = await catalogue.search(Question(question, language=operator_language(), limit=limit))
    if explained:
        # Beside a list for programs, the explanation for people must not stand in it.
        print(reports.explanation(answer, operator_say()), file=sys.stderr if as_json else sys.stdout)
    if as_json:
        print(reports.answer_json(answer))
    elif not explained:
        print(reports.answer(answer, operator_say()))


async def export(file: Path, database: Path | None) -> None:
    """Write the whole catalogue to ``file``."""
    opened = await Database.open(_existing_database(database))
    try:
        written = await export_file(opened, file)
    finally:
        await opened.close()
    print(operator_say()("cli-exported", count=written, file=str(file)))


async def back_up(file: Path, database: Path | None) -> None:
    """Copy the database to ``file``; only an older copy is replaced."""
    with reports.progress(file.name) as advance:
        await backups.backup(_existing_database(database), _free(file), progress=advance)
    print(operator_say()("cli-backed-up", file=str(file)))


async def restore(file: Path, database: Path | None) -> None:
    """Put the backup ``file`` in the database's place; refused while the service runs."""
    settings = read_settings(database_path=database)
    with sole_instance(settings.database_path):
        aside = await backups.restore(_existing(file), settings.database_path)
    print(operator_say()("cli-restored", file=str(file), database=str(settings.database_path)))
    if aside is not None:
        print(operator_say()("cli-kept-aside", file=str(aside)))


async def check(database: Path | None) -> bool:
    """Examine everything, print what was found; True when nothing needs mending."""
    from bot import checkup  # noqa: PLC0415 - see run

    results = await checkup.examine(read_settings(database_path=database), operator_say())
    for result in results:
        print(f"{'✓' if result.healthy else '✗'} {result.sentence}")
    return all(result.healthy for result in results)


async def evaluate(
    topics_file: Path, judgments_file: Path, database: Path | None, run_file: Path | None, *, as_json: bool
) -> None:
    """Answer each topic's question and measure the rankings."""
    _writable(run_file, topics_file, judgments_file)
    topics, judgments = read_topics(_existing(topics_file)), read_judgments(_existing(judgments_file))
    rankings = await _rankings(topics, database)
    if run_file is not None:
        _write_run(run_file, rankings)
    results: dict[str, Measures] = {
        topic.id: measure(rankings[topic.id], judgments.get(topic.id, {})) for topic in topics
    }
    kinds = by_kind(topics, results)
    print(reports.evaluation_json(kinds, results) if as_json else reports.evaluation(kinds))


def _write_run(file: Path, rankings: dict[str, list[str]]) -> None:
    lines = (f"{topic}\t{rna_id}\n" for topic, ranked in rankings.items() for rna_id in ranked)
    with _writing(file):
        file.write_text("".join(lines), encoding="utf-8")


async def _rankings(topics: list[Topic], database: Path | None) -> dict[str, list[str]]:
    async with _catalogue(database) as catalogue:
        rankings = {}
        for topic in topics:
            answer = await catalogue.search(Question(topic.question, limit=RUN_DEPTH))
            rankings[topic.id] = [hit.association.rna_id or f"#{hit.association.id}" for hit in answer.hits]
        return rankings
