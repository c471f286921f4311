"""What those who keep the catalogue do on the page, in a real browser, with the real bot behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Messenger

pytestmark = pytest.mark.asyncio(loop_scope="session")
CSV = (
    "title,purpose,city,postcode\n"
    "Les Souffleurs de braise,Faire revivre la forge au charbon de bois,Nevers,58000\n"
    "Les Compagnons du bac,Remettre à flot un bac à traille sur la Loire,Decize,58300\n"
)
DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: "text/csv" }));
  const target = document.getElementById("messages");
  for (const kind of ["dragover", "drop"]) {
    target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }
}"""


async def test_add_by_the_guided_flow_find_it_and_undo(desk: Messenger) -> None:
    await desk.become("Ahmed")
    await desk.say("/ajouter")
    await desk.say("Les Veilleurs du phare")
    await desk.say("Rouvrir au public le phare de l’île et en raconter l’histoire aux visiteurs")
    await desk.say("29200 Brest")
    await desk.page.locator(".message.in").last.locator(".key").first.click()
    await expect(desk.answers.last).to_contain_text("site")
    await desk.press("Passer")
    await expect(desk.answers.last).to_contain_text("Les Veilleurs du phare")
    await desk.picture("preview")
    await desk.press("Publier")
    await expect(desk.answers.last).to_contain_text("Ajoutée")
    undo = desk.page.locator(".key", has_text="Défaire").last
    await desk.become("Camille")
    await expect(await desk.say("visiter un phare")).to_contain_text("Les Veilleurs du phare")
    await desk.become("Ahmed")
    await undo.click()
    await expect(desk.answers.last).to_contain_text("Défait")
    await expect(await desk.say("visiter un phare")).not_to_contain_text("Les Veilleurs du phare")


async def test_import_a_dropped_file_and_take_it_back(desk: Messenger) -> None:
    await desk.become("Odile")
    await desk.say("/start")
    count = await desk.answers.count()
    await desk.page.evaluate(DROP, ["forge.csv", CSV])
    await expect(desk.answers).not_to_have_count(count)
    await desk.press("Importer")
    await expect(desk.answers.last).to_contain_text("2")
    await desk.picture("imported")
    await expect(await desk.say("forge au charbon de bois")).to_contain_text("Les Souffleurs de braise")


async def test_the_catalogue_comes_out_as_a_file(desk: Messenger, tmp_path: Path) -> None:
    await desk.become("Odile")
    await desk.say("/exporter")
    await desk.press("Tableur (CSV)")
    file = desk.page.locator(".message.in .attachment").last
    await expect(file).to_be_visible()
    async with desk.page.expect_download() as started:
        await file.click()
    download = await started.value
    path = tmp_path / download.suggested_filename
    await download.save_as(path)
    assert path.stat().st_size > 1000


async def test_statistics_are_shown_as_a_picture(desk: Messenger) -> None:
    await desk.become("Odile")
    await desk.page.fill("#compose", "/stats")
    await desk.page.keyboard.press("Enter")
    picture = desk.page.locator(".photo img").first
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100


async def test_a_stranger_may_not(desk: Messenger) -> None:
    await desk.become("Robin")
    await expect(await desk.say("/add A | B")).not_to_contain_text("✅")
