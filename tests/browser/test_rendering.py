"""How the page shows what a bot may send: every kind of message, without a bot's own habits."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from sandbox import cast
from sandbox.server import Sandbox
from sandbox.web import Page
from tests.browser.conftest import PHONE, Messenger, opened_page
from tests.sandbox.conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass
class Stage:
    """A page whose bot is this test."""

    desk: Messenger
    client: Client

    async def send(self, text: str, **more: Any) -> Any:
        more = {"parse_mode": "HTML", **more}
        return await self.client.call("sendMessage", chat_id=cast.MEMBER_ID, text=text, **more)


@pytest_asyncio.fixture(loop_scope="session")
async def stage(chromium: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    sandbox = Sandbox(username="waldeck_demo_bot")
    people = cast.gather(sandbox)
    Page(sandbox, people).set_running(True)
    async with sandbox, aiohttp.ClientSession() as session:
        camille = people.people[0].user
        sandbox.say(sandbox.private(camille), camille, "bonjour")
        async with opened_page(chromium, f"{sandbox.url}/", request.node.name, PHONE) as desk:
            await desk.open("Waldeck")
            yield Stage(desk, Client(session, sandbox))


async def test_formatted_text_nests_and_counts_as_telegram_does(stage: Stage) -> None:
    await stage.send(
        "🎻 <b>gras <i>et 🎻 italique</i></b> <u>u</u> <s>s</s> <code>W&lt;1</code>"
        "<blockquote expandable>un\ndeux\ntrois\nquatre\ncinq</blockquote><tg-spoiler>secret</tg-spoiler>"
    )
    words = stage.desk.last.locator(".words")
    await expect(words.locator("strong")).to_have_text("gras et 🎻 italique")
    await expect(words.locator("strong em")).to_have_text("et 🎻 italique")
    await expect(words.locator("code")).to_have_text("W<1")
    await expect(words.locator("blockquote.folded")).to_be_visible()
    await words.locator("blockquote").click()
    await expect(words.locator("blockquote.folded")).to_have_count(0)
    await words.locator(".spoiler").click()
    await expect(words.locator(".spoiler")).to_have_class(re.compile("shown"))


async def test_addresses_are_asked_about_and_dangerous_ones_refused(stage: Stage) -> None:
    await stage.send('<a href="https://evil.example/?q=1">le site</a>')
    await stage.desk.last.locator(".link").click()
    dialog = stage.desk.page.locator("dialog")
    await expect(dialog).to_contain_text("https://evil.example/?q=1")
    await stage.desk.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await stage.send('<a href="javascript:document.title=1">piège</a>')
    await stage.desk.last.locator(".link").click()
    await expect(stage.desk.page.locator(".toast")).to_contain_text("ne peut pas être ouverte")
    await expect(dialog).to_have_count(0)


async def test_a_callback_answer_is_a_toast_or_an_alert(stage: Stage) -> None:
    keyboard = {"inline_keyboard": [[{"text": "Voir", "callback_data": "see"}]]}
    for alert in (False, True):
        await stage.send("une question", reply_markup=keyboard)
        await stage.desk.press("Voir")
        update = (await stage.client.call("getUpdates", timeout=10, offset=-1))[-1]
        query = update["callback_query"]["id"]
        await expect(stage.desk.page.locator(".key.waiting")).to_have_count(1)
        await stage.client.call(
            "answerCallbackQuery", callback_query_id=query, text="C’est noté", show_alert=alert
        )
        await expect(stage.desk.page.locator(".key.waiting")).to_have_count(0)
        await expect(stage.desk.page.locator("dialog" if alert else ".toast")).to_contain_text("C’est noté")
        await stage.client.call("getUpdates", timeout=0, offset=update["update_id"] + 1)
    await stage.desk.page.keyboard.press("Escape")


async def test_the_largest_message_and_keyboard_fit_a_phone(stage: Stage) -> None:
    rows = [
        [{"text": f"{row}·{column} très long libellé", "callback_data": "x"} for column in range(8)]
        for row in range(12)
    ]
    await stage.send("é" * 4096, reply_markup={"inline_keyboard": rows})
    await expect(stage.desk.last.locator(".key")).to_have_count(96)
    assert await stage.desk.page.evaluate("() => document.getElementById('messages').scrollWidth") <= 360


async def test_edits_and_deletions_show(stage: Stage) -> None:
    sent = await stage.send("avant")
    this = {"chat_id": cast.MEMBER_ID, "message_id": sent["message_id"]}
    await stage.client.call("editMessageText", text="après", **this)
    await expect(stage.desk.last).to_contain_text("après")
    await expect(stage.desk.last).to_contain_text("modifié")
    await stage.client.call("deleteMessage", **this)
    await expect(stage.desk.answers).to_have_count(0)


async def test_typing_shows_until_the_message_comes(stage: Stage) -> None:
    await stage.client.call("sendChatAction", chat_id=cast.MEMBER_ID, action="typing")
    await expect(stage.desk.page.locator("#head")).to_contain_text("écrit…")
    await expect(stage.desk.page.locator(".writes")).to_be_visible()
    await stage.send("voilà")
    await expect(stage.desk.page.locator(".writes")).to_have_count(0)


async def test_a_page_opened_later_shows_what_was_said_before(stage: Stage) -> None:
    await stage.send("avant le rechargement")
    await expect(stage.desk.last).to_contain_text("avant le rechargement")
    await stage.desk.page.reload()
    await stage.desk.open("Waldeck")
    await expect(stage.desk.last).to_contain_text("avant le rechargement")
