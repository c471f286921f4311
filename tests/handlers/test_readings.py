"""How a question is read is shown, and can be read otherwise: places, spelling, numbers, lists, marks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.conftest import RunningBot
from tests.handlers.test_inline import inline
from tests.support import Talk, buttons, catalogue_file, running_bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

NEVERS = {"city": "NEVERS", "postcode": "58000", "commune_code": "58194"}
COSNE = {"city": "Cosne-Cours-sur-Loire", "postcode": "58200", "commune_code": "58086"}
VERNEUILS = [
    {"city": "Verneuil", "postcode": "58300", "commune_code": "58306"},
    {"city": "Verneuil", "postcode": "16310", "commune_code": "16398"},
]
MANY = 128
ENTRIES: list[dict[str, str]] = [
    *(
        {"rna_id": f"W0000{n:05}", "title": f"Belote {n}", "purpose": "jouer à la belote", **NEVERS}
        for n in range(MANY)
    ),
    {"title": "Accordéons de Cosne", "purpose": "jouer de l’accordéon", **COSNE},
    {"title": "Cors de la Combe", "purpose": "demander d4aide", **COSNE},
    {"title": "Trombones", "purpose": "jouer du trombone", "city": "Brest", "postcode": "29200"},
    {"title": "Fanfare de Verneuil", "purpose": "jouer du trombone", **VERNEUILS[0]},
    {"title": "Harmonie de Verneuil", "purpose": "jouer du trombone", **VERNEUILS[1]},
    {"title": "MOULINS ET RIVIERES D’ANTAN", "purpose": "SAUVER LES MOULINS. LES MONTRER.", **COSNE},
    {"title": "Anciens du tramway", "purpose": "se souvenir", "status": "dissolved", **NEVERS},
    {
        "title": "Amis du funiculaire",
        "purpose": "se souvenir",
        "status": "replaced",
        "replaced_by": "W000099999",
    },
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    folder = tmp_path_factory.mktemp("readings")
    database = await catalogue_file(folder / "waldeck.sqlite3", ENTRIES)
    async with Sandbox() as server, running_bot(folder, server, database_path=database) as process:
        yield RunningBot(server, process)


def labels(message: Json) -> list[str]:
    return [each["text"].replace("\u202f", " ") for each in buttons(message)]


async def test_how_many_is_answered_with_a_number_and_all_the_pages(bot: RunningBot, member: Talk) -> None:
    answer = await member.say("combien d’associations de belote à Nevers ?")
    assert f"{MANY} associations · Nevers" in answer["text"]
    assert f"1/{-(-MANY // 5)}" in labels(answer)
    page = answer
    data = next(each["callback_data"] for each in buttons(answer) if each["text"] == "›")
    last = re.sub(r"^(p:\d+):1:", rf"\1:{-(-MANY // 5) - 1}:", data)
    bot.sandbox.press(member.user, page, last, check=False)
    page = (await bot.sandbox.wait("editMessageText")).result
    assert f"{MANY}. Belote" in page["text"]
    assert "›" not in labels(page)
    bot.sandbox.press(member.user, page, last.replace(f":{-(-MANY // 5) - 1}:", ":21:"), check=False)
    page = (await bot.sandbox.wait("editMessageText")).result
    assert "106. Belote" in page["text"]
    bot.sandbox.press(member.user, page, last.replace(f":{-(-MANY // 5) - 1}:", ":999:"), check=False)
    page = (await bot.sandbox.wait("editMessageText")).result
    assert f"{MANY}. Belote" in page["text"]


async def test_words_that_ask_are_not_taken_for_slips(member: Talk) -> None:
    answer = await member.say("combien d’associations à Nevers ?")
    assert f"{MANY} associations · Nevers" in answer["text"]
    assert "Résultats pour" not in (await member.say("daide"))["text"]


async def test_a_place_alone_lists_what_is_there(member: Talk) -> None:
    answer = await member.say("Nevers")
    assert f"{MANY} associations · Nevers" in answer["text"]
    assert "📍 Nevers (58000)" in answer["text"]


async def test_neighbours_are_marked_when_the_place_has_nothing(member: Talk) -> None:
    answer = await member.say("accordéon à Nevers")
    assert "Rien sur place" in answer["text"]
    assert "Accordéons de Cosne · voisin" in answer["text"]


async def test_without_anything_around_one_may_search_everywhere(member: Talk) -> None:
    answer = await member.say("trombone à Cosne-Cours-sur-Loire")
    everywhere = await member.press(answer, "Chercher partout")
    assert "Trombones" in everywhere["text"]
    assert "Chercher partout" not in labels(everywhere)


async def test_a_place_of_a_common_name_is_asked_for(member: Talk) -> None:
    answer = await member.say("trombone à Verneuil")
    assert "Plusieurs communes" in answer["text"]
    nievre = next(label for label in labels(answer) if "Nièvre" in label)
    chosen = await member.press(answer, nievre)
    assert "Fanfare de Verneuil" in chosen["text"].split("\n\n")[1]
    assert "Plusieurs communes" not in chosen["text"]


async def test_a_slip_is_mended_and_the_original_can_be_searched(member: Talk) -> None:
    answer = await member.say("acordéom")
    assert "pour «\u202faccord" in answer["text"]
    assert "Accordéons de Cosne" in answer["text"]
    original = await member.press(answer, "acordéom")
    assert "rien trouvé" in original["text"]
    mended = await member.press(original, "Essayer")
    assert "Accordéons de Cosne" in mended["text"]


async def test_capitals_are_shown_as_sentences(member: Talk) -> None:
    answer = await member.say("moulins et rivières d’antan")
    assert "Moulins et rivieres d’antan" in answer["text"]
    assert "Sauver les moulins. Les montrer." in answer["text"]
    card = await member.press(answer, "1")
    assert card["text"].startswith("Moulins et rivieres d’antan")


async def test_what_no_longer_exists_is_marked(member: Talk) -> None:
    gone = await member.say("Anciens du tramway")
    assert "Anciens du tramway · dissoute" in gone["text"]
    assert "dissoute" in (await member.press(gone, "1"))["text"]
    moved = await member.press(await member.say("Amis du funiculaire"), "1")
    assert "enregistrée sous un autre numéro" in moved["text"]
    assert "Désormais W000099999" in moved["text"]


async def test_a_choice_that_was_never_offered_is_refused(bot: RunningBot, member: Talk) -> None:
    answer = await member.say("belote")
    number = next(each["callback_data"] for each in buttons(answer) if each["text"] == "›").split(":")[1]
    bot.sandbox.press(member.user, answer, f"p:{number}:0::7", check=False)
    assert (await bot.sandbox.wait("answerCallbackQuery")).params["show_alert"]


async def test_inline_pages_follow_each_other_without_overlap(bot: RunningBot, member: Talk) -> None:
    seen: list[str] = []
    offset = ""
    while True:
        answer = await inline(bot, member, "belote", offset)
        assert 1 <= len(answer["results"]) <= 50
        seen += [result["id"] for result in answer["results"]]
        offset = answer.get("next_offset", "")
        if not offset:
            break
    assert len(seen) == len(set(seen)) == 100
