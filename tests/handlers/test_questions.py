"""Questions in a private chat: answers, pages, other readings, edits, and whatever else people type."""

from __future__ import annotations

import asyncio

import pytest

from handlers.markup import units
from tests.conftest import RunningBot
from tests.support import EDITING, SENDING, Talk, buttons, talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

SEARCHED = "chorale"


def labels(message: dict[str, object]) -> list[str]:
    return [button["text"] for button in buttons(message)]


async def test_start_offers_examples_that_answer(member: Talk) -> None:
    welcome = await member.say("/start")
    assert welcome["text"].startswith("Bonjour\u202f!")
    assert "chorale à Nevers" in labels(welcome)
    answer = await member.press(welcome, "jardins partagés")
    assert "Les Jardins de la Loire" in answer["text"]


async def test_a_question_is_answered_with_title_town_and_passage(member: Talk) -> None:
    answer = await member.say("apprendre les échecs à Paris")
    first = answer["text"].split("\n\n")[1]
    assert first.splitlines()[0] == "1. Échecs et Mat de Belleville"
    assert "📍 Paris (75" in first
    bold = {
        answer["text"]
        .encode("utf-16-le")[2 * e["offset"] : 2 * (e["offset"] + e["length"])]
        .decode("utf-16-le")
        for e in answer["entities"]
        if e["type"] == "bold"
    }
    assert "Échecs et Mat de Belleville" in bold
    assert any("échecs" in word.lower() for word in bold - {"Échecs et Mat de Belleville"})


async def test_an_answer_is_a_reply_to_its_question(member: Talk) -> None:
    answer = await member.say("/chercher échecs")
    assert answer["reply_to_message"]["text"] == "/chercher échecs"
    assert "Échecs et Mat de Belleville" in answer["text"]
    assert "Échecs et Mat de Belleville" in (await member.say("/search échecs"))["text"]


async def test_pages_go_forth_and_back(member: Talk) -> None:
    first = await member.say("jeunes")
    assert "‹" not in labels(first)
    assert any(label.startswith("1/") for label in labels(first))
    second = await member.press(first, "›")
    assert second["message_id"] == first["message_id"]
    assert second["text"].split("\n\n")[0].startswith("6. ") or "\n\n6. " in second["text"]
    again = await member.press(second, "‹")
    assert again["text"] == first["text"]


async def test_pressing_twice_is_answered_twice(bot: RunningBot, member: Talk) -> None:
    first = await member.say("jeunes")
    data = next(b["callback_data"] for b in buttons(first) if b["text"] == "›")
    queries = [bot.sandbox.press(member.user, first, data, check=False) for _ in range(3)]
    await member.answer(EDITING)
    for query in queries:
        await answered(bot, query)


async def answered(bot: RunningBot, query_id: str) -> dict[str, object]:
    """Parameters of the answer to a press."""
    for _ in range(200):
        for call in bot.sandbox.calls:
            if call.method == "answerCallbackQuery" and call.params["callback_query_id"] == query_id:
                return call.params
        await asyncio.sleep(0.05)
    raise AssertionError(f"{query_id} was not answered")


@pytest.mark.parametrize(
    "data",
    ["p:999999999:0::", "p:x", "c:1", "v:1:1:?", "zzz", "c:999999:1:0::", "p:1:999999:slw:99", "é" * 30, "-"],
)
async def test_forged_and_forgotten_buttons_get_a_polite_answer(
    bot: RunningBot, member: Talk, data: str
) -> None:
    welcome = await member.say("/start")
    query = bot.sandbox.press(member.user, welcome, data, check=False)
    answer = await answered(bot, query)
    if data not in ("-", "p:1:999999:slw:99"):
        assert answer["text"]
        assert answer["show_alert"]


async def test_nothing_found_says_so_and_what_to_do(member: Talk) -> None:
    answer = await member.say("xqzwvkj")
    assert "rien trouvé" in answer["text"]
    assert "notée" in answer["text"]
    assert "Thèmes" in (await member.press(answer, "Parcourir les thèmes"))["text"]


async def test_an_edited_question_edits_its_answer(bot: RunningBot, member: Talk) -> None:
    asked = bot.sandbox.say(member.chat, member.user, "échecs")
    answer = await member.answer()
    bot.sandbox.edit(asked, "astronomie")
    changed = await member.answer(EDITING)
    assert changed["message_id"] == answer["message_id"]
    assert "Les Astronomes du Quercy" in changed["text"]
    assert "Échecs et Mat" not in changed["text"]


async def test_an_edited_question_whose_answer_is_deleted_gets_a_new_one(
    bot: RunningBot, member: Talk
) -> None:
    asked = bot.sandbox.say(member.chat, member.user, "échecs")
    answer = await member.answer()
    del bot.sandbox.state.messages[member.chat["id"], answer["message_id"]]
    bot.sandbox.edit(asked, "astronomie")
    call = await bot.sandbox.wait("editMessageText", errors=True)
    assert call.error is not None
    bot.sandbox.calls.remove(call)
    assert "Les Astronomes du Quercy" in (await member.answer(SENDING))["text"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("🎉🎊🎉", "pas de mot"),
        ("!?!?…", "pas de mot"),
        ("/search", "après la commande"),
        ("/chercher@waldeck_test_bot", "après la commande"),
        ("/nimporte", "commande"),
        ("/nimporte quoi d'autre", "commande"),
    ],
)
async def test_what_holds_no_question_is_answered_with_a_hint(
    member: Talk, words: str, expected: str
) -> None:
    assert expected in (await member.say(words))["text"]


@pytest.mark.parametrize(
    "words",
    [
        "le la les de du des",
        "أين أجد جمعية رياضية",
        "\u202eerdro sel snad\u202c",
        "a\u0000b\u0007c\u001bd",
        "<b>gras</b> <script>alert(1)</script> & &amp; &#60;",
        "'; DROP TABLE associations; --",
        "x" * 4096,
        "mot " * 1024,
        "🧗" * 2048 + "a",
        '"guillemets" -moins "',
        "W000000001",
        "https://exemple.fr/?a=1&b=2",
        "\ud800 seul",
        "ﷺ" * 100,
    ],
    ids=lambda words: ascii(words)[1:20],
)
async def test_anything_typed_is_answered_within_the_limits(member: Talk, words: str) -> None:
    answer = await member.say(words)
    assert 1 <= units(answer["text"]) <= 4096
    assert len(answer.get("entities", [])) <= 100


async def test_markup_in_a_question_is_shown_as_typed(member: Talk) -> None:
    answer = await member.say("/themes <b>&nulle-part")
    assert "<b>&nulle-part" in answer["text"]


@pytest.mark.parametrize(
    "kind",
    [
        {"sticker": {"file_id": "f", "file_unique_id": "u", "type": "regular", "width": 1, "height": 1,
                     "is_animated": False, "is_video": False}},
        {"photo": [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]},
        {"voice": {"file_id": "f", "file_unique_id": "u", "duration": 3}},
        {"dice": {"emoji": "🎲", "value": 3}},
    ],
    ids=lambda kind: next(iter(kind)),
)  # fmt: skip
async def test_what_is_no_text_gets_a_kind_line(
    bot: RunningBot, member: Talk, kind: dict[str, object]
) -> None:
    bot.sandbox.send(member.chat, member.user, **kind)
    assert "que les mots" in (await member.answer())["text"]


async def test_a_file_from_a_member_is_explained(member: Talk) -> None:
    answer = await member.send_file("liste.csv", b"titre;objet\n")
    assert "ceux qui tiennent l’annuaire" in answer["text"]


async def test_the_words_under_a_picture_are_a_question(bot: RunningBot, member: Talk) -> None:
    picture = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
    bot.sandbox.send(member.chat, member.user, photo=picture, caption="échecs")
    assert "Échecs et Mat de Belleville" in (await member.answer())["text"]


async def test_a_forwarded_message_is_a_question(member: Talk) -> None:
    origin = {"type": "hidden_user", "date": 1, "sender_user_name": "Quelqu’un"}
    answer = await member.say("échecs", forward_origin=origin)
    assert "Échecs et Mat de Belleville" in answer["text"]


async def test_small_talk_is_answered_without_a_search(member: Talk) -> None:
    answer = await member.say("merci !")
    assert "Avec plaisir" in answer["text"]
    assert buttons(answer) == []


async def test_a_greeting_is_returned_with_examples(member: Talk) -> None:
    greeted = await member.say("bonjour")
    assert "Bonjour" in greeted["text"]
    assert "chorale à Nevers" in labels(greeted)


async def test_help_names_the_commands_of_ones_role(member: Talk, owner: Talk) -> None:
    assert "/ajouter" not in (await member.say("/aide"))["text"]
    kept = (await owner.say("/aide"))["text"]
    assert "/ajouter" in kept
    assert "/sauvegarde" in kept


async def test_what_comes_through_the_bot_itself_is_left_alone(bot: RunningBot, member: Talk) -> None:
    bot.sandbox.say(member.chat, member.user, "échecs", via_bot=bot.sandbox.me)
    answer = await member.say("astronomie")
    assert "Astronomes" in answer["text"]
    assert answer["reply_to_message"]["text"] == "astronomie"


async def test_a_press_that_waited_too_long_does_no_harm(bot: RunningBot, member: Talk) -> None:
    first = await member.say("jeunes")
    data = next(b["callback_data"] for b in buttons(first) if b["text"] == "›")
    bot.sandbox.fail(
        "answerCallbackQuery",
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    )
    bot.sandbox.press(member.user, first, data)
    assert "6. " in (await member.answer(EDITING))["text"]


async def test_people_are_served_while_another_waits(bot: RunningBot) -> None:
    slow, quick = talk(bot.sandbox, "Lent"), talk(bot.sandbox, "Vif")
    bot.sandbox.slow("sendMessage", 3.0)
    bot.sandbox.say(slow.chat, slow.user, "échecs")
    await asyncio.sleep(0.3)
    bot.sandbox.say(quick.chat, quick.user, "astronomie")
    chats = [(await bot.sandbox.wait("sendMessage")).params["chat_id"] for _ in range(2)]
    assert chats == [quick.chat["id"], slow.chat["id"]]
