"""/edit, /delete, /undo and /history: changes that are shown, confirmed, explained and taken back."""

from __future__ import annotations

import pytest

from sandbox.errors import Json
from tests.handlers.admins_support import labels, plain
from tests.support import Talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]


async def added(admin: Talk, title: str, purpose: str) -> Json:
    """Add an association in one line; returns what the bot says."""
    answer = await admin.say(f"/add {title} | {purpose} | Nevers | 58000")
    assert "Ajoutée" in answer["text"]
    return answer


async def test_one_field_is_changed_with_old_and_new_shown(admin: Talk) -> None:
    await added(admin, "Les Vanniers de la boucle", "Tresser l’osier")
    fields = await admin.say("/modifier Les Vanniers de la boucle")
    assert "Que voulez-vous changer" in fields["text"]
    asked = await admin.press(fields, "Objet")
    assert "Tresser l’osier" in asked["text"]
    review = await admin.say("Tresser l’osier et le châtaignier")
    assert "Objet : Tresser l’osier → Tresser l’osier et le châtaignier" in plain(review["text"])
    saved = await admin.press(review, "Enregistrer")
    assert "Enregistré" in saved["text"]
    assert "châtaignier" in (await admin.say("tresser le châtaignier"))["text"]


async def test_it_is_found_by_words_by_number_and_from_its_card(admin: Talk) -> None:
    asked = await admin.say("/edit")
    assert "Quelle association" in asked["text"]
    found = await admin.say("échecs à Paris")
    if "Laquelle" in found["text"]:
        found = await admin.press(found, "Échecs et Mat")
    assert "Échecs et Mat de Belleville" in found["text"]
    assert "abandonné" in (await admin.say("/cancel"))["text"]
    card = await admin.press(await admin.say("échecs"), "1")
    by_card = await admin.press(card, "Modifier")
    assert "Que voulez-vous changer" in by_card["text"]
    await admin.say("/cancel")
    number = next(word for word in card["text"].split() if word.startswith("W") and len(word) == 10)
    assert "Échecs et Mat de Belleville" in (await admin.say(f"/edit {number}"))["text"]
    await admin.say("/cancel")


async def test_nothing_like_it_is_said_and_asked_again(admin: Talk) -> None:
    await admin.say("/edit")
    nothing = await admin.say("zzyzx qwxk")
    assert "Je n’ai rien trouvé de tel" in nothing["text"]
    assert "Quelle association modifier" in plain(nothing["text"])
    await admin.say("/cancel")


@pytest.mark.parametrize("command", ["/edit", "/supprimer"])
async def test_words_behind_a_command_that_find_nothing_are_said_to_find_nothing(
    admin: Talk, command: str
) -> None:
    nothing = await admin.say(f"{command} zzyzx qwxk")
    assert "Je n’ai rien trouvé de tel" in nothing["text"]
    assert "Quelle association" in nothing["text"]
    assert "rien trouvé" not in (await admin.say("échecs à Paris"))["text"]
    await admin.say("/cancel")


async def test_optional_fields_are_set_and_emptied(admin: Talk) -> None:
    await added(admin, "Les Forgerons du gué", "Forger le fer")
    fields = await admin.say("/edit Les Forgerons du gué")
    await admin.press(fields, "Création")
    assert "AAAA-MM-JJ" in (await admin.say("hier"))["text"]
    review = await admin.say("2001-05-06")
    await admin.press(review, "Enregistrer")
    fields = await admin.say("/edit Les Forgerons du gué")
    assert "2001" in fields["text"]
    cleared = await admin.press(await admin.press(fields, "Création"), "Vider")
    assert "2001-05-06 → ∅" in plain(cleared["text"])
    await admin.press(cleared, "Enregistrer")
    state = await admin.press(await admin.say("/edit Les Forgerons du gué"), "État")
    dissolved = await admin.press(state, "dissoute")
    assert "État : active → dissoute" in plain(dissolved["text"])
    await admin.say("/cancel")


async def test_two_admins_at_once_lose_nothing(owner: Talk, admin: Talk) -> None:
    await added(admin, "Les Apiculteurs du talus", "Élever des abeilles")
    hers = await admin.press(await admin.say("/edit Les Apiculteurs du talus"), "Objet")
    his = await owner.press(await owner.say("/edit Les Apiculteurs du talus"), "Objet")
    assert "Élever des abeilles" in hers["text"] and "Élever des abeilles" in his["text"]
    await owner.press(await owner.say("Élever des abeilles noires"), "Enregistrer")
    review = await admin.say("Élever des abeilles et récolter le miel")
    conflict = await admin.press(review, "Enregistrer")
    assert "Quelqu’un a changé" in conflict["text"]
    assert "Élever des abeilles → Élever des abeilles noires" in conflict["text"]
    assert "Élever des abeilles noires → Élever des abeilles et récolter le miel" in conflict["text"]
    saved = await admin.press(conflict, "Enregistrer")
    assert "Enregistré" in saved["text"]


async def test_what_was_deleted_meanwhile_gives_back_what_was_typed(owner: Talk, admin: Talk) -> None:
    await added(admin, "Les Canoéistes du bief", "Descendre la rivière")
    await admin.press(await admin.say("/edit Les Canoéistes du bief"), "Objet")
    await owner.press(
        await owner.press(await owner.say("/delete Les Canoéistes du bief"), "Passer"), "Supprimer"
    )
    gone = await admin.say("Descendre et remonter la rivière")
    assert "supprimé cette association" in gone["text"]
    assert "Descendre et remonter la rivière" in gone["text"]


async def test_deletion_asks_for_a_reason_and_is_taken_back(admin: Talk) -> None:
    await added(admin, "Les Tourneurs sur bois", "Tourner le bois d’olivier")
    reason = await admin.say("/supprimer Les Tourneurs sur bois")
    sure = await admin.say("Fusion avec une voisine")
    assert "Pourquoi" in reason["text"] and "Les Tourneurs sur bois · Nevers (58000)" in reason["text"]
    assert "Raison : Fusion avec une voisine" in plain(sure["text"])
    deleted = await admin.press(sure, "Supprimer")
    assert "Les Tourneurs sur bois" not in (await admin.say("tourner le bois d’olivier"))["text"]
    assert "Défait" in (await admin.press(deleted, "Défaire"))["text"]
    assert "Les Tourneurs sur bois" in (await admin.say("tourner le bois d’olivier"))["text"]


async def test_undo_takes_back_ones_own_last_change_step_by_step(admin: Talk) -> None:
    await added(admin, "Les Relieurs du pont", "Relier des livres")
    await admin.press(await admin.say("/edit Les Relieurs du pont"), "Objet")
    await admin.press(await admin.say("Relier et dorer des livres"), "Enregistrer")
    assert "Relier et dorer des livres → Relier des livres" in (await admin.say("/undo"))["text"]
    assert "Les Relieurs du pont" in (await admin.say("/defaire"))["text"]
    assert "aucun changement à défaire" in (await admin.say("/undo"))["text"]


async def test_a_change_that_others_built_upon_is_not_taken_back(owner: Talk, admin: Talk) -> None:
    first = await added(admin, "Les Verriers du faubourg", "Souffler des vases")
    await owner.press(await owner.say("/edit Les Verriers du faubourg"), "Titre")
    await owner.press(await owner.say("Les Verriers du vieux faubourg"), "Enregistrer")
    refused = await admin.press(first, "Défaire")
    assert "sans écraser autre chose" in refused["text"]
    assert "Les Verriers du faubourg → Les Verriers du vieux faubourg" in refused["text"]
    assert "Les Verriers du vieux faubourg" in (await admin.say("souffler des vases"))["text"]


async def test_a_number_that_no_association_can_have_is_not_found(admin: Talk) -> None:
    asked = await admin.say(f"/edit #{'9' * 40}")
    assert "Quelle association modifier" in asked["text"]
    await admin.press(asked, "Abandonner")


async def test_history_has_pages_differences_and_undo_for_each_entry(admin: Talk) -> None:
    await added(admin, "Les Horlogers du beffroi", "Réparer des pendules")
    for number in range(6):
        await admin.press(await admin.say("/edit Les Horlogers du beffroi"), "Objet")
        await admin.press(await admin.say(f"Réparer des pendules, version {number}"), "Enregistrer")
    first = await admin.say("/historique Les Horlogers du beffroi")
    assert "version 4 → Réparer des pendules, version 5" in first["text"]
    assert "Amine" in first["text"]
    second = await admin.press(first, "›")
    assert "ajout" in second["text"]
    assert "‹" in labels(second)
    undone = await admin.press(await admin.press(second, "‹"), "↩️ 1")
    assert "version 5 → Réparer des pendules, version 4" in undone["text"]
    assert "déjà été défait" in (await admin.press(first, "↩️ 1"))["text"]
    assert "retour en arrière" in (await admin.say("/history"))["text"]
