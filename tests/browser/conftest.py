"""A real browser on a real demonstration; without a browser these tests are skipped and say why."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

from tests.support import demonstration

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PICTURES = Path("build/browser")
DESK: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
WAIT_MS = 30_000


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    expect.set_options(timeout=WAIT_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The page of one demonstration for the tests of a module."""
    async with demonstration(tmp_path_factory.mktemp("demo")) as (_, address):
        yield address


@dataclass
class Messenger:
    """The page as a person uses it.

    Attributes:
        troubles: What the browser’s console says and errors of scripts.
    """

    page: Page
    name: str
    troubles: list[str] = field(default_factory=list)

    @property
    def answers(self) -> Locator:
        """The bot's messages in the open chat."""
        return self.page.locator(".message.in:not(.writes)")

    @property
    def last(self) -> Locator:
        """The last message, of whomever."""
        return self.page.locator(".message:not(.writes)").last

    async def say(self, words: str) -> Locator:
        """Type and send; returns the bot's answer once it is there."""
        count = await self.answers.count()
        await self.page.fill("#compose", words)
        await self.page.keyboard.press("Enter")
        await expect(self.answers).to_have_count(count + 1)
        return self.answers.last

    async def press(self, label: str) -> None:
        """Press the last inline button with that label, pictograms around it aside."""
        named = re.compile(rf"^(\S+ )?{re.escape(label)}\S?$")
        await self.page.locator(".key").filter(has_text=named).last.click()

    async def become(self, name: str) -> None:
        """Be somebody else."""
        await self.page.click("#people")
        await self.page.locator(".popup .item", has_text=name).click()
        await expect(self.page.locator("#people")).to_contain_text(name)

    async def open(self, title: str) -> None:
        """Open a chat of the list."""
        named = self.page.get_by_text(title, exact=True)
        await self.page.locator(".chat", has=named).click()

    async def picture(self, what: str = "") -> None:
        """Keep a screenshot as build output."""
        suffix = f"-{what}" if what else ""
        await self.page.screenshot(path=PICTURES / f"{self.name}{suffix}.png")


@asynccontextmanager
async def opened_page(
    browser: Browser, address: str, name: str, viewport: ViewportSize
) -> AsyncIterator[Messenger]:
    """The page at ``address`` until the end of the block, where its console must be empty."""
    context = await browser.new_context(viewport=viewport, locale="fr-FR", accept_downloads=True)
    page = await context.new_page()
    page.set_default_timeout(WAIT_MS)
    messenger = Messenger(page, name)
    page.on("console", lambda message: messenger.troubles.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: messenger.troubles.append(str(error)))
    await page.goto(address)
    await page.locator(".chat").first.wait_for()
    yield messenger
    await messenger.picture()
    troubles = list(messenger.troubles)
    await context.close()
    assert troubles == []


@pytest_asyncio.fixture(loop_scope="session")
async def desk(chromium: Browser, address: str, request: pytest.FixtureRequest) -> AsyncIterator[Messenger]:
    """The page on a desk; its console stays empty."""
    async with opened_page(chromium, address, request.node.name, DESK) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def phone(chromium: Browser, address: str, request: pytest.FixtureRequest) -> AsyncIterator[Messenger]:
    """The page at a width of 360 pixels."""
    async with opened_page(chromium, address, request.node.name, PHONE) as opened:
        yield opened
