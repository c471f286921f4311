"""Whatever a register holds, every message fits Telegram and purposes arrive whole."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from handlers.markup import clean, units
from retrieval.catalogue import Catalogue
from sandbox.server import Sandbox
from storage.database import Database
from tests.conftest import RunningBot
from tests.support import EDITING, OWNER_ID, SENDING, Talk, buttons, catalogue_file, running_bot, talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]

SENTENCE = "Promouvoir l’orpaillage & la <b>musique</b> > le silence ; « chanter » 🎻 partout. "
PURPOSES = [
    SENTENCE * 70,
    "orpaillage " + "x" * 9000,
    "orpaillage " + "🎻" * 3000,
    "orpaillage " * 500,
    "<a href='x'>orpaillage</a> &lt;&amp;&#39;" * 100,
    "orpaillage \u202egauche \u2067droite\u0085 \u00ad",
    "orpaillage " + "أهلا وسهلا " * 200,
    "orpaillage. " * 400,
    "orpaillage\tet\nautres\r\nlignes",
    "orpaillage " + "&" * 4000,
    "orpaillage",
]


def entries() -> list[dict[str, str]]:
    made = [
        {
            "rna_id": f"W{number:09}",
            "title": f"{number} " + ("Orpaillage & <Cie> " * (1 + 12 * (number % 3))).strip(),
            "short_title": "O&C" * (1 + 10 * (number % 2)),
            "purpose": purpose,
            "city": "Saint-Cirq-Lapopie-sur-l’Eau " * (1 + 10 * (number % 2)),
            "postcode": "46330",
            "website": "https://exemple.fr/?a=1&b=%22" + "y" * (100 * (number % 4)),
            "founded": "2001-02-03",
            "theme": "013000",
        }
        for number, purpose in enumerate(PURPOSES, 1)
    ]
    bare = [{"title": "Orpaillage nu"}, {"purpose": "orpaillage sans titre " * 30}]
    return [*made, *bare]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    folder = tmp_path_factory.mktemp("long")
    database = await catalogue_file(folder / "waldeck.sqlite3", entries())
    async with (
        Sandbox() as server,
        running_bot(folder, server, database_path=database, results_per_page=10) as process,
    ):
        yield RunningBot(server, process)


def fits(message: dict[str, object]) -> bool:
    entities = message.get("entities", [])
    assert isinstance(entities, list)
    return 1 <= units(str(message["text"])) <= 4096 and len(entities) <= 100


async def test_pages_of_ten_long_associations_fit(member: Talk) -> None:
    first = await member.say("orpaillage")
    assert fits(first)
    assert "10. " in first["text"]
    second = await member.press(first, "›")
    assert fits(second)
    assert "11. " in second["text"]


async def test_every_card_holds_the_whole_purpose(bot: RunningBot) -> None:
    shown = set()
    for page in (0, 1):
        member = talk(bot.sandbox)
        results = await member.say("orpaillage")
        if page:
            results = await member.press(results, "›")
        numbers = [one["callback_data"] for one in buttons(results) if one["text"].isdecimal()]
        for data in numbers:
            bot.sandbox.press(member.user, results, data, check=False)
            parts = [await member.answer(EDITING)]
            bot.sandbox.say(member.chat, member.user, "/help")
            while not (part := await member.answer(SENDING))["text"].startswith("Écrivez"):
                parts.append(part)
            assert all(fits(part) for part in parts)
            shown.add("".join(part["text"] for part in parts))
    for purpose in stored(bot):
        assert any(squeezed(clean(purpose)) in squeezed(card) for card in shown), purpose[:80]


def stored(bot: RunningBot) -> list[str]:
    with sqlite3.connect(bot.process.database) as connection:
        rows = connection.execute("SELECT purpose FROM associations").fetchall()
    connection.close()
    assert len(rows) == len(PURPOSES) + 2
    return [row[0] for row in rows]


def squeezed(text: str) -> str:
    """Without white space, which Telegram trims at the ends of each message."""
    return "".join(text.split())


async def test_inline_results_fit(bot: RunningBot, member: Talk) -> None:
    bot.sandbox.inline(member.user, "orpaillage")
    call = await bot.sandbox.wait("answerInlineQuery")
    assert len(call.params["results"]) == 13


async def test_an_association_without_a_purpose_says_so(member: Talk) -> None:
    card = await member.press(await member.say("Orpaillage nu"), "1")
    assert "Objet non renseigné" in card["text"]


async def test_a_page_of_long_changes_fits(bot: RunningBot, owner: Talk) -> None:
    database = await Database.open(bot.process.database)
    try:
        catalogue = await Catalogue.open(database)
        for letter in "abcde":
            fields = dict.fromkeys(("title", "purpose"), letter * 240)
            fields |= {"short_title": letter * 90, "website": f"https://{letter * 60}.fr/{letter * 200}"}
            await catalogue.edit(1, fields, OWNER_ID)
        await catalogue.close()
    finally:
        await database.close()
    for question in ("/history", "/history #1"):
        page = await owner.say(question)
        assert fits(page)
        assert page["text"].count("eeee") >= 5
        assert len([one for one in buttons(page) if one["text"].startswith("↩️")]) == 5
