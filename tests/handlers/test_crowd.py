"""Many admins at once: nothing lost, a whole history, and an index that agrees with the database."""

from __future__ import annotations

import random
from pathlib import Path

from retrieval.catalogue import Catalogue
from retrieval.search import Question
from sandbox.server import Sandbox
from storage.database import Database
from tests.handlers.admins_support import ENTRIES, appointed, owner_of, service
from tests.support import Talk

ADMINS, ADDED = 8, 15
WORDS = ["alouette", "bruyère", "calèche", "drakkar", "églantier", "frégate", "girouette", "hirondelle"]


async def test_two_hundred_mixed_writes_are_all_there(tmp_path: Path) -> None:
    async with service(tmp_path) as made, made.running() as process:
        owner = owner_of(made.sandbox)
        admins = [await appointed(owner, f"Admin {number}") for number in range(ADMINS)]
        for number in range(ADDED):
            for word, admin in zip(WORDS, admins, strict=True):
                say(
                    admin,
                    f"/add Club {word} {number} | Observer : {word} {number} | Nevers | 58000",
                )
        await settled(made.sandbox, ADMINS * ADDED)
        # Every admin takes back the last five of their own, while the owner teaches words.
        for number in range(10):
            for admin in admins if number < 5 else []:
                say(admin, "/undo")
            say(owner, f"/synonyms mot{number} = terme{number}")
            say(owner, f"/add Cercle {number} | Réunir les amis du nombre {number} | Decize | 58300")
            say(owner, f"/add Ligue {number} | Défendre le nombre {number} | Decize | 58300")
            say(owner, f"/add Amicale {number} | Fêter le nombre {number} | Decize | 58300")
        await settled(made.sandbox, ADMINS * 5 + 40)
        assert "Traceback" not in process.log
        kept = {f"Club {word} {number}" for word in WORDS for number in range(ADDED - 5)}
        kept |= {f"{kind} {number}" for kind in ("Cercle", "Ligue", "Amicale") for number in range(10)}
        assert made.titles() == kept | {str(entry["title"]) for entry in ENTRIES}
        counts = dict(made.rows("SELECT action, count(*) FROM changes WHERE batch IS NULL GROUP BY action"))
        assert counts == {"add": ADMINS * ADDED + 30, "undo": ADMINS * 5}
        assert made.rows("SELECT count(*) FROM synonyms") == [(10,)]
    await same_as_rebuilt(made.database)


def say(person: Talk, words: str) -> None:
    person.sandbox.say(person.chat, person.user, words)


async def settled(sandbox: Sandbox, writes: int) -> None:
    """Wait until the bot has answered so many writes."""
    while writes:
        call = await sandbox.wait()
        text = str(call.params.get("text", ""))
        writes -= any(word in text for word in ("Ajoutée", "Défait", "Appris"))


async def same_as_rebuilt(path: Path) -> None:
    """The index that followed the changes answers as one made anew from the database."""
    database = await Database.open(path)
    try:
        followed = await Catalogue.open(database)
        questions = [*WORDS, "nombre 3", "observer hirondelle", "jongler", "amis"]
        random.Random(5).shuffle(questions)
        before = [await hits(followed, question) for question in questions]
        await followed.close()
        fresh = await Catalogue.open(database, index_dir=path.parent / "anew")
        assert [await hits(fresh, question) for question in questions] == before
        await fresh.close()
    finally:
        await database.close()


async def hits(catalogue: Catalogue, question: str) -> list[tuple[int, float]]:
    answer = await catalogue.search(Question(question, limit=50))
    return [(hit.association.id, round(hit.score, 9)) for hit in answer.hits]
