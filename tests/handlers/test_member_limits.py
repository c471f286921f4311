"""What one person may ask in a minute: said once, then silence; nobody else notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.server import Sandbox
from tests.support import buttons, catalogue_file, running_bot, talk

ENTRIES = [{"title": f"Chorale {number}", "purpose": "chanter"} for number in range(12)]


async def test_the_limit_is_said_once_and_others_are_served(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    async with running_bot(tmp_path, sandbox, database_path=database, questions_per_minute=3):
        greedy, patient = talk(sandbox, "Avide"), talk(sandbox, "Patiente")
        for _ in range(30):
            sandbox.say(greedy.chat, greedy.user, "chorale")
        answers = [(await greedy.answer())["text"] for _ in range(4)]
        assert ["Chorale" in text for text in answers] == [True, True, True, False]
        assert "Doucement" in answers[-1]
        assert "Chorale" in (await patient.say("chorale"))["text"]
        sent = [c for c in sandbox.calls if c.method == "sendMessage"]
        assert len([c for c in sent if c.params["chat_id"] == greedy.chat["id"]]) == 4


async def test_edits_and_commands_count_as_questions(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    async with running_bot(tmp_path, sandbox, database_path=database, questions_per_minute=2):
        greedy = talk(sandbox)
        asked = sandbox.say(greedy.chat, greedy.user, "chorale")
        await greedy.answer()
        sandbox.edit(asked, "chanter")
        await sandbox.wait("editMessageText")
        assert "Doucement" in (await greedy.say("/chercher chorale"))["text"]
        assert "cherchez" in (await greedy.say("/aide"))["text"]


@pytest.mark.parametrize("what", ["sticker", "unknown command", "refused command"])
async def test_other_messages_have_a_wider_limit_of_their_own(
    tmp_path: Path, sandbox: Sandbox, what: str
) -> None:
    async with running_bot(tmp_path, sandbox, questions_per_minute=1):
        greedy, patient = talk(sandbox, "Avide"), talk(sandbox, "Patiente")
        for _ in range(20):
            if what == "sticker":
                sandbox.send(greedy.chat, greedy.user, dice={"emoji": "🎲", "value": 1})
            else:
                sandbox.say(greedy.chat, greedy.user, "/inconnue" if what == "unknown command" else "/stats")
        welcome = await patient.say("/start")
        sandbox.press(greedy.user, welcome, "-", check=False)
        await sandbox.wait("answerCallbackQuery")
        sent = [c for c in sandbox.calls if c.method == "sendMessage"]
        mine = [c.params["text"] for c in sent if c.params["chat_id"] == greedy.chat["id"]]
        assert 5 <= len(mine) <= 6


async def test_every_press_is_answered_beyond_the_limit_too(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    async with running_bot(tmp_path, sandbox, database_path=database, questions_per_minute=1):
        greedy = talk(sandbox)
        results = await greedy.say("chorale")
        data = next(b["callback_data"] for b in buttons(results) if b["text"] == "›")
        for _ in range(12):
            sandbox.press(greedy.user, results, data, check=False)
        answers = [(await sandbox.wait("answerCallbackQuery")).params.get("text", "") for _ in range(12)]
        assert len([text for text in answers if "Doucement" in text]) == 1
