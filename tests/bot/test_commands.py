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
