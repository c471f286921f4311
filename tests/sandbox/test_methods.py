"""The server is as strict as Telegram."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.people import NoSuchButton
from sandbox.server import Sandbox
from tests.sandbox.conftest import Client


def key(**action: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[{"text": "a", **action}]]}


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({}, "message text is empty"),
        ({"text": "  \n "}, "message text is empty"),
        ({"text": "é" * 4097}, "message is too long"),
        ({"text": "<b> </b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "a", "parse_mode": "Markdown"}, "unsupported parse_mode"),
        ({"text": "a", "reply_parameters": {"message_id": 99}}, "message to be replied not found"),
        ({"text": "a", "message_thread_id": 4}, "message thread not found"),
        ({"text": "a", "reply_markup": key(callback_data="é" * 33)}, "BUTTON_DATA_INVALID"),
        ({"text": "a", "reply_markup": key(callback_data="")}, "BUTTON_DATA_INVALID"),
        (
            {"text": "a", "reply_markup": key()},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "a", "reply_markup": key(url="exemple")},
            "inline keyboard button URL 'exemple' is invalid: Wrong HTTP URL",
        ),
        (
            {"text": "a", "reply_markup": {"inline_keyboard": [[{"text": "a", "callback_data": "a"}] * 9]}},
            "reply markup is too long",
        ),
        ({"text": "a", "reply_markup": {"rien": 1}}, "object expected as reply markup"),
        ({"text": "a", "reply_markup": "{"}, "can't parse reply_markup JSON object"),
    ],
)
async def test_send_message_refuses(
    sandbox: Sandbox, client: Client, parameters: dict[str, Any], reason: str
) -> None:
    chat = sandbox.private(sandbox.user())
    assert await client.refusal("sendMessage", chat_id=chat["id"], **parameters) == f"Bad Request: {reason}"


async def test_length_is_counted_after_parsing(sandbox: Sandbox, client: Client) -> None:
    chat = sandbox.private(sandbox.user())
    source = "<b>" + "&lt;" * 4096 + "</b>"
    message = await client.call("sendMessage", chat_id=chat["id"], text=source, parse_mode="HTML")
    assert message["text"] == "<" * 4096
    assert message["entities"] == [{"type": "bold", "offset": 0, "length": 4096}]


async def test_addresses_and_commands_are_found(sandbox: Sandbox, client: Client) -> None:
    chat = sandbox.private(sandbox.user())
    message = await client.call(
        "sendMessage", chat_id=chat["id"], text="Voir /aide ou https://e.example/a, @camille_r."
    )
    kinds = [(entity["type"], entity["offset"], entity["length"]) for entity in message["entities"]]
    assert kinds == [("bot_command", 5, 5), ("url", 14, 19), ("mention", 35, 10)]


async def test_who_may_be_written_to(sandbox: Sandbox, client: Client) -> None:
    user = sandbox.user()
    chat = sandbox.private(user, started=False)
    assert await client.refusal("sendMessage", chat_id=4, text="a") == "Bad Request: chat not found"
    never_spoken = await client.refusal("sendMessage", chat_id=chat["id"], text="a")
    assert never_spoken == "Forbidden: bot can't initiate conversation with a user"
    sandbox.say(chat, user, "/start")
    await client.call("sendMessage", chat_id=chat["id"], text="a")
    sandbox.block(user)
    blocked = await client.refusal("sendMessage", chat_id=chat["id"], text="a")
    assert blocked == "Forbidden: bot was blocked by the user"


async def test_a_group_that_became_a_supergroup(sandbox: Sandbox, client: Client) -> None:
    old = sandbox.group("Club", kind="group")
    new = sandbox.migrate(old)
    answer = await client.answer("sendMessage", chat_id=old["id"], text="a")
    assert answer["parameters"] == {"migrate_to_chat_id": new["id"]}
    assert [list(update["message"])[-1] for update in await client.updates()] == [
        "migrate_to_chat_id",
        "migrate_from_chat_id",
    ]


async def test_edits(sandbox: Sandbox, client: Client) -> None:
    user = sandbox.user()
    chat = sandbox.private(user)
    there = {"chat_id": chat["id"]}
    sent = await client.call("sendMessage", text="<b>a</b>", parse_mode="HTML", **there)
    this = {"message_id": sent["message_id"], **there}
    assert "message is not modified" in await client.refusal(
        "editMessageText", text=" <b>a</b> ", parse_mode="HTML", **this
    )
    edited = await client.call("editMessageText", text="a", reply_markup=key(callback_data="x"), **this)
    assert edited["edit_date"] >= sent["date"]
    assert edited["reply_markup"] == key(callback_data="x")
    assert "message is not modified" in await client.refusal(
        "editMessageReplyMarkup", reply_markup=key(callback_data="x"), **this
    )
    assert await client.refusal("editMessageCaption", caption="b", **this) == (
        "Bad Request: there is no caption in the message to edit"
    )
    theirs = sandbox.say(chat, user, "b")
    assert await client.refusal(
        "editMessageText", text="c", **this | {"message_id": theirs["message_id"]}
    ) == ("Bad Request: message can't be edited")
    await client.call("deleteMessages", message_ids=[sent["message_id"], 999], **there)
    assert (
        await client.refusal("editMessageText", text="c", **this) == "Bad Request: message to edit not found"
    )
    assert await client.refusal("deleteMessage", **this) == "Bad Request: message to delete not found"


async def test_a_callback_query_is_answered_once_and_in_time(client: Client) -> None:
    sandbox = client.sandbox
    user = sandbox.user()
    chat = sandbox.private(user)
    sent = await client.call("sendMessage", chat_id=chat["id"], text="a", reply_markup=key(callback_data="x"))
    query = sandbox.press(user, sent, "x")
    [update] = await client.updates()
    assert update["callback_query"]["data"] == "x"
    assert update["callback_query"]["id"] == query
    assert await client.refusal("answerCallbackQuery", callback_query_id=query, text="é" * 201) == (
        "Bad Request: MESSAGE_TOO_LONG"
    )
    assert await client.call("answerCallbackQuery", callback_query_id=query)
    assert "query is too old" in await client.refusal("answerCallbackQuery", callback_query_id=query)
    sandbox.state.query_seconds = 0
    late = sandbox.press(user, sent, "x")
    assert "query is too old" in await client.refusal("answerCallbackQuery", callback_query_id=late)
    with pytest.raises(NoSuchButton, match="no button 'forged'"):
        sandbox.press(user, sent, "forged")


def article(number: int, text: str = "a") -> dict[str, Any]:
    return {
        "type": "article",
        "id": str(number),
        "title": "t",
        "input_message_content": {"message_text": text},
    }


@pytest.mark.parametrize(
    ("results", "more", "reason"),
    [
        ([article(n) for n in range(51)], {}, "RESULTS_TOO_MUCH"),
        ([article(1), article(1)], {}, "RESULT_ID_DUPLICATE"),
        ([article(10**70)], {}, "RESULT_ID_INVALID"),
        ([{**article(1), "title": ""}], {}, "ARTICLE_TITLE_EMPTY"),
        ([article(1, " ")], {}, "message text is empty"),
        ([article(1)], {"next_offset": "é" * 33}, "NEXT_OFFSET_INVALID"),
        ([], {"button": {"text": "a", "start_parameter": "à"}}, "START_PARAM_INVALID"),
    ],
)
async def test_inline_results_refused(
    client: Client, results: list[dict[str, Any]], more: dict[str, Any], reason: str
) -> None:
    query = client.sandbox.inline(client.sandbox.user(), "chorale")
    refusal = await client.refusal("answerInlineQuery", inline_query_id=query, results=results, **more)
    assert refusal == f"Bad Request: {reason}"


async def test_a_chosen_inline_result_is_sent_and_can_be_edited(client: Client) -> None:
    sandbox = client.sandbox
    user = sandbox.user()
    chat = sandbox.private(user)
    shown: list[Any] = []
    sandbox.state.listeners.append(
        lambda event, content: shown.append(content) if event == "inline" else None
    )
    query = sandbox.inline(user, "chorale")
    result = article(1, "<b>a</b>") | {"reply_markup": key(callback_data="x")}
    result["input_message_content"]["parse_mode"] = "HTML"
    await client.call("answerInlineQuery", inline_query_id=query, results=[result])
    message = sandbox.choose(chat, user, shown[0]["results"][0])
    *_, update = await client.updates()
    assert update["message"]["via_bot"]["id"] == sandbox.me["id"]
    assert update["message"]["entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    sandbox.press(user, message, "x")
    [update] = await client.updates()
    inline_id = update["callback_query"]["inline_message_id"]
    assert "message" not in update["callback_query"]
    assert await client.call("editMessageText", inline_message_id=inline_id, text="b") is True
    assert sandbox.state.messages[chat["id"], message["message_id"]]["text"] == "b"


async def test_commands_have_names_that_telegram_takes(client: Client) -> None:
    commands = [{"command": "aide", "description": "Comment s’en servir"}]
    assert await client.call("setMyCommands", commands=commands, language_code="fr")
    assert await client.call("getMyCommands", language_code="fr") == commands
    assert await client.call("getMyCommands") == []
    for command in ("Aide", "é", "a" * 33, ""):
        wrong = [{"command": command, "description": "a"}]
        assert await client.refusal("setMyCommands", commands=wrong) == "Bad Request: BOT_COMMAND_INVALID"
    too_long = [{"command": "a", "description": "a" * 257}]
    assert "DESCRIPTION_INVALID" in await client.refusal("setMyCommands", commands=too_long)
    stranger = {"type": "chat", "chat_id": 42}
    assert (
        await client.refusal("setMyCommands", commands=commands, scope=stranger)
        == "Bad Request: chat not found"
    )


async def test_other_people_s_tokens_and_unknown_methods(client: Client) -> None:
    async with client.session.get(f"{client.sandbox.url}/bot1:wrong/getMe") as response:
        assert response.status == 401
    assert (await client.answer("sendVenue"))["error_code"] == 501
    assert await client.call("GETME") == client.sandbox.me


async def test_parameters_that_telegram_would_ignore_are_noted(client: Client) -> None:
    chat = client.sandbox.private(client.sandbox.user())
    await client.call("sendMessage", chat_id=chat["id"], text="a", reply_to="x")
    assert client.sandbox.violations == ["sendMessage: unknown parameter 'reply_to'"]


async def test_profile_texts_have_their_limits(client: Client) -> None:
    assert (
        await client.refusal("setMyDescription", description="a" * 513)
        == "Bad Request: BOT_DESCRIPTION_TOO_LONG"
    )
    await client.call("setMyShortDescription", short_description="a" * 120, language_code="fr")
    assert await client.call("getMyShortDescription", language_code="fr") == {"short_description": "a" * 120}
