"""Figures about questions, for admins: how many, how many went without an answer, which ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from storage.database import Database
from storage.identity import plain

UNANSWERED = "hits = 0 AND understood ->> 'smalltalk' IS NULL"
"""SQL: nothing was found; thanks and greetings are answered otherwise."""
MOST_WORDINGS = 20_000


@dataclass(frozen=True, slots=True)
class Day:
    """The questions of one day, in the server's time zone."""

    day: date
    questions: int
    unanswered: int


class Statistics:
    """Counts over the questions that are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def days(self, since: int) -> list[Day]:
        """Days with questions since ``since`` (Unix time), oldest first."""
        statement = f"""
            SELECT date(at, 'unixepoch', 'localtime') AS day, count(*), total({UNANSWERED})
            FROM searches WHERE at >= ? GROUP BY day ORDER BY day"""  # noqa: S608 - our own constant
        async with self._database.read() as db:
            rows = await db.execute_fetchall(statement, (since,))
        return [Day(date.fromisoformat(row[0]), int(row[1]), int(row[2])) for row in rows]

    async def unanswered(self, since: int, limit: int) -> list[tuple[str, int]]:
        """Questions that found nothing since ``since``, the most frequent first.

        Wordings that differ in capitals, accents and punctuation only count as one; the commonest is shown.
        """
        statement = f"""
            SELECT question, count(*) AS times FROM searches WHERE at >= ? AND {UNANSWERED}
            GROUP BY question ORDER BY times DESC, question LIMIT ?"""  # noqa: S608 - our own constant
        async with self._database.read() as db:
            rows = list(await db.execute_fetchall(statement, (since, MOST_WORDINGS)))
        totals: Counter[str] = Counter()
        shown: dict[str, str] = {}
        for question, times in rows:
            totals[plain(question)] += times
            shown.setdefault(plain(question), question)
        return [(shown[key], times) for key, times in totals.most_common(limit)]
