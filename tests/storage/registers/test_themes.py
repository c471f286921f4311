"""The nomenclature that ships with the project."""

from __future__ import annotations

from storage.registers import themes


def test_every_theme_has_a_heading_that_exists() -> None:
    every = themes.every()
    assert len(every) == 299
    assert all(theme.parent is None or theme.parent in every for theme in every.values())


def test_labels() -> None:
    assert themes.label("007000") == "CLUBS DE LOISIRS, RELATIONS"
    assert themes.label("007010") == "billard, quilles"
    assert themes.label("999999") is None
    assert themes.label(None) is None


def test_a_theme_can_be_named_by_code_or_label() -> None:
    theme = themes.under(themes.headings()[0].code)[0]
    assert themes.named(theme.label.upper()) == theme.code
    assert themes.named(theme.code) == theme.code
    assert themes.named("") is None
    assert themes.named("voile sur glace en salle") is None


def test_headings_have_labels() -> None:
    assert all(heading.label for heading in themes.headings())
