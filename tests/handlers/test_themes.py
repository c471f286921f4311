"""/themes: headings with counts, down to associations, narrowed by place, and back."""

from __future__ import annotations

import re

import pytest

from sandbox.errors import Json
from tests.conftest import RunningBot, made_up_associations
from tests.support import Talk, buttons

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

ALIVE = [each for each in made_up_associations() if each.get("status", "active") == "active"]


def counts(message: Json) -> dict[str, int]:
    """Label to number of each button of a theme."""
    found = {}
    for each in buttons(message):
        if match := re.fullmatch(r"(.+) \((\d+)\)", each["text"]):
            found[match[1]] = int(match[2])
    return found


async def all_pages(member: Talk, message: Json) -> dict[str, int]:
    found = counts(message)
    while any(each["text"] == "›" for each in buttons(message)):
        message = await member.press(message, "›")
        found |= counts(message)
    return found


async def test_the_headings_count_every_living_association(member: Talk) -> None:
    top = await member.say("/themes")
    themed = [each for each in ALIVE if each.get("theme")]
    assert sum((await all_pages(member, top)).values()) == len(themed)


async def test_down_to_a_card_and_back_up(member: Talk) -> None:
    top = await member.say("/themes Paris")
    assert "Paris" in top["text"]
    heading = await member.press(top, next(iter(counts(top))))
    whole, number = next(iter(counts(heading).items()))
    listed = await member.press(heading, whole)
    assert listed["message_id"] == top["message_id"]
    assert len(re.findall(r"^\d+\. ", listed["text"], re.MULTILINE)) == min(number, 5)
    card = await member.press(listed, "1")
    assert "N° RNA" in card["text"]
    back = await member.press(card, "Liste")
    assert back["text"] == listed["text"]
    assert buttons(back) == buttons(listed)
    up = await member.press(listed, "Thèmes")
    assert counts(up) == counts(heading)
    assert counts(await member.press(up, "‹ Thèmes")) == counts(top)


async def test_a_place_narrows_the_counts(member: Talk) -> None:
    everywhere = await all_pages(member, await member.say("/themes"))
    nievre = await all_pages(member, await member.say("/themes 58"))
    there = [each for each in ALIVE if str(each.get("postcode") or "").startswith("58") and each.get("theme")]
    assert sum(nievre.values()) == len(there)
    assert all(everywhere[label] >= count for label, count in nievre.items())


async def test_an_unknown_place_is_explained(member: Talk) -> None:
    assert "Je ne connais pas ce lieu" in (await member.say("/themes Xyzville"))["text"]


@pytest.mark.parametrize("data", ["t:999999:0:", "b:0:0:", "t:0:0:nulle part", "b:999999:0:", "t:1:0:"])
async def test_a_forged_theme_button_is_refused(bot: RunningBot, member: Talk, data: str) -> None:
    top = await member.say("/themes")
    bot.sandbox.press(member.user, top, data, check=False)
    call = await bot.sandbox.wait("answerCallbackQuery")
    assert call.params.get("show_alert")


async def test_a_page_beyond_the_last_shows_the_last(bot: RunningBot, member: Talk) -> None:
    top = await member.say("/themes")
    bot.sandbox.press(member.user, top, "b:006000:99999:", check=False)
    listed = (await bot.sandbox.wait("editMessageText")).result
    assert re.search(r"^\d+\. ", listed["text"], re.MULTILINE)
