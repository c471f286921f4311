"""Cards: everything that is known, whole purposes, sharing, votes, and the way back."""

from __future__ import annotations

import sqlite3

import pytest

from sandbox.errors import Json
from storage.registers import themes
from tests.conftest import RunningBot, made_up_associations
from tests.handlers.test_questions import answered
from tests.support import Talk, button, buttons

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

CHESS = next(each for each in made_up_associations() if each["title"] == "Échecs et Mat de Belleville")


def url(message: Json, label: str) -> str:
    return next(str(one["url"]) for one in buttons(message) if label in one["text"])


async def test_a_number_opens_the_card_and_back_returns(member: Talk) -> None:
    results = await member.say("échecs")
    card = await member.press(results, "1")
    assert card["message_id"] == results["message_id"]
    assert card["text"].startswith("Échecs et Mat de Belleville")
    for fact in (CHESS["purpose"], CHESS["rna_id"], f"Paris ({CHESS['postcode']})"):
        assert str(fact) in card["text"]
    back = await member.press(card, "Résultats")
    assert back["text"] == results["text"]
    assert buttons(back) == buttons(results)


async def test_the_card_shows_all_that_is_known(member: Talk) -> None:
    card = await member.say("/start a_1")
    entry = made_up_associations()[0]
    for fact in ("title", "purpose", "rna_id", "city", "postcode", "website"):
        assert str(entry[fact]) in card["text"], fact
    theme = themes.label(str(entry["theme"]))
    assert theme is not None
    assert f"🏷 {theme}".casefold() in card["text"].casefold()
    assert any(entity["type"] == "text_link" for entity in card["entities"])


async def test_sharing_leads_back_to_the_card(member: Talk) -> None:
    card = await member.press(await member.say("échecs"), "1")
    share = url(card, "Partager")
    assert share.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fwaldeck_test_bot%3Fstart%3Da_")
    payload = share.rpartition("%3D")[2]
    opened = await member.say(f"/start {payload}")
    assert opened["text"] == card["text"]


async def test_a_deep_link_to_nowhere_says_so(member: Talk) -> None:
    assert "n’est plus dans l’annuaire" in (await member.say("/start a_999999999"))["text"]
    for payload in ("a_", "a_1_2", "a_x", "b_1", "-", "a_" + "9" * 40):
        assert "Bonjour" in (await member.say(f"/start {payload}"))["text"]


async def test_only_admins_may_edit_from_a_card(member: Talk, owner: Talk) -> None:
    labels = [one["text"] for one in buttons(await member.press(await member.say("échecs"), "1"))]
    assert "Modifier" not in labels
    owners = [one["text"] for one in buttons(await owner.press(await owner.say("échecs"), "1"))]
    assert "Modifier" in owners


async def test_a_vote_counts_once_and_may_be_changed(bot: RunningBot, member: Talk) -> None:
    results = await member.say("échecs")
    for label, thanks in (("👍", "Merci"), ("👍", "Merci"), ("👎", "noté")):
        query = bot.sandbox.press(member.user, results, button(results, label))
        assert thanks in str((await answered(bot, query))["text"])
    search_id = int(button(results, "👍").split(":")[1])
    assert votes(bot, search_id) == [-1]
    card = await member.press(results, "1")
    await answered(bot, bot.sandbox.press(member.user, card, button(card, "👍")))
    assert sorted(votes(bot, search_id)) == [-1, 1]


def votes(bot: RunningBot, search_id: int) -> list[int]:
    with sqlite3.connect(bot.process.database) as connection:
        rows = connection.execute("SELECT vote FROM feedback WHERE search_id = ?", (search_id,)).fetchall()
    connection.close()
    return [row[0] for row in rows]


@pytest.mark.parametrize("data", ["v:999999999:0:+", "v:{search}:999999999:+", "v:{search}:0:0"])
async def test_a_forged_vote_is_refused_politely(bot: RunningBot, member: Talk, data: str) -> None:
    results = await member.say("échecs")
    search = button(results, "👍").split(":")[1]
    query = bot.sandbox.press(member.user, results, data.format(search=search), check=False)
    assert (await answered(bot, query))["show_alert"]
    assert votes(bot, int(search)) == []
