"""What members do on the page, in a real browser, with the real bot behind it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Messenger

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_ask_page_card_and_vote(desk: Messenger) -> None:
    await desk.page.click("#start")
    await expect(desk.answers).to_have_count(1)
    answer = await desk.say("enfants")
    await desk.press("›")
    await expect(answer).to_contain_text("modifié")
    await expect(answer.locator(".key", has_text="‹").first).to_be_visible()
    answer = await desk.say("orchestre pour jeunes musiciens")
    await expect(answer).to_contain_text("Orchestre-Académie des Deux Rives")
    await desk.press("1")
    await expect(answer).to_contain_text("W000000005")
    await desk.press("Utile")
    await expect(desk.page.locator(".toast")).to_contain_text("Merci")
    await desk.press("‹ Résultats")
    await expect(answer.locator(".key", has_text="2").first).to_be_visible()


async def test_a_corrected_question_gets_a_corrected_answer(desk: Messenger) -> None:
    answer = await desk.say("chorale au Havre")
    await expect(answer).to_contain_text("Le Chœur des docks")
    await desk.page.keyboard.press("ArrowUp")
    await expect(desk.page.locator(".context")).to_be_visible()
    await desk.page.fill("#compose", "langue des signes à Poitiers")
    await desk.page.keyboard.press("Enter")
    await expect(answer).to_contain_text("Sourds et signes")
    await expect(desk.page.locator(".message.out .meta").last).to_contain_text("modifié")


async def test_the_client_s_language_and_the_bot_s(desk: Messenger) -> None:
    await desk.become("Robin")
    await expect(desk.page.locator("#compose")).to_have_attribute("placeholder", "Message")
    await expect(desk.page.locator("html")).to_have_attribute("lang", "en")
    answer = await desk.say("/language")
    await desk.press("Français")
    await expect(answer).to_contain_text(re.compile("français", re.IGNORECASE))
    await expect(await desk.say("/help")).to_contain_text("Écrivez")
    await desk.page.click("#people")
    await desk.page.locator(".popup .item", has_text="Language of the app").click()
    await expect(desk.page.locator("html")).to_have_attribute("lang", "fr")


async def test_commands_complete_by_keyboard_alone(desk: Messenger) -> None:
    await desk.say("/start")
    await desk.page.locator("#compose").focus()
    await desk.page.keyboard.type("/ai")
    option = desk.page.locator(".option")
    await expect(option).to_have_count(1)
    await expect(option).to_contain_text("/aide")
    count = await desk.answers.count()
    await desk.page.keyboard.press("ArrowDown")
    await expect(desk.page.locator("#compose")).to_have_attribute("aria-activedescendant", "option-0")
    await desk.page.keyboard.press("Enter")
    await expect(desk.answers).to_have_count(count + 1)
    await expect(desk.page.locator("#above")).to_be_hidden()


async def test_inline_mode_among_friends(desk: Messenger) -> None:
    await desk.open("Camille, Robin & Odile")
    await desk.page.fill("#compose", "@waldeck_demo_bot jeunes musiciens")
    option = desk.page.locator(".option", has_text="Orchestre-Académie")
    await expect(option).to_be_visible()
    await desk.picture("results")
    await option.click()
    await expect(desk.last).to_contain_text("via @waldeck_demo_bot")
    await expect(desk.last).to_contain_text("Orchestre-Académie des Deux Rives")


async def test_privacy_mode_in_a_group(desk: Messenger) -> None:
    await desk.open("Voisins du canal")
    answer = await desk.say("/chercher jardins partagés")
    await expect(answer).to_contain_text("Les Jardins de la Loire")
    await desk.page.click("#chat-menu")
    await desk.page.locator(".popup .item", has_text="Mode confidentialité").click()
    await expect(desk.page.locator("#head")).to_contain_text("désactivé")
    answer = await desk.say("@waldeck_demo_bot chorale au Havre")
    await expect(answer).to_contain_text("Le Chœur des docks")
    await answer.hover()
    await answer.locator(".more").click()
    await desk.page.locator(".popup .item", has_text="Répondre").click()
    await expect(await desk.say("une chorale à Colmar")).to_contain_text("Paroisse en musique")
    await desk.page.click("#chat-menu")
    await desk.page.locator(".popup .item", has_text="Mode confidentialité").click()
    await expect(desk.page.locator("#head")).to_contain_text("activé")


async def test_a_place_from_the_reply_keyboard(desk: Messenger) -> None:
    await desk.say("/lieu")
    count = await desk.answers.count()
    await desk.page.locator(".reply-key").first.click()
    await desk.page.locator("dialog .option", has_text="Nevers").click()
    await expect(desk.answers).to_have_count(count + 1)
    await expect(desk.answers.last).to_contain_text("Nevers")
    await expect(await desk.say("une asso près de moi")).to_contain_text("Nevers")


async def test_what_the_bot_can_t_read_gets_a_kind_line(desk: Messenger) -> None:
    await desk.say("/start")
    for kind in ("Autocollant", "Message vocal", "Contact"):
        count = await desk.answers.count()
        await desk.page.click("#attach")
        await desk.page.locator(".popup .item", has_text=kind).click()
        await expect(desk.answers).to_have_count(count + 1)


async def test_hostile_words_stay_words(desk: Messenger) -> None:
    hostile = "<img src=x onerror=\"document.title='cracked'\"><b>&lt;b</b> \u202egnirts"
    await desk.say(hostile)
    await expect(desk.page.locator(".message.out .words").last).to_have_text(hostile)
    assert await desk.page.locator("#messages img:not([src^='/'])").count() == 0
    assert "cracked" not in await desk.page.title()


async def test_sharing_writes_into_a_chosen_chat(desk: Messenger) -> None:
    answer = await desk.say("refuge pour chats à Limoges")
    await desk.press("1")
    await expect(answer).to_contain_text("W000000013")
    await desk.press("Partager")
    await desk.page.locator("dialog .option", has_text="Voisins du canal").click()
    await expect(desk.page.locator("#compose")).to_have_value(re.compile("t.me/waldeck_demo_bot"))
    await desk.page.locator("#compose").focus()
    await desk.page.keyboard.press("Enter")
    await desk.page.locator(".message.out .link", has_text="t.me/").last.click()
    await expect(desk.page.locator("#head h1")).to_have_text("Waldeck")
    await expect(desk.answers.last).to_contain_text("Refuge des Quatre-Pattes")


async def test_faults_are_felt_and_end(desk: Messenger) -> None:
    await desk.say("/start")
    await desk.page.click("#tool-faults")
    await desk.page.locator("fieldset", has_text="Réponses du robot").get_by_text("502").click()
    await expect(desk.page.locator("#tool-faults")).to_have_class(re.compile("alarm"))
    await desk.page.fill("#compose", "orchestre")
    await desk.page.keyboard.press("Enter")
    await desk.page.click("#tool-log")
    await expect(desk.page.locator(".calls .refused").first).to_have_text("502")
    await desk.page.locator(".calls details", has_text="502").first.click()
    await expect(desk.page.locator(".calls pre").first).to_contain_text("Bad Gateway")
    await desk.picture("log")
    await desk.page.click("#tool-faults")
    await desk.page.locator("fieldset", has_text="Réponses du robot").get_by_text("aucune").click()
    await expect(desk.page.locator("#tool-faults")).not_to_have_class(re.compile("alarm"))
    await desk.page.fill("#compose", "orchestre pour jeunes musiciens")
    await desk.page.keyboard.press("Enter")
    await expect(desk.answers.last).to_contain_text("Orchestre-Académie des Deux Rives")


async def test_nothing_is_wider_than_a_phone(phone: Messenger) -> None:
    async def fits() -> None:
        assert await phone.page.evaluate("() => document.documentElement.scrollWidth") <= 360
        assert await phone.page.evaluate("() => document.getElementById('messages').scrollWidth") <= 360

    await fits()
    await phone.picture("list")
    await phone.open("Waldeck")
    await phone.say("orchestre pour jeunes musiciens")
    await fits()
    await phone.page.click("#menu")
    await fits()
    await phone.picture("menu")
    await phone.page.keyboard.press("Escape")
    await phone.press("1")
    await expect(phone.answers.last).to_contain_text("W000000005")
    await fits()
    await phone.page.locator("#head .back").click()
    await phone.page.click("#tool-log")
    await fits()
    await phone.page.locator("#panel").get_by_role("button", name="Fermer").click()
    await phone.page.click("#theme")
    await expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
