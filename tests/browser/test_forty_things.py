"""Forty different things pressed and typed in a row leave no error in the browser's console."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Messenger

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEMBER = (
    "/start",
    "bonjour",
    "gens du voyage",
    "judo",
    "théatre à avignonn",
    "club d'échecs dans le 75",
    "combien d’associations en Bretagne ?",
    "W000000042",
    '"langue des signes"',
    "🎻",
    "le la les",
    "<b>gras</b> & <p>",
    "'; DROP TABLE associations; --",
    "مرحبا \u202e\u0007",
    "a" * 4096,
    "/chercher",
    "/themes",
    "/aide",
    "/confidentialite",
    "/langue",
    "/inconnue",
    "/start a_5",
    "/start a_999999",
)
OWNER = (
    "/ajouter",
    "/annuler",
    "/modifier Le Fil rouge",
    "/annuler",
    "/supprimer Tango de la gare",
    "/annuler",
    "/historique",
    "/exporter",
    "/importer",
    "/synonymes",
    "/admins",
)


async def test_forty_things(desk: Messenger) -> None:
    page = desk.page
    for words in MEMBER:
        await desk.say(words)
    for sign in ("#attach", "#people", "#chat-menu"):
        await page.click(sign)
        await page.keyboard.press("Escape")
    await page.locator(".suggestion").first.click()
    await expect(desk.last).to_contain_text("Orchestre-Académie")
    for label in ("2", "Pas utile", "‹ Résultats", "›", "‹"):
        await desk.press(label)
        await expect(page.locator(".key.waiting")).to_have_count(0)
    await desk.become("Odile")
    for words in OWNER:
        await desk.say(words)
    await page.locator(".suggestion", has_text="fichier d’exemple").click()
    await expect(desk.answers.last).to_contain_text("exemple.csv")
    assert len(MEMBER) + len(OWNER) + 10 >= 40
