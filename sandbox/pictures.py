"""Takes the pictures of README and docs from a running demonstration: ``python -m sandbox.pictures``."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

Theme = Literal["dark", "light"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
DESK: ViewportSize = {"width": 1240, "height": 860}
TALL: ViewportSize = {"width": 1240, "height": 1160}
PHONE: ViewportSize = {"width": 390, "height": 780}
SHARPNESS = 1.5
COLOURS = 256
WAIT_MS = 30_000


def browser_path() -> str | None:
    """The system's Chromium, or None."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def demonstration() -> Iterator[str]:
    """Run ``python -m bot demo`` and yield its page's address."""
    arguments = [sys.executable, "-m", "bot", "demo", "--no-browser"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        try:
            yield next(line.strip() for line in process.stdout or () if ADDRESS.fullmatch(line.strip()))
        finally:
            process.terminate()
            process.communicate()


class Photographer:
    """A page of the demonstration, and what is done on it before a picture is taken."""

    def __init__(
        self, browser: Browser, address: str, viewport: ViewportSize, theme: Theme = "light"
    ) -> None:
        context = browser.new_context(
            viewport=viewport, device_scale_factor=SHARPNESS, locale="fr-FR", color_scheme=theme
        )
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.goto(address)
        self.page.locator(".chat").first.wait_for()

    @property
    def answers(self) -> Locator:
        """The bot's messages."""
        return self.page.locator(".message.in:not(.writes)")

    def become(self, name: str) -> None:
        """Be somebody else."""
        self.page.click("#people")
        self.page.locator(".popup .item", has_text=name).click()

    def say(self, words: str) -> None:
        """Type, send, and wait for the answer."""
        count = self.answers.count()
        self.page.fill("#compose", words)
        self.page.keyboard.press("Enter")
        expect(self.answers).not_to_have_count(count)

    def press(self, label: str, then: str) -> None:
        """Press the last button with that label and wait until the last answer says ``then``."""
        named = re.compile(rf"^(\S+ )?{re.escape(label)}\S?$")
        self.page.locator(".key").filter(has_text=named).last.click()
        expect(self.answers.last).to_contain_text(then)

    def take(self, name: str) -> None:
        """Keep the page as it is now as ``docs/pictures/<name>.png``."""
        self.page.mouse.move(0, 0)
        self.page.evaluate("() => document.activeElement?.blur()")
        self.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
        _save(self.page.screenshot(), PICTURES / f"{name}.png")
        print(f"docs/pictures/{name}.png")

    def close(self) -> None:
        """Leave the page."""
        self.page.context.close()


def _save(screenshot: bytes, path: Path) -> None:
    """Write a PNG with a palette: a third of the size, and no difference to the eye."""
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


def member(browser: Browser, address: str) -> None:
    """A conversation and a card, on a desk."""
    desk = Photographer(browser, address, TALL)
    desk.say("apprendre à nager ou à faire de la voile")
    desk.say("un orchestre pour jeunes musiciens")
    desk.press("1", "W000000005")
    desk.take("conversation")
    desk.close()


def keeper(browser: Browser, address: str) -> None:
    """An admin's preview and the statistics."""
    desk = Photographer(browser, address, DESK)
    desk.become("Ahmed")
    desk.say("/ajouter")
    desk.say("Les Veilleurs du phare")
    desk.say("Rouvrir au public le phare de l’île, l’entretenir et en raconter l’histoire aux visiteurs")
    desk.say("29200 Brest")
    desk.press("Autre thème", "Tous les thèmes")
    desk.press("Préservation du patrimoine", "Tous les thèmes")
    desk.page.locator(".key", has_text="‹ Tous les thèmes").wait_for()
    desk.press("Préservation du patrimoine", "site")
    desk.press("Passer", "Les Veilleurs du phare")
    desk.take("preview")
    desk.press("Publier", "Ajoutée")
    desk.say("/stats")
    desk.page.locator(".photo img").first.wait_for()
    desk.take("statistics")
    desk.close()


def inline(browser: Browser, address: str) -> None:
    """Inline mode among friends, and the requests behind it."""
    desk = Photographer(browser, address, DESK, "dark")
    desk.page.locator(".chat", has_text="Odile").click()
    desk.page.fill("#compose", "@waldeck_demo_bot chorale")
    desk.page.locator(".option").first.wait_for()
    desk.page.click("#tool-log")
    desk.take("inline")
    desk.close()


def phone(browser: Browser, address: str) -> None:
    """A card and the command menu on a phone."""
    hand = Photographer(browser, address, PHONE)
    hand.become("Robin")
    hand.page.locator(".chat", has_text="Waldeck").click()
    hand.say("sign language in Poitiers")
    hand.press("1", "W000000056")
    hand.take("phone-card")
    hand.page.click("#menu")
    hand.page.locator(".option").first.wait_for()
    hand.take("phone-menu")
    hand.close()


def main() -> int:
    """Take every picture anew.

    Returns:
        The exit status: 1 without a browser.
    """
    path = browser_path()
    if path is None:
        print(f"No browser: install one of {', '.join(BROWSERS)}.", file=sys.stderr)
        return 1
    expect.set_options(timeout=WAIT_MS)
    with demonstration() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for scene in (member, keeper, inline, phone):
            scene(browser, address)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
