"""/add: step by step or in one line, with what goes wrong on the way."""

from __future__ import annotations

import pytest

from sandbox.errors import Json
from tests.conftest import RunningBot
from tests.handlers.admins_support import labels, plain
from tests.support import Talk, talk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("strict")]


async def guided(admin: Talk, title: str, purpose: str, place: str) -> Json:
    """Answer the first three steps; returns the question for the theme."""
    assert "titre" in (await admin.say("/add"))["text"]
    assert "objet" in (await admin.say(title))["text"]
    assert "Où se trouve" in (await admin.say(purpose))["text"]
    theme = await admin.say(place)
    assert "thème" in theme["text"]
    return theme


async def test_every_step_leads_to_a_preview_and_an_association_that_answers(admin: Talk) -> None:
    theme = await guided(
        admin, "Le Fuseau des Amognes", "Enseigner la dentelle aux fuseaux à qui veut", "58000 Nevers"
    )
    listed = await admin.press(await admin.press(theme, "Autre thème"), "Culture, pratiques")
    website = await admin.press(listed, "Arts graphiques")
    assert "site" in website["text"]
    preview = await admin.say("fuseau.example.org")
    for shown in (
        "Le Fuseau des Amognes",
        "dentelle aux fuseaux",
        "Nevers (58000)",
        "https://fuseau.example.org",
    ):
        assert shown in preview["text"]
    assert "répond aux questions" in (await admin.press(preview, "Publier"))["text"]
    assert "Le Fuseau des Amognes" in (await admin.say("apprendre la dentelle aux fuseaux"))["text"]


async def test_themes_are_proposed_from_the_purpose(admin: Talk) -> None:
    theme = await guided(admin, "Cordes et voix", "Chanter en chœur, donner des concerts", "Nevers")
    proposed = labels(theme)[:3]
    assert len(proposed) == 3
    assert "Autre thème…" not in proposed
    assert any("musique" in label or "chant" in label or "Culture" in label for label in proposed)


async def test_a_place_without_a_word_or_number_is_asked_again(admin: Talk) -> None:
    assert "titre" in (await admin.say("/add"))["text"]
    await admin.say("Les Girouettes")
    await admin.say("Restaurer des girouettes")
    again = await admin.say(" ,; - ")
    assert "aucun nom" in again["text"]
    assert "Où se trouve" in again["text"]
    await admin.press(again, "Abandonner")


async def test_back_returns_with_what_was_typed_and_skip_goes_on(admin: Talk) -> None:
    theme = await guided(admin, "Les Lampions", "Organiser la fête de la lumière", "Decize")
    place = await admin.press(theme, "Retour")
    assert "Pour l’instant" in plain(place["text"])
    assert "Decize" in place["text"]
    theme = await admin.press(place, "Passer")
    website = await admin.press(theme, "Passer")
    preview = await admin.press(website, "Passer")
    assert "Decize" not in preview["text"]
    assert "Les Lampions" in preview["text"]
    assert "abandonné" in (await admin.press(preview, "Abandonner"))["text"]
    assert "Les Lampions" not in (await admin.say("fête de la lumière lampions"))["text"]


async def test_a_postcode_names_its_town(admin: Talk) -> None:
    theme = await guided(admin, "Les Échecs du port", "Jouer aux échecs au bord de l’eau", "58000")
    preview = await admin.press(await admin.press(theme, "Passer"), "Passer")
    assert "Nevers (58000)" in preview["text"]


async def test_a_field_can_be_mended_from_the_preview(admin: Talk) -> None:
    theme = await guided(admin, "Les Marmitons", "Cuisinner ensemble", "Nevers")
    preview = await admin.press(await admin.press(theme, "Passer"), "Passer")
    asked = await admin.press(preview, "Objet")
    assert "Cuisinner ensemble" in asked["text"]
    mended = await admin.say("Cuisiner ensemble")
    assert "Cuisiner ensemble" in mended["text"]
    assert "Publier" in " ".join(labels(mended))


async def test_one_line_adds_at_once_and_can_be_taken_back(admin: Talk) -> None:
    added = await admin.say(
        "/ajouter Les Souffleurs | Souffler le verre selon la tradition | Nevers | 58000 | verre.example.org"
    )
    assert "Les Souffleurs" in added["text"]
    assert "Les Souffleurs" in (await admin.say("souffler le verre"))["text"]
    assert "Défait" in (await admin.press(added, "Défaire"))["text"]
    assert "Les Souffleurs" not in (await admin.say("souffler le verre tradition"))["text"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("Nevers", ""),
        ("Nevrs | 58000", "Je ne connais pas de commune « Nevrs »"),
        ("Nevers | 75011", "« Nevers » n’a pas le code postal 75011"),
        ("Saint-Denis", "Plusieurs communes s’appellent « Saint-Denis »"),
        ("Romorantin-Lanthenay | 41200", ""),
    ],
)
async def test_a_doubtful_place_is_pointed_out(admin: Talk, where: str, said: str) -> None:
    title = "Douteux, " + where.replace(" |", "")
    added = plain((await admin.say(f"/add {title} | Douter ensemble | {where}"))["text"])
    assert "Ajoutée" in added
    assert said in added
    assert ("⚠️" in added) == bool(said)


async def test_a_doubtful_place_is_pointed_out_before_it_is_published(admin: Talk) -> None:
    theme = await guided(admin, "Les Égarés", "Se perdre en forêt", "58000 Nevrs")
    preview = await admin.press(await admin.press(theme, "Passer"), "Passer")
    assert "Je ne connais pas de commune « Nevrs »" in plain(preview["text"])
    await admin.press(preview, "Abandonner")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("/add Trop | a | b | c | d | e", "cinq au plus"),
        ("/add  | | Nevers", "un titre ou un objet"),
        (f"/add {'T' * 251} | objet", "251 caractères, 250 au plus"),
        ("/add Titre | objet | Nevers | 5800", "cinq chiffres"),
        ("/add Titre | objet | Nevers | 58000 | pas un site", "adresse de site"),
        (f"/add {'x' * 251}", "251 caractères"),
    ],
)
async def test_what_a_line_may_not_hold_is_said(admin: Talk, typed: str, said: str) -> None:
    assert said in plain((await admin.say(typed))["text"])


async def test_one_wrong_part_of_a_line_is_asked_for_alone(admin: Talk) -> None:
    asked = await admin.say("/add Les Luges | Glisser en forêt | 58000 Nevers | 5800O | luges.example.org")
    assert "cinq chiffres" in plain(asked["text"]) and "Où se trouve" in plain(asked["text"])
    preview = plain((await admin.say("58000 Nevers"))["text"])
    for part in ("Les Luges", "Glisser en forêt", "Nevers (58000)", "https://luges.example.org"):
        assert part in preview
    await admin.say("/cancel")


async def test_what_a_step_may_not_hold_is_said_and_asked_again(admin: Talk) -> None:
    await admin.say("/add")
    refused = await admin.say("T" * 251)
    assert "251 caractères" in plain(refused["text"])
    assert "titre" in refused["text"]
    assert "Il manque un titre" in plain((await admin.say("\u200b \u2060"))["text"])
    assert "objet" in (await admin.say("<b>Gras</b> & « cie »"))["text"]
    assert "Où" in (await admin.say("Un objet <script>alert(1)</script>"))["text"]
    await admin.press(await admin.say("58000 Nevers"), "Passer")
    website = await admin.say("une phrase")
    assert "adresse de site" in plain(website["text"])
    odd = await admin.say("https://a\x00b.example.org")
    assert "« Site » contient un caractère qui n’est pas du texte" in plain(odd["text"])
    preview = await admin.press(odd, "Passer")
    assert "<b>Gras</b> & « cie »" in preview["text"]
    assert "<script>alert(1)</script>" in preview["text"]


async def test_a_purpose_that_telegram_cuts_is_put_together(admin: Talk) -> None:
    await admin.say("/add Les Bavards du lavoir")
    first, second = "parler " * 585 + "x", "et chanter longtemps"
    rest = await admin.say(first)
    assert "la suite" in rest["text"]
    assert "Où se trouve" in (await admin.say(second))["text"]
    await admin.say("Nevers")
    await admin.say("/cancel")


async def test_a_purpose_beyond_six_thousand_characters_is_refused(admin: Talk) -> None:
    await admin.say("/add Les Intarissables")
    assert "la suite" in (await admin.say("m" * 4096))["text"]
    assert "6 000 au plus" in plain((await admin.say("n" * 2000))["text"])


async def test_a_likely_duplicate_is_shown_before_anything_is_saved(admin: Talk) -> None:
    line = "/add Les Rémouleurs | Aiguiser les couteaux du quartier | Nevers | 58000"
    await admin.say(line)
    alike = await admin.say("/add Les Rémouleurs | Aiguiser couteaux et ciseaux du quartier | Nevers | 58000")
    assert "Cela ressemble à" in plain(alike["text"])
    assert "Les Rémouleurs" in alike["text"]
    assert "Ajoutée" in (await admin.press(alike, "Publier"))["text"]
    same = await admin.say(line)
    refused = await admin.press(same, "Publier")
    assert "déjà dans l’annuaire" in refused["text"]
    assert "Publier" in " ".join(labels(refused))


async def test_in_a_group_the_guided_conversation_is_led_in_private(bot: RunningBot, admin: Talk) -> None:
    group = bot.sandbox.group(members=(admin.user,))
    in_group = Talk(bot.sandbox, admin.user, group)
    assert "tête-à-tête" in (await in_group.say("/add"))["text"]
    added = await in_group.say("/add Les Choristes du marché | Chanter entre les étals | Decize | 58300")
    assert "Ajoutée" in added["text"]


async def test_english_admins_are_spoken_to_in_english(bot: RunningBot, owner: Talk) -> None:
    admin = talk(bot.sandbox, "Robin", language_code="en")
    await owner.say(f"/admins add {admin.user['id']} Robin")
    assert "title" in (await admin.say("/add"))["text"]
    assert "purpose" in (await admin.say("The Lace Makers of Nevers"))["text"]
    assert "Cancel" in " ".join(labels(await admin.say("Teach lace making to all")))
