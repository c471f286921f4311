"""In groups: commands, replies and mentions are answered in their topic; all else is left alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.conftest import RunningBot, made_up_associations
from tests.support import Talk, button, catalogue_file, running_bot, talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    """With privacy mode off, so that the bot hears everything and must choose."""
    folder = tmp_path_factory.mktemp("groups")
    database = await catalogue_file(folder / "waldeck.sqlite3", made_up_associations())
    async with (
        Sandbox(privacy=False) as server,
        running_bot(folder, server, database_path=database) as process,
    ):
        yield RunningBot(server, process)


def club(bot: RunningBot, **more: object) -> Talk:
    user = bot.sandbox.user("Camille", language_code="fr")
    return Talk(bot.sandbox, user, bot.sandbox.group(members=(user,), **more))  # type: ignore[arg-type]


async def silent(bot: RunningBot, member: Talk, group: Talk) -> bool:
    """Whether nothing was sent to the group before the bot answers the person's next message."""
    before = len([c for c in bot.sandbox.calls if c.params.get("chat_id") == group.chat["id"]])
    await member.say("/help")
    return before == len([c for c in bot.sandbox.calls if c.params.get("chat_id") == group.chat["id"]])


async def test_the_command_is_answered(bot: RunningBot) -> None:
    group = club(bot)
    answer = await group.say("/chercher échecs")
    assert "Échecs et Mat de Belleville" in answer["text"]
    card = await group.press(answer, "1")
    assert card["text"].startswith("Échecs et Mat de Belleville")


async def test_a_reply_to_the_bot_is_a_question(bot: RunningBot) -> None:
    group = club(bot)
    answer = await group.say("/search échecs")
    again = await group.say("astronomie", reply_to_message=answer)
    assert "Les Astronomes du Quercy" in again["text"]


@pytest.mark.parametrize("words", ["@waldeck_test_bot échecs", "échecs @Waldeck_Test_Bot ?"])
async def test_a_mention_is_a_question(bot: RunningBot, words: str) -> None:
    answer = await club(bot).say(words)
    assert "Échecs et Mat de Belleville" in answer["text"]


async def test_an_empty_command_under_the_bots_own_message_gets_a_hint(bot: RunningBot) -> None:
    group = club(bot)
    answer = await group.say("/chercher échecs")
    assert "après la commande" in (await group.say("/chercher", reply_to_message=answer))["text"]


async def test_a_mention_under_somebody_elses_message_asks_that(bot: RunningBot) -> None:
    group = club(bot)
    said = bot.sandbox.say(group.chat, group.user, "où jouer aux échecs")
    answer = await group.say("/chercher", reply_to_message=said)
    assert "Échecs et Mat de Belleville" in answer["text"]


@pytest.mark.parametrize(
    "words", ["échecs", "@quelquun échecs", "/inconnue échecs", "/search@autre_bot échecs", "salut"]
)
async def test_what_is_not_for_the_bot_is_left_alone(bot: RunningBot, member: Talk, words: str) -> None:
    group = club(bot)
    bot.sandbox.say(group.chat, group.user, words)
    assert await silent(bot, member, group)


async def test_pictures_and_service_messages_are_left_alone(bot: RunningBot, member: Talk) -> None:
    group = club(bot)
    bot.sandbox.send(group.chat, group.user, sticker=STICKER)
    bot.sandbox.send(group.chat, group.user, new_chat_title="Autre")
    bot.sandbox.send_file(group.chat, group.user, "a.csv", b"a")
    assert await silent(bot, member, group)


STICKER = {
    "file_id": "f",
    "file_unique_id": "u",
    "type": "regular",
    "width": 1,
    "height": 1,
    "is_animated": False,
    "is_video": False,
}


async def test_the_answer_stays_in_its_topic(bot: RunningBot) -> None:
    group = club(bot, topics=(5, 7))
    bot.sandbox.say(group.chat, group.user, "/chercher échecs", message_thread_id=7)
    call = await group.answer_call()
    assert call.params["message_thread_id"] == 7


async def test_other_bots_and_channels_are_left_alone(bot: RunningBot, member: Talk) -> None:
    group = club(bot)
    robot = bot.sandbox.user("Robot", is_bot=True)
    bot.sandbox.say(group.chat, robot, "/chercher échecs")
    channel: Json = {"id": -(10**12) - 77, "type": "channel", "title": "Canal"}
    bot.sandbox.push(channel_post=bot.sandbox.state.store(channel, text="/chercher échecs"))
    bot.sandbox.push(
        edited_channel_post=bot.sandbox.state.store(channel, text="/chercher échecs", edit_date=1)
    )
    assert await silent(bot, member, group)


async def test_an_anonymous_admin_of_the_group_is_answered_as_a_member(bot: RunningBot) -> None:
    group = club(bot)
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    bot.sandbox.say(group.chat, anonymous, "/chercher échecs", sender_chat=group.chat)
    assert "Échecs et Mat de Belleville" in (await group.answer())["text"]


async def test_a_group_that_became_a_supergroup_is_answered_there(bot: RunningBot) -> None:
    group = club(bot, kind="group")
    answer = await group.say("/chercher échecs")
    bot.sandbox.slow("getUpdates", 0.5)
    bot.sandbox.say(group.chat, group.user, "/chercher astronomie")
    moved = Talk(bot.sandbox, group.user, bot.sandbox.migrate(group.chat))
    late = await moved.answer()
    assert "Les Astronomes du Quercy" in late["text"]
    assert "Échecs et Mat" in (await moved.say("/chercher échecs"))["text"]
    bot.sandbox.press(group.user, answer, button(answer, "1"))
    card = await moved.answer()
    assert card["text"].startswith("Échecs et Mat de Belleville")
    for call in [c for c in bot.sandbox.calls if "upgraded to a supergroup" in str(c.error)]:
        bot.sandbox.calls.remove(call)


async def test_people_who_block_the_bot_and_groups_that_throw_it_out_do_no_harm(
    bot: RunningBot, member: Talk
) -> None:
    gone = talk(bot.sandbox)
    asked = bot.sandbox.say(gone.chat, gone.user, "échecs")
    answer = await gone.answer()
    bot.sandbox.block(gone.user)
    bot.sandbox.push(message=asked)
    bot.sandbox.press(gone.user, answer, button(answer, "1"))
    refused = await bot.sandbox.wait("sendMessage", errors=True)
    assert "blocked" in str(refused.error)
    group = club(bot)
    bot.sandbox.fail("sendMessage", 403, "Forbidden: bot was kicked from the supergroup chat")
    bot.sandbox.say(group.chat, group.user, "/chercher échecs")
    assert "kicked" in str((await bot.sandbox.wait("sendMessage", errors=True)).error)
    assert "Les Astronomes" in (await member.say("astronomie"))["text"]
    assert "Échecs et Mat" in (await gone.say("échecs"))["text"]
    for call in [each for each in bot.sandbox.calls if each.error and each.error.code == 403]:
        bot.sandbox.calls.remove(call)
