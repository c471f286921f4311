"""/privacy: what is kept is told, and votes, language and place are erased for the person who asks."""

from __future__ import annotations

import sqlite3

import pytest

from tests.conftest import RunningBot
from tests.support import Talk, button

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]


def rows(bot: RunningBot, statement: str, *values: object) -> list[tuple[object, ...]]:
    with sqlite3.connect(bot.process.database) as connection:
        found = connection.execute(statement, values).fetchall()
    connection.close()
    return found


async def vote(bot: RunningBot, member: Talk) -> int:
    results = await member.say("échecs")
    bot.sandbox.press(member.user, results, button(results, "👍"))
    await bot.sandbox.wait("answerCallbackQuery")
    return int(button(results, "👍").split(":")[1])


async def test_erasing_takes_ones_own_and_nobody_elses(
    bot: RunningBot, member: Talk, english_member: Talk
) -> None:
    mine, theirs = await vote(bot, member), await vote(bot, english_member)
    await member.press(await member.say("/langue"), "English")
    await member.say("/place Nevers")
    await member.say("/suggest")
    told = await member.say("/privacy")
    assert "90 days" in told["text"]
    assert "waiting" in (await member.answer())["text"]
    erased = await member.press(told, "Erase")
    assert "C’est effacé" in erased["text"]
    assert rows(bot, "SELECT 1 FROM preferences WHERE user_id = ?", member.user["id"]) == []
    assert rows(bot, "SELECT 1 FROM drafts WHERE user_id = ?", member.user["id"]) == []
    assert rows(bot, "SELECT 1 FROM feedback WHERE search_id = ?", mine) == []
    assert rows(bot, "SELECT vote FROM feedback WHERE search_id = ?", theirs) == [(1,)]
    assert "Bonjour" in (await member.say("/start"))["text"]
    assert "Aucune commune" in (await member.say("/lieu"))["text"]


async def test_no_user_id_stands_beside_a_question_or_a_vote(bot: RunningBot, member: Talk) -> None:
    await vote(bot, member)
    await member.say("/aide")
    for table in ("searches", "feedback"):
        for row in rows(bot, f"SELECT * FROM {table}"):  # noqa: S608 - names from above
            assert member.user["id"] not in row
            assert str(member.user["id"]) not in map(str, row)
