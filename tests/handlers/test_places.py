"""/place and « près de moi »: by name, postcode or location; only the commune is kept."""

from __future__ import annotations

import sqlite3

import pytest

from sandbox.errors import Json
from tests.conftest import RunningBot
from tests.handlers.admins_support import plain
from tests.support import Talk, buttons

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

NEVERS = {"latitude": 46.9907, "longitude": 3.1590}
ATLANTIC = {"latitude": 40.0, "longitude": -40.0}


def kept(bot: RunningBot, member: Talk) -> list[tuple[object, ...]]:
    with sqlite3.connect(bot.process.database) as connection:
        found = connection.execute(
            "SELECT commune_code, commune_name FROM preferences WHERE user_id = ?", (member.user["id"],)
        ).fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("words", ["Nevers", "nevers", "NEVERS ", "58000"])
async def test_a_place_is_saved_by_name_or_postcode(bot: RunningBot, member: Talk, words: str) -> None:
    saved = await member.say(f"/lieu {words}")
    assert "Votre commune" in saved["text"]
    assert len(kept(bot, member)) == 1
    assert str(kept(bot, member)[0][1]) in saved["text"]


async def test_a_place_of_a_common_name_is_chosen(bot: RunningBot, member: Talk) -> None:
    choice = await member.say("/lieu Saint-Denis")
    labels = [each["text"] for each in buttons(choice)]
    assert labels == ["Saint-Denis (93)", "Saint-Denis (974)"] or set(labels) >= {
        "Saint-Denis (93)",
        "Saint-Denis (974)",
    }
    saved = await member.press(choice, "Saint-Denis (974)")
    assert "Saint-Denis (974)" in saved["text"]
    assert len(kept(bot, member)) == 1


async def test_a_region_is_no_town(bot: RunningBot, member: Talk) -> None:
    assert "trop grand" in (await member.say("/lieu Bretagne"))["text"]
    assert kept(bot, member) == []


async def test_a_question_corrected_to_here_asks_for_the_location_anew(bot: RunningBot, member: Talk) -> None:
    asked = bot.sandbox.say(member.chat, member.user, "chorale à Nevers")
    await member.answer()
    bot.sandbox.edit(asked, "chorale près de moi")
    call = await member.answer_call()
    assert "position" in call.result["text"]
    assert "request_location" in str(call.params["reply_markup"])


async def test_an_unknown_place_is_said_to_be_unknown(bot: RunningBot, member: Talk) -> None:
    assert "« Xyzville »" in (await member.say("/lieu Xyzville"))["text"].replace("\u202f", " ")
    assert kept(bot, member) == []


async def test_near_me_asks_for_the_location_then_answers(bot: RunningBot, member: Talk) -> None:
    asked = bot.sandbox.say(member.chat, member.user, "jardins partagés près de moi")
    del asked
    call = await member.answer_call()
    assert call.params["reply_markup"]["keyboard"][0][0]["request_location"] is True
    bot.sandbox.send(member.chat, member.user, location=NEVERS)
    saved = await member.answer_call()
    assert "Nevers" in saved.params["text"]
    assert saved.params["reply_markup"] == {"remove_keyboard": True}
    answer = await member.answer()
    assert "Les Jardins de la Loire" in answer["text"]
    assert str(kept(bot, member)[0][1]).startswith("Nevers")


async def test_a_remembered_place_answers_near_me_at_once_and_can_be_forgotten(
    bot: RunningBot, member: Talk
) -> None:
    await member.say("/lieu Nevers")
    assert "Les Jardins de la Loire" in (await member.say("jardins près de moi"))["text"]
    told = await member.say("/lieu")
    assert "Nevers" in told["text"]
    forgotten = await member.press(told, "Oublier")
    assert "oubliée" in forgotten["text"]
    assert kept(bot, member) == [(None, None)]
    assert "Aucune commune" in (await member.say("/lieu"))["text"]


async def test_a_town_typed_after_the_command_is_saved_and_a_question_is_not(
    bot: RunningBot, member: Talk
) -> None:
    assert "Aucune commune" in (await member.say("/lieu"))["text"]
    assert "Votre commune" in (await member.say("J’habite à nevers"))["text"]
    assert "Nevers" in str(kept(bot, member)[0][1])
    await member.say("/lieu")
    assert "Votre commune : Nevers" in plain((await member.say("Neverz"))["text"])
    await member.say("/lieu")
    assert "Les Jardins de la Loire" in (await member.say("jardins partagés à Nevers"))["text"]
    assert "Votre commune" not in (await member.say("Decize"))["text"]
    assert "Nevers" in str(kept(bot, member)[0][1])


async def test_a_town_typed_for_a_question_near_me_answers_it(bot: RunningBot, member: Talk) -> None:
    assert "position" in (await member.say("jardins partagés près de moi"))["text"]
    assert "Votre commune" in (await member.say("58000"))["text"]
    assert "Les Jardins de la Loire" in (await member.answer())["text"]
    await member.press(await member.say("/lieu"), "Oublier")
    await member.say("jardins partagés près de moi")
    choice = await member.say("Saint-Denis")
    assert "Votre commune" in (await member.press(choice, "Saint-Denis (974)"))["text"]
    assert "Saint-Denis" in (await member.answer())["text"]
    assert "Saint-Denis (974)" in str(kept(bot, member)[0][1])


async def test_a_location_far_from_everywhere_is_explained(bot: RunningBot, member: Talk) -> None:
    bot.sandbox.send(member.chat, member.user, location=ATLANTIC)
    assert "donnez plutôt votre commune" in (await member.answer())["text"].lower()
    assert kept(bot, member) == []


async def test_a_group_is_not_told_where_somebody_lives(bot: RunningBot, member: Talk) -> None:
    await member.say("/lieu Nevers")
    club = Talk(bot.sandbox, member.user, bot.sandbox.group(members=(member.user,)))
    answer = await club.say("/lieu")
    assert "tête-à-tête" in answer["text"] and "Nevers" not in answer["text"]
    assert "tête-à-tête" in (await club.say("/lieu Decize"))["text"]
    assert "Nevers" in str(kept(bot, member)[0][1])


async def test_in_groups_the_location_is_not_asked_for(bot: RunningBot, member: Talk) -> None:
    group: Json = bot.sandbox.group(members=(member.user,))
    club = Talk(bot.sandbox, member.user, group)
    bot.sandbox.say(group, member.user, "/chercher jardins près de moi")
    call = await club.answer_call()
    assert "en privé" in call.params["text"]
    assert "reply_markup" not in call.params


@pytest.mark.parametrize("data", ["o:99:nulle part", "o:forge", "o:é", "o:58:nevers\n"])
async def test_a_forged_place_button_is_refused(bot: RunningBot, member: Talk, data: str) -> None:
    told = await member.say("/lieu")
    bot.sandbox.press(member.user, told, data, check=False)
    call = await bot.sandbox.wait("answerCallbackQuery")
    assert call.params.get("show_alert")
    assert kept(bot, member) == []
