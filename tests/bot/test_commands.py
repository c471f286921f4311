"""The command line: what was done is reported whatever came after it, and refusals are sentences."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support import command


async def test_files_before_one_that_is_refused_are_reported(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("sauvegarder les marmottes du parc\n", encoding="utf-8")
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    status, output = await command("import", "club.txt", "picture.csv", "--json", folder=tmp_path)
    assert status == 1
    assert "Traceback" not in output
    assert "picture.csv n’est pas du texte" in output
    reports = json.loads(output[output.index("[") : output.rindex("]") + 1])
    assert [(report["file"], report["added"]) for report in reports] == [("club.txt", 1)]


async def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("sauvegarder les marmottes du parc\n", encoding="utf-8")
    (tmp_path / "topics.tsv").write_text("1\tmarmottes\n", encoding="utf-8")
    (tmp_path / "qrels.tsv").write_text("1 W000000001 1\n", encoding="utf-8")
    for arguments in (
        ("import", "club.txt", "--left-out", "nowhere/rows.csv"),
        ("evaluate", "topics.tsv", "qrels.tsv", "--run", "nowhere/rows.csv"),
    ):
        status, output = await command(*arguments, folder=tmp_path)
        assert status == 1
        assert "Impossible d’écrire nowhere/rows.csv" in output
        assert "Traceback" not in output
        assert "marmottes" not in output
    assert not (tmp_path / "data").exists()


async def test_a_file_to_be_read_is_not_written_over(tmp_path: Path) -> None:
    rows = tmp_path / "club.csv"
    rows.write_text("titre;objet\nMarmottes;les sauvegarder\n", encoding="utf-8")
    status, output = await command("import", "club.csv", "--left-out", "club.csv", folder=tmp_path)
    assert status == 1
    assert "choisissez un autre nom" in output
    assert "Marmottes" in rows.read_text(encoding="utf-8")


async def test_what_was_left_out_is_told_with_its_lines(tmp_path: Path) -> None:
    content = "titre;objet;site\nMarmottes;les sauvegarder;néant\nChamois;les compter;par ici\nBouquetins\n"
    (tmp_path / "club.csv").write_text(content, encoding="utf-8")
    (tmp_path / "liste.txt").write_text("sauvegarder les tétras\n", encoding="utf-8")
    status, output = await command("import", "club.csv", "liste.txt", folder=tmp_path)
    assert status == 0
    assert "1 × « Site » illisible, laissé de côté (ligne 3)" in output.replace("\u202f", " ")
    assert "1 × plus ou moins de colonnes que l’en-tête (ligne 4)" in output
    assert "liste.txt (texte, un objet par ligne)" in output


async def test_json_is_explained_beside_the_list(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("sauvegarder les marmottes du parc\n", encoding="utf-8")
    assert (await command("import", "club.txt", folder=tmp_path))[0] == 0
    status, output = await command("search", "marmottes", "--json", "--explain", folder=tmp_path)
    assert status == 0
    assert "Réponse" in output and "associations trouvées" in output
    assert len(json.loads(output[output.index("[\n") :])) == 1


async def test_search_without_anything_to_list_says_a_line(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("sauvegarder les marmottes du parc\n", encoding="utf-8")
    assert (await command("import", "club.txt", folder=tmp_path))[0] == 0
    for question, line in (
        ("", "Je ne vois pas de mot à chercher."),
        ("👋", "Je ne vois pas de mot à chercher."),
        ("merci", "Avec plaisir ! Autre chose à chercher ?"),
        ("près de chez moi", "Près de quel endroit ?"),
        ("zibeline", "Aucune association trouvée."),
    ):
        status, output = await command("search", question, folder=tmp_path)
        assert status == 0
        assert output.replace("\u202f", " ").startswith(line)
    for question in ("bonjour", "zibeline"):
        status, output = await command("search", question, "--json", folder=tmp_path)
        assert (status, json.loads(output)) == (0, [])


async def test_search_says_how_a_question_was_read_and_marks_neighbours(tmp_path: Path) -> None:
    rows = "titre;objet;ville;code postal\nMarmottes;les sauvegarder;Clamecy;58500\n"
    (tmp_path / "club.csv").write_text(rows, encoding="utf-8")
    assert (await command("import", "club.csv", folder=tmp_path))[0] == 0
    status, output = await command("search", "marmotttes à Nevers", folder=tmp_path)
    assert status == 0
    for said in (
        "marmotttes → marmottes",
        "📍 Nevers",
        "Rien sur place",
        "1. Marmottes · voisin · 58500 Clamecy",
    ):
        assert said in output.replace("\u202f", " ")
