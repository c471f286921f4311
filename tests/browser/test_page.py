"""What a person does on the page, in a real browser, with the real bot behind it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Messenger

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_ask_page_card_and_vote(desk: Messenger) -> None:
    await desk.page.click("#start")
    await expect(desk.answers).to_have_count(1)
    answer = await desk.say("musique")
    await desk.press("›")
    await expect(answer).to_contain_text("2/")
    await desk.press("‹")
    await expect(answer).to_contain_text("1/")
    answer = await desk.say("orchestre pour jeunes musiciens")
    await expect(answer).to_contain_text("Orchestre-Académie des Deux Rives")
    await desk.press("1")
    await expect(answer).to_contain_text("W000000005")
    await desk.press("Utile")
    await expect(desk.page.locator(".toast")).to_be_visible()
