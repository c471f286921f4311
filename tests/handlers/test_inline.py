"""Inline mode: lists of associations in any chat, page after page, with cards to send."""

from __future__ import annotations

import pytest

from handlers.markup import units
from sandbox.errors import Json
from sandbox.html import parse
from tests.conftest import RunningBot
from tests.support import Talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]


async def inline(bot: RunningBot, member: Talk, words: str, offset: str = "") -> Json:
    query = bot.sandbox.inline(member.user, words, offset)
    while True:
        call = await bot.sandbox.wait("answerInlineQuery")
        if call.params["inline_query_id"] == query:
            return call.params


async def test_results_send_the_card_with_a_way_to_the_bot(bot: RunningBot, member: Talk) -> None:
    answer = await inline(bot, member, "échecs")
    best = answer["results"][0]
    assert best["title"] == "Échecs et Mat de Belleville"
    assert "Paris" in best["description"]
    text, _ = parse(best["input_message_content"]["message_text"])
    assert text.startswith("Échecs et Mat de Belleville")
    assert "N° RNA" in text
    button = best["reply_markup"]["inline_keyboard"][0][0]
    assert button["url"] == f"https://t.me/waldeck_test_bot?start=a_{best['id']}"
    assert answer["is_personal"] is True


@pytest.mark.parametrize("offset", ["abc", "-5", "9" * 60, "٣", "100000", "1e3"])
async def test_an_odd_offset_does_no_harm(bot: RunningBot, member: Talk, offset: str) -> None:
    answer = await inline(bot, member, "échecs", offset)
    assert len(answer["results"]) <= 50


@pytest.mark.parametrize("words", ["", "   ", "xqzwvkj", "<b>", "\u202e", "🎉", "x" * 256])
async def test_without_results_there_is_a_way_to_the_bot(bot: RunningBot, member: Talk, words: str) -> None:
    answer = await inline(bot, member, words)
    if not answer["results"]:
        assert answer["button"]["start_parameter"]
        assert units(answer["button"]["text"]) <= 64


async def test_the_person_who_comes_by_that_way_is_welcomed(member: Talk) -> None:
    assert "Bonjour" in (await member.say("/start inline"))["text"]


async def test_a_late_answer_does_no_harm(bot: RunningBot, member: Talk) -> None:
    bot.sandbox.fail(
        "answerInlineQuery",
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    )
    bot.sandbox.inline(member.user, "échecs")
    assert (await member.say("échecs"))["text"]


async def test_a_sent_card_is_not_taken_for_a_question(bot: RunningBot, member: Talk) -> None:
    answer = await inline(bot, member, "échecs")
    text, entities = parse(answer["results"][0]["input_message_content"]["message_text"])
    message = {"text": text, "entities": entities}
    bot.sandbox.choose(member.chat, member.user, {"message": message})
    assert (await member.say("astronomie"))["reply_to_message"]["text"] == "astronomie"
