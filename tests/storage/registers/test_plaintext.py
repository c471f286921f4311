"""One purpose a line."""

from __future__ import annotations

from pathlib import Path

from storage.registers.records import LeftOut, Record
from tests.storage.registers.made_up import entries_of, rows_of


def test_a_line_is_a_purpose(tmp_path: Path) -> None:
    text = "chanter ensemble ; donner des concerts\n\njouer aux échecs, apprendre aux enfants\nlire"
    entries = entries_of(tmp_path / "purposes.txt", text)
    assert [entry.purpose for entry in entries] == text.replace("\n\n", "\n").split("\n")
    assert all(entry.title == "" for entry in entries)


def test_closing_or_separating_punctuation_continues_the_line_before(tmp_path: Path) -> None:
    text = "défendre les adhérents (artisans, commerçants\n) , négocier pour eux\n; informer\n. Fin\nlire"
    rows = rows_of(tmp_path / "purposes.txt", text)
    assert [(row.line, row.entry.purpose) for row in rows if isinstance(row, Record)] == [
        (1, "défendre les adhérents (artisans, commerçants) , négocier pour eux ; informer. Fin"),
        (5, "lire"),
    ]


def test_a_first_line_with_commas_is_no_table(tmp_path: Path) -> None:
    text = "association, but sportif, loisirs de plein air\nautre ligne"
    assert len(entries_of(tmp_path / "liste", text)) == 2


def test_a_placeholder_is_left_out_with_its_line(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "purposes.txt", "chanter\nvoir titre\nlire")
    assert [(row.line, row.reason) for row in rows if isinstance(row, LeftOut)] == [(2, "nothing")]


def test_lines_that_only_continue_do_not_pile_up(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "purposes.txt", "début\n" + ") encore\n" * 5_000)
    assert {row.reason for row in rows if isinstance(row, LeftOut)} == {"long"}
    assert all(len(row.raw) < 30_000 for row in rows if isinstance(row, LeftOut))
