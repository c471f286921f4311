"""/import across a restart or a kill of the service: offered again, and never half done."""

from __future__ import annotations

from pathlib import Path

from tests.handlers.admins_support import ENTRIES, owner_of, proposed, service, sheet, shown


async def test_the_button_works_after_a_restart(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner = owner_of(made.sandbox)
        async with made.running():
            dry = await proposed(owner, "liste.csv", sheet("Les Revenants;Revenir;Nevers;58000;"))
        async with made.running():
            await owner.press(dry, "Importer")
            done = await shown(owner, "Import terminé")
            made.sandbox.press(owner.user, done, "i:yes:000000000000", check=False)
            over = await made.sandbox.wait("answerCallbackQuery")
            while "text" not in over.params:
                over = await made.sandbox.wait("answerCallbackQuery")
            assert "déjà fait" in over.params["text"]
        assert "Les Revenants" in made.titles()


async def test_an_import_cut_short_by_a_kill_is_offered_again(tmp_path: Path) -> None:
    async with service(tmp_path) as made:
        owner = owner_of(made.sandbox)
        rows = [f"Les Patineurs n° {n};Patiner sur l’étang gelé {n};Nevers;58000;" for n in range(8000)]
        async with made.running() as process:
            dry = await proposed(owner, "patineurs.csv", sheet(*rows))
            await owner.press(dry, "Importer")
            await process.kill()
        assert len(made.titles()) in (len(ENTRIES), len(ENTRIES) + 8000)
        async with made.running():
            offer = await shown(owner, "a redémarré pendant votre import")
            await owner.press(offer, "Importer")
            await shown(owner, "Import terminé")
        assert len(made.titles()) == len(ENTRIES) + 8000
