"""Buttons keep working after a restart, and when the question is no longer kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sandbox.server import Sandbox
from tests.support import button, buttons, catalogue_file, running_bot, talk

ENTRIES = [
    {"title": f"Chorale {number}", "purpose": f"chanter en chœur, groupe {number}"} for number in range(12)
]


async def test_pages_cards_and_votes_work_after_a_restart(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox, database_path=database):
        results = await camille.say("chorale")
    async with running_bot(tmp_path, sandbox, database_path=database):
        second = await camille.press(results, "›")
        assert "6. " in second["text"]
        card = await camille.press(second, "6")
        assert "chanter en chœur" in card["text"]
        assert "👍 Utile" in [b["text"] for b in buttons(card)]
        back = await camille.press(card, "Résultats")
        assert back["text"] == second["text"]
        sandbox.press(camille.user, back, button(back, "👍"))
        assert "Merci" in (await sandbox.wait("answerCallbackQuery")).params["text"]
    assert sandbox.violations == []


async def test_a_kill_between_answer_and_button_loses_nothing(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox, database_path=database) as process:
        results = await camille.say("chorale")
        await process.kill()
    async with running_bot(tmp_path, sandbox, database_path=database):
        assert "6. " in (await camille.press(results, "›"))["text"]


async def test_the_question_is_read_from_the_chat_when_it_is_no_longer_kept(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox, database_path=database):
        results = await camille.say("/chercher chorale")
    forget_searches(database)
    async with running_bot(tmp_path, sandbox, database_path=database):
        assert "6. " in (await camille.press(results, "›"))["text"]
        stored = sandbox.state.messages[camille.chat["id"], results["message_id"]]
        del stored["reply_to_message"]
        query = sandbox.press(camille.user, stored, button(stored, "‹"))
        call = await sandbox.wait("answerCallbackQuery")
        assert call.params["callback_query_id"] == query
        assert "Posez votre question" in call.params["text"]


async def test_an_edit_after_a_restart_gets_a_new_answer(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox, database_path=database):
        asked = sandbox.say(camille.chat, camille.user, "chorale")
        await camille.answer()
    async with running_bot(tmp_path, sandbox, database_path=database):
        sandbox.edit(asked, "groupe 11")
        assert "Chorale 11" in (await camille.answer())["text"]


async def test_a_button_whose_message_is_gone_is_answered_anew(tmp_path: Path, sandbox: Sandbox) -> None:
    database = await catalogue_file(tmp_path / "w.sqlite3", ENTRIES)
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox, database_path=database):
        results = await camille.say("chorale")
        sandbox.fail("editMessageText", 400, "Bad Request: message can't be edited")
        sandbox.press(camille.user, results, button(results, "›"))
        again = await camille.answer()
        assert "6. " in again["text"]
        assert again["message_id"] != results["message_id"]


async def test_the_choice_of_language_is_kept_over_a_restart(tmp_path: Path, sandbox: Sandbox) -> None:
    camille = talk(sandbox)
    async with running_bot(tmp_path, sandbox):
        choices = await camille.say("/langue")
        changed = await camille.press(choices, "English")
        assert "in English" in changed["text"]
        assert "Hello" in (await camille.say("/start"))["text"]
    async with running_bot(tmp_path, sandbox):
        assert "Hello" in (await camille.say("/start"))["text"]
        back = await camille.press(await camille.say("/language"), "Français")
        assert "en français" in back["text"]
        assert "Bonjour" in (await camille.say("/start"))["text"]
    assert sandbox.violations == []


def forget_searches(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM searches")
    connection.close()
