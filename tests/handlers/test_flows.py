"""Guided conversations whatever happens: restarts, interruptions, doubles, silence, and lost roles."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from sandbox.errors import Json
from tests.handlers.admins_support import ENTRIES, Service, appointed, labels, owner_of, plain, service, shown
from tests.support import Talk, button

LONG_AGO = 100_000
"""Seconds, more than a day."""


def refused(made: Service) -> list[str]:
    """What the server refused: neither menus of chats nobody opened, nor fetching cut short by a restart."""
    expected = {"setMyCommands", "getUpdates"}
    return [str(call.error) for call in made.sandbox.calls if call.error and call.method not in expected]


def forgotten(made: Service) -> bool:
    """Whether no draft is left, within a few seconds."""
    for _ in range(200):
        if made.rows("SELECT count(*) FROM drafts") == [(0,)]:
            return True
        time.sleep(0.05)
    return False


async def begun(admin: Talk, title: str = "Les Sculpteurs de glace") -> Json:
    """An addition under way, at the question for the theme."""
    await admin.say(f"/add {title}")
    await admin.say("Sculpter la glace en hiver")
    return await admin.say("Nevers")


async def test_an_addition_goes_on_after_restarts_on_its_way(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner = owner_of(made.sandbox)
        async with made.running():
            await owner.say("/add")
            await owner.say("Les Sculpteurs de glace")
        async with made.running():
            await owner.say("Sculpter la glace en hiver")
            theme = await owner.say("Nevers")
        async with made.running():
            preview = await owner.press(await owner.press(theme, "Passer"), "Passer")
        async with made.running() as process:
            await owner.press(preview, "Publier")
            assert "Les Sculpteurs de glace" in (await owner.say("sculpter la glace"))["text"]
            assert "Traceback" not in process.log
        assert "Les Sculpteurs de glace" in made.titles()
        assert refused(made) == []


async def test_an_edit_a_deletion_and_their_undo_go_on_after_a_restart(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner = owner_of(made.sandbox)
        async with made.running():
            await owner.press(await owner.say("/edit Les Jongleurs du canal"), "Objet")
            review = await owner.say("Jongler sous la pluie")
        async with made.running():
            saved = await owner.press(review, "Enregistrer")
            await owner.say("/delete Atelier des cerfs-volants")
        async with made.running():
            sure = await owner.say("n’existe plus depuis dix ans")
        async with made.running():
            deleted = await owner.press(sure, "Supprimer")
        assert "Atelier des cerfs-volants" not in made.titles()
        async with made.running():
            assert "Défait" in (await owner.press(saved, "Défaire"))["text"]
            assert "Défait" in (await owner.press(deleted, "Défaire"))["text"]
        purposes = {row[0] for row in made.rows("SELECT purpose FROM associations")}
        assert purposes == {entry["purpose"] for entry in ENTRIES}
        assert refused(made) == []


async def test_a_killed_process_loses_nothing_that_was_typed(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner = owner_of(made.sandbox)
        async with made.running() as process:
            theme = await begun(owner)
            await process.kill()
        async with made.running():
            preview = await owner.press(await owner.press(theme, "Passer"), "Passer")
            for typed in ("Les Sculpteurs de glace", "Sculpter la glace en hiver", "Nevers"):
                assert typed in preview["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_commands_and_questions_are_answered_and_the_conversation_waits(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await begun(owner)
    assert "Les Jongleurs du canal" in (await owner.say("jongler"))["text"]
    waiting = await owner.answer()
    assert "en attente" in waiting["text"]
    assert "thème" in (await owner.press(waiting, "Continuer"))["text"]
    assert "Les Jongleurs du canal" in (await owner.say("/search jongler"))["text"]
    assert "en attente" in (await owner.answer())["text"]
    assert "abandonné" in (await owner.say("/annuler"))["text"]
    assert "rien à abandonner" in (await owner.say("/cancel"))["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_question_taken_for_an_answer_can_be_asked_after_all(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await owner.say("/add")
    taken = await owner.say("Où apprendre à jongler ?")
    assert "objet" in taken["text"]
    answer = await owner.press(taken, "C’était une question")
    assert "Les Jongleurs du canal" in answer["text"]
    assert "titre" in (await owner.answer())["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_beginning_another_asks_which_of_the_two(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await begun(owner)
    choice = await owner.say("/edit Les Jongleurs du canal")
    assert "déjà commencé" in choice["text"]
    assert "thème" in (await owner.press(choice, "Continuer"))["text"]
    choice = await owner.say("/edit Les Jongleurs du canal")
    assert "Que voulez-vous changer" in plain((await owner.press(choice, "passer à l’autre"))["text"])


@pytest.mark.asyncio(loop_scope="session")
async def test_a_double_press_and_an_old_button_act_once(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    theme = await begun(owner, "Les Sculpteurs pressés")
    preview = await owner.press(await owner.press(theme, "Passer"), "Passer")
    publish = button(preview, "Publier")
    kept.sandbox.press(owner.user, preview, publish)
    kept.sandbox.press(owner.user, preview, publish)
    await shown(owner, "Ajoutée")
    answers = [await kept.sandbox.wait("answerCallbackQuery")]
    while "text" not in answers[-1].params:
        answers.append(await kept.sandbox.wait("answerCallbackQuery"))
    assert "déjà fait" in answers[-1].params["text"]
    assert kept.rows("SELECT count(*) FROM associations WHERE title = 'Les Sculpteurs pressés'") == [(1,)]


@pytest.mark.asyncio(loop_scope="session")
async def test_an_update_delivered_twice_acts_once(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    said = kept.sandbox.say(owner.chat, owner.user, "/add")
    await owner.answer()
    title = kept.sandbox.push(
        message={**said, "message_id": said["message_id"] + 500, "text": "Les Doubles", "entities": []}
    )
    assert "objet" in (await owner.answer())["text"]
    kept.sandbox.again(title)
    assert (
        "Où se trouve"
        in (await owner.say("Faire tout deux fois", message_id=said["message_id"] + 501))["text"]
    )


@pytest.mark.asyncio(loop_scope="session")
async def test_pictures_voices_and_forwarded_messages_are_no_answers(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await owner.say("/add")
    voice = {"file_id": "v", "file_unique_id": "v", "duration": 3}
    kept.sandbox.send(owner.chat, owner.user, voice=voice)
    refusal = await owner.answer()
    assert "j’attends un texte" in refusal["text"]
    assert "titre" in refusal["text"]
    origin = {"type": "hidden_user", "date": int(time.time()), "sender_user_name": "Quelqu’un"}
    forwarded = await owner.say("Un titre venu d’ailleurs", forward_origin=origin)
    assert "transféré" in forwarded["text"]
    assert "objet" in (await owner.say("Un titre à moi"))["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_someone_who_is_no_admin_any_more_may_suggest_instead(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    admin = await appointed(owner)
    theme = await begun(admin)
    await owner.say(f"/admins remove {admin.user['id']}")
    demoted = await admin.press(theme, "Passer")
    assert "plus administrateur" in demoted["text"]
    preview = await admin.press(await admin.press(demoted, "Passer"), "Passer")
    assert "Les Sculpteurs de glace" in preview["text"]
    assert "Envoyer" in " ".join(labels(preview))
    assert "Les Sculpteurs de glace" not in kept.titles()


@pytest.mark.asyncio(loop_scope="session")
async def test_someone_who_is_no_admin_any_more_changes_nothing(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    admin = await appointed(owner)
    await admin.press(await admin.say("/edit Les Jongleurs du canal"), "Titre")
    review = await admin.say("Les Jongleurs volés")
    await owner.say(f"/admins remove {admin.user['id']}")
    refusal = await admin.press(review, "Enregistrer")
    assert "rien n’a été enregistré" in refusal["text"]
    assert "Les Jongleurs volés" in refusal["text"]
    assert "Les Jongleurs du canal" in kept.titles()


@pytest.mark.asyncio(loop_scope="session")
async def test_silence_is_followed_by_a_reminder_and_then_by_the_end(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await begun(owner)
    kept.write("UPDATE drafts SET updated_at = updated_at - 3600")
    reminder = await shown(owner, "en suspens")
    assert "thème" in (await owner.press(reminder, "Continuer"))["text"]
    kept.write("UPDATE drafts SET updated_at = updated_at - ?", LONG_AGO)
    end = await shown(owner, "je l’abandonne")
    assert "Les Sculpteurs de glace" in end["text"]
    assert "Sculpter la glace en hiver" in end["text"]
    assert await asyncio.to_thread(forgotten, kept)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_long_purpose_is_given_back_whole_when_nobody_goes_on(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    words = [f"mot{number:05}" for number in range(600)]
    await owner.say("/add Les Bavards")
    assert "Envoyez la suite" in (await owner.say(" ".join(words[:450])))["text"]
    await owner.say(" ".join(words[450:]))
    kept.write("UPDATE drafts SET updated_at = updated_at - ?", LONG_AGO)
    given_back = (await shown(owner, "je l’abandonne"))["text"]
    while words[-1] not in given_back:
        given_back += " " + (await owner.answer())["text"]
    assert [word for word in given_back.split() if word.startswith("mot")] == words
    assert "Les Bavards" in given_back


@pytest.mark.asyncio(loop_scope="session")
async def test_what_was_typed_is_kept_until_telegram_takes_it_back(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    await owner.say("/delete Les Jongleurs du canal")
    await owner.say("Fusion avec le cirque d’en face")
    kept.sandbox.fail("sendMessage", 502, "Bad Gateway")
    kept.write("UPDATE drafts SET updated_at = updated_at - ?", LONG_AGO)
    assert "Fusion avec le cirque d’en face" in (await shown(owner, "je l’abandonne"))["text"]
    kept.sandbox.calls.clear()
