"""Who may do what, from Telegram: appointing, dismissing, menus, suggestions, synonyms."""

from __future__ import annotations

from pathlib import Path

import pytest

from handlers.access import BUTTONS
from handlers.commands import COMMANDS
from handlers.permissions import Role
from sandbox.errors import Json
from tests.handlers.admins_support import Service, appointed, labels, owner_of, plain, service, shown
from tests.support import EDITING, OWNER_ID, SENDING, Talk, talk

FORGED = {
    "k:": "1",
    "e:": "1",
    "d:": "1",
    "u:": "c:999999",
    "h:": "0:0",
    "i:": "yes:0123456789ab",
    "w:": "csv",
    "s:": "page:0",
    "a:": "list:0",
    "g:": "refuse:999999",
    "f:": "abcdefgh:pick:ok",
}
"""What a button of each kind may carry behind its prefix."""


async def answered(person: Talk) -> str:
    """What the bot says to a press: the toast, or the text it shows."""
    while True:
        call = await person.sandbox.wait()
        if call.method == "answerCallbackQuery" and call.params.get("text"):
            return str(call.params["text"])
        if call.method in SENDING | EDITING and call.params.get("chat_id") == person.chat["id"]:
            return str(call.result.get("text", ""))


async def may(person: Talk, role: Role, have: Role, said: str) -> None:
    """Check that ``said`` is the refusal if, and only if, the role is not enough."""
    refused = "réservé aux administrateurs" in plain(said) or "réservé aux propriétaires" in plain(said)
    assert refused == (have < role), (person.user["first_name"], said)


@pytest.mark.parametrize("have", [Role.MEMBER, Role.ADMIN, Role.OWNER])
@pytest.mark.asyncio(loop_scope="session")
async def test_every_command_is_for_its_role(kept: Service, have: Role) -> None:
    person = await someone(kept, have)
    for command in COMMANDS:
        for name in sorted({command.name, command.french}):
            await may(person, command.role, have, (await person.say(f"/{name}")).get("text", ""))
            if command.name == "stats" and have >= command.role:
                await kept.sandbox.wait("sendPhoto")  # drawn meanwhile, it must not answer a later word
            kept.sandbox.say(person.chat, person.user, "/cancel")
            await shown(person, "aband")


@pytest.mark.parametrize("have", [Role.MEMBER, Role.ADMIN, Role.OWNER])
@pytest.mark.asyncio(loop_scope="session")
async def test_every_button_is_for_its_role_even_when_forged(kept: Service, have: Role) -> None:
    assert set(FORGED) == set(BUTTONS)
    person = await someone(kept, have)
    for prefix, role in BUTTONS.items():
        message = await person.say("/help")
        while "text" not in message:  # a document that an earlier button asked for
            message = await person.answer()
        kept.sandbox.press(person.user, message, prefix + FORGED[prefix], check=False)
        await may(person, role, have, await answered(person))
        await person.say("/cancel")


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("words", ["/undo", "/add Les Faussaires | Tendre des pièges | Nevers"])
async def test_a_forwarded_command_changes_nothing(kept: Service, words: str) -> None:
    owner = owner_of(kept.sandbox)
    before = kept.titles()
    origin = {"type": "hidden_user", "date": 1, "sender_user_name": "Inconnu"}
    assert "transférée" in (await owner.say(words, forward_origin=origin))["text"]
    assert kept.titles() == before


@pytest.mark.asyncio(loop_scope="session")
async def test_a_stranger_in_a_group_changes_nothing(kept: Service) -> None:
    stranger = talk(kept.sandbox, "Inconnu")
    group = kept.sandbox.group(members=(stranger.user,))
    in_group = Talk(kept.sandbox, stranger.user, group)
    before = kept.titles()
    for command in COMMANDS:
        if command.role is not Role.MEMBER:
            said = await in_group.say(f"/{command.name}@{kept.sandbox.state.me['username']} 1 | 2")
            await may(in_group, command.role, Role.MEMBER, said["text"])
    assert kept.titles() == before


async def someone(made: Service, role: Role) -> Talk:
    """A new person of a role."""
    owner = owner_of(made.sandbox)
    if role is Role.OWNER:
        return owner
    return await appointed(owner) if role is Role.ADMIN else talk(made.sandbox, "Membre")


@pytest.mark.asyncio(loop_scope="session")
async def test_admins_come_and_go_by_id_reply_contact_and_button(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    by_reply, by_contact = talk(kept.sandbox, "Bérénice"), talk(kept.sandbox, "Cyril")
    word = kept.sandbox.say(by_reply.chat, by_reply.user, "jongler")
    await by_reply.answer()
    assert "Bérénice" in (await owner.say("/admins ajouter", reply_to_message=word))["text"]
    contact = {"phone_number": "1", "first_name": "Cyril", "user_id": by_contact.user["id"]}
    kept.sandbox.send(owner.chat, owner.user, contact=contact)
    asked = await owner.answer()
    assert "Cyril" in (await owner.press(asked, "Nommer Cyril"))["text"]
    listed = await owner.say("/admins")
    assert "Bérénice" in listed["text"] and "Cyril" in listed["text"]
    assert f"Odile (propriétaire) {OWNER_ID}" in listed["text"]
    assert "Les Jongleurs" in (await by_contact.say("/edit jongler"))["text"]
    sure = await owner.press(listed, "✖️ Cyril")
    assert "Cyril" in sure["text"]
    assert "n’est plus administrateur" in (await owner.press(sure, "Oui"))["text"]
    assert "n’est plus" in (await owner.say(f"/admins remove {by_reply.user['id']}"))["text"]
    assert "réservé" in (await by_reply.say("/add"))["text"]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_contact_from_anybody_but_an_owner_is_kindly_declined(kept: Service) -> None:
    contact = {"phone_number": "1", "first_name": "Cyril", "user_id": 77}
    for role in (Role.MEMBER, Role.ADMIN):
        person = await someone(kept, role)
        kept.sandbox.send(person.chat, person.user, contact=contact)
        answer = await person.answer()
        assert "Merci" in answer["text"] and "réservé" not in answer["text"]
        assert labels(answer) == []


@pytest.mark.asyncio(loop_scope="session")
async def test_an_admin_appointed_by_id_alone_is_called_by_name_where_telegram_knows_it(
    kept: Service,
) -> None:
    owner, known = owner_of(kept.sandbox), talk(kept.sandbox, "Solène")
    await known.say("bonjour")
    assert "Solène" in (await owner.say(f"/admins add {known.user['id']}"))["text"]
    assert "personne 424242" in (await owner.say("/admins add 424242"))["text"]
    await owner.say("/admins remove 424242")


@pytest.mark.asyncio(loop_scope="session")
async def test_an_owner_cannot_be_locked_out(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    assert "OWNER_IDS" in (await owner.say(f"/admins remove {OWNER_ID}"))["text"]
    assert "tient déjà" in (await owner.say(f"/admins add {OWNER_ID}"))["text"]
    assert "De qui" in (await owner.say("/admins add Toto"))["text"]
    assert "identifiant" in (await owner.say("/admins nimporte quoi"))["text"].lower()
    assert "Qui tient" in (await owner.say("/admins"))["text"]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("role", Role)
async def test_who_keeps_the_directory_is_told_where_to_begin(kept: Service, role: Role) -> None:
    welcome = (await (await someone(kept, role)).say("/start"))["text"]
    assert ("Vous tenez cet annuaire" in welcome) == (role > Role.MEMBER)


@pytest.mark.asyncio(loop_scope="session")
async def test_menus_follow_the_role(kept: Service) -> None:
    owner = owner_of(kept.sandbox)
    admin = talk(kept.sandbox, "Amine")
    await admin.say("/start")
    await owner.say(f"/admins add {admin.user['id']} Amine")
    assert {"add", "import"} <= await menu(kept, admin, "add")
    await owner.say(f"/admins remove {admin.user['id']}")
    left = await menu(kept, admin, "help")
    assert "help" in left and not {"add", "import", "admins"} & left
    assert not {"add", "ajouter", "import"} & default_menu(kept)


async def menu(made: Service, person: Talk, name: str) -> set[str]:
    """Commands of the next menu that is set in the person's own chat for English clients."""
    while True:
        call = await made.sandbox.wait("setMyCommands")
        scope = call.params.get("scope", {})
        if scope.get("chat_id") == person.chat["id"] and call.params.get("language_code") == "en":
            assert name in {command["command"] for command in call.params["commands"]}
            return {command["command"] for command in call.params["commands"]}


def default_menu(made: Service) -> set[str]:
    """Commands that every member sees, in all languages."""
    calls = [call for call in made.sandbox.calls if call.method == "setMyCommands"]
    private = [call for call in calls if call.params["scope"]["type"] == "all_private_chats"]
    assert private
    return {command["command"] for call in private for command in call.params["commands"]}


async def suggested(member: Talk, title: str) -> Json:
    """Suggest an association to the end; returns the thanks."""
    await member.say("/proposer")
    await member.say(title)
    await member.say("Faire découvrir les étoiles depuis le toit")
    theme = await member.say("Nevers")
    preview = await member.press(await member.press(theme, "Passer"), "Passer")
    return await member.press(preview, "Envoyer")


async def test_a_suggestion_is_accepted_even_after_a_restart_and_the_member_hears(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner, member = owner_of(made.sandbox), talk(made.sandbox, "Membre")
        async with made.running():
            await owner.say("/start")
            await suggested(member, "Le Toit aux étoiles")
            card = made.sandbox.state.messages
        proposal = next(
            message
            for (chat, _), message in card.items()
            if chat == owner.chat["id"] and "Proposition n°" in plain(message.get("text", ""))
        )
        assert "Le Toit aux étoiles" not in made.titles()
        async with made.running():
            made.sandbox.press(owner.user, proposal, "g:accept:1")
            heard = await shown(member, "Bonne nouvelle")
            assert "Le Toit aux étoiles" in heard["text"]
            assert "Le Toit aux étoiles" in (await member.say("découvrir les étoiles"))["text"]
            made.sandbox.press(owner.user, proposal, "g:refuse:1", check=False)
            assert "déjà décidé" in await answered(owner)


async def test_a_suggestion_is_decided_once_and_who_made_it_forgotten(tmp_path: Path) -> None:
    async with service(tmp_path) as made, made.running():
        owner, member = owner_of(made.sandbox), talk(made.sandbox, "Membre")
        admin = await appointed(owner)
        await admin.say("/start")
        await suggested(member, "Le Toit aux étoiles")
        cards = [
            m for m in made.sandbox.state.messages.values() if "Proposition n°" in plain(m.get("text", ""))
        ]
        for person in (admin, owner):
            card = next(card for card in cards if card["chat"]["id"] == person.chat["id"])
            made.sandbox.press(person.user, card, "g:accept:1")
        await shown(member, "Bonne nouvelle")
        assert "Le Toit aux étoiles" in (await member.say("découvrir les étoiles"))["text"]
        assert made.rows("SELECT count(*) FROM associations WHERE title = 'Le Toit aux étoiles'") == [(1,)]
        assert made.rows("SELECT user_id, state FROM suggestions") == [(None, "accepted")]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_suggestion_is_edited_or_refused(kept: Service) -> None:
    owner, member = owner_of(kept.sandbox), talk(kept.sandbox, "Membre")
    await owner.say("/start")
    kept.sandbox.say(member.chat, member.user, "/suggest")
    await shown(member, "titre")
    await member.say("Le Tois aux étoiles")
    await member.say("Regarder le ciel")
    theme = await member.say("Nevers")
    preview = await member.press(await member.press(theme, "Passer"), "Passer")
    kept.sandbox.press(member.user, preview, next_button(preview, "Envoyer"))
    proposal = await shown(owner, "Proposition")
    review = await owner.press(proposal, "Retoucher")
    await owner.press(review, "Titre")
    review = await owner.say("Le Toit aux étoiles")
    kept.sandbox.press(owner.user, review, next_button(review, "Publier"))
    assert "annuaire" in (await shown(member, "Bonne nouvelle"))["text"]
    assert "Le Toit aux étoiles" in kept.titles()


def next_button(message: Json, label: str) -> str:
    """Callback data of the button with that label."""
    rows = message["reply_markup"]["inline_keyboard"]
    return next(str(one["callback_data"]) for row in rows for one in row if label in one["text"])


@pytest.mark.asyncio(loop_scope="session")
async def test_nobody_floods_the_admins_with_suggestions(kept: Service) -> None:
    owner, member = owner_of(kept.sandbox), talk(kept.sandbox, "Membre")
    await owner.say("/start")
    content = '{"title": "Un de plus", "status": "active"}'
    for _ in range(3):
        kept.write(
            "INSERT INTO suggestions (user_id, language, content, at) VALUES (?, 'fr', ?, 1)",
            member.user["id"],
            content,
        )
    assert "attendent encore" in (await member.say("/suggest"))["text"]


async def test_synonyms_are_taught_listed_forgotten_and_restored(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner, member = owner_of(made.sandbox), talk(made.sandbox, "Membre")
        async with made.running():
            assert "Les Jongleurs" not in (await member.say("blorguer"))["text"]
            assert "Appris" in (await owner.say("/synonymes blorguer = jongler"))["text"]
            assert "Les Jongleurs" in (await member.say("blorguer"))["text"]
        async with made.running():
            assert "Les Jongleurs" in (await member.say("blorguer"))["text"]
            listed = await owner.say("/synonyms")
            assert "blorguer = jongler" in listed["text"]
            forgotten = await owner.press(listed, "✖️ blorguer")
            assert "Les Jongleurs" not in (await member.say("blorguer"))["text"]
            await owner.press(forgotten, "Défaire")
            assert "Les Jongleurs" in (await member.say("blorguer"))["text"]
            for wrong in (
                "seul",
                "a = ",
                "! = ?",
                " = ".join(f"mot{n}" for n in range(20)),
                "x" * 90 + " = y",
            ):
                assert "Appris" not in (await owner.say(f"/synonyms {wrong}"))["text"]
            assert labels(await owner.say("/synonyms")) == ["✖️ blorguer = jongler"]
            for group in range(9):
                words = (f"{number}{'mot' * 15}{group}" for number in range(12))
                assert "Appris" in (await owner.say(f"/synonyms {' = '.join(words)}"))["text"]
            assert len(labels(await owner.say("/synonyms"))) == 10
