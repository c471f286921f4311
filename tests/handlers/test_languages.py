"""French and English: by the person's Telegram, by choice, and in the menus."""

from __future__ import annotations

import json

import pytest

from handlers.commands import COMMANDS
from tests.conftest import RunningBot
from tests.support import Talk, talk

pytestmark = [pytest.mark.asyncio(loop_scope="session")]
MEMBER_COMMANDS = [command for command in COMMANDS if not command.role]


@pytest.mark.parametrize("words", ["aide", "Help !", "?"])
async def test_help_is_given_however_it_is_asked_for(member: Talk, words: str) -> None:
    assert "Écrivez simplement" in (await member.say(words))["text"]


@pytest.mark.parametrize(
    ("code", "greeting"),
    [("fr", "Bonjour"), ("fr-CA", "Bonjour"), ("en", "Hello"), ("en-GB", "Hello"), ("de", "Bonjour")],
)
async def test_the_bot_speaks_the_language_of_the_client(bot: RunningBot, code: str, greeting: str) -> None:
    assert greeting in (await talk(bot.sandbox, language_code=code).say("/start"))["text"]


async def test_a_client_without_a_language_is_spoken_to_in_the_default_one(bot: RunningBot) -> None:
    user = bot.sandbox.user("Nobody")
    assert "Bonjour" in (await Talk(bot.sandbox, user, bot.sandbox.private(user)).say("/start"))["text"]


@pytest.mark.parametrize("command", ["/help", "/aide"])
async def test_commands_work_under_both_names_in_both_languages(
    member: Talk, english_member: Talk, command: str
) -> None:
    assert "ce que vous cherchez" in (await member.say(command))["text"]
    assert "what you are looking for" in (await english_member.say(command))["text"]


@pytest.mark.parametrize("data", ["l:xx", "l:en\n"])
async def test_a_language_that_is_not_offered_is_refused(bot: RunningBot, member: Talk, data: str) -> None:
    choices = await member.say("/langue")
    bot.sandbox.press(member.user, choices, data, check=False)
    call = await bot.sandbox.wait("answerCallbackQuery")
    assert call.params["show_alert"]
    assert "Bonjour" in (await member.say("/start"))["text"]


async def test_menus_speak_the_clients_language(bot: RunningBot) -> None:
    menus = bot.sandbox.state.commands
    private = json.dumps({"type": "all_private_chats"})
    shown = {code: [each["command"] for each in menus[private, code]] for code in ("", "fr", "en")}
    assert shown["fr"] == shown[""] == [command.french for command in MEMBER_COMMANDS]
    assert shown["en"] == [command.name for command in MEMBER_COMMANDS]
    assert "chercher" in shown["fr"]
    assert not {"ajouter", "add", "admins"} & {*shown["fr"], *shown["en"]}
    groups = json.dumps({"type": "all_group_chats"})
    assert [each["command"] for each in menus[groups, "en"]] == ["search", "themes", "help"]


async def test_the_menu_follows_the_choice_of_language(bot: RunningBot, member: Talk) -> None:
    await member.press(await member.say("/langue"), "English")
    for _ in range(3):
        await bot.sandbox.wait("setMyCommands")
    own = json.dumps({"chat_id": member.user["id"], "type": "chat"}, sort_keys=True)
    for code in ("", "fr", "en"):
        assert [each["command"] for each in bot.sandbox.state.commands[own, code]] == [
            command.name for command in MEMBER_COMMANDS
        ]


async def test_every_view_of_a_member_is_there_in_english(english_member: Talk) -> None:
    results = await english_member.say("échecs")
    card = await english_member.press(results, "1")
    assert "RNA no." in card["text"]
    assert "near" in (await english_member.say("/place"))["text"]
    assert "Themes" in (await english_member.say("/themes"))["text"]
    erased = await english_member.press(await english_member.say("/privacy"), "Erase")
    assert "Erased" in erased["text"]
