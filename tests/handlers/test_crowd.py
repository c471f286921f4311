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

KINDS = [
    "Atelier",
    "Brigade",
    "Confrérie",
    "Dortoir",
    "Escadron",
    "Fanfare",
    "Guilde",
    "Harmonie",
    "Institut",
    "Jardin",
    "Kiosque",
    "Lavoir",
    "Moulin",
    "Navire",
    "Observatoire",
]
WORDS = ["alouette", "bruyère", "calèche", "drakkar", "églantier", "frégate", "girouette", "hirondelle"]


async def test_two_hundred_mixed_writes_are_all_there(tmp_path: Path) -> None:
    async with service(tmp_path) as made, made.running() as process:
        owner = owner_of(made.sandbox)
        admins = [await appointed(owner, f"Admin {number}") for number in range(len(WORDS))]
        for kind in KINDS:
            for word, admin in zip(WORDS, admins, strict=True):
                say(
                    admin,
                    f"/add {kind} {word} | Observer : {word} | Nevers | 58000",
                )
        await settled(made.sandbox, len(admins) * len(KINDS))
        # Every admin takes back the last five of their own, while the owner adds and teaches words.
        for number, kind in enumerate(KINDS[:10]):
            for admin in admins if number < 5 else []:
                say(admin, "/undo")
            say(owner, f"/synonyms mot{number} = terme{number}")
            for other in ("amateurs", "compagnons", "voisines"):
                say(owner, f"/add {kind} des {other} | Se réunir | Decize | 58300")
        await settled(made.sandbox, len(admins) * 5 + 40)
        assert "Traceback" not in process.log
        kept = {f"{kind} {word}" for kind in KINDS[:-5] for word in WORDS}
        kept |= {
            f"{kind} des {other}" for kind in KINDS[:10] for other in ("amateurs", "compagnons", "voisines")
        }
        assert made.titles() == kept | {str(entry["title"]) for entry in ENTRIES}
        counts = dict(made.rows("SELECT action, count(*) FROM changes WHERE batch IS NULL GROUP BY action"))
        assert counts == {"add": len(admins) * len(KINDS) + 30, "undo": len(admins) * 5}
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
        questions = [*WORDS, "fanfare", "observer hirondelle", "jongler", "voisines"]
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
