"""The theme classifier: naive Bayes as defined, kept on disk, honest about what it does not know."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from retrieval.classifier import (
    LABEL_COPIES,
    LENGTH_DAMPING,
    SMOOTHING,
    ThemeClassifier,
    learn,
)
from retrieval.french import terms
from retrieval.proposals import ThemeProposals
from storage.database import Database
from storage.registers import themes

LABELS = {"011000": "sports", "006000": "musique et chant", "019000": "entraide sociale"}
TEXTS = [
    *[("Courir et sauter dans le stade", "011000")] * 4,
    *[("Chanter en chœur dans l’église", "006000")] * 6,
    *[("Aider les familles dans le besoin", "019000")] * 3,
]


def by_definition(text: str) -> dict[str, float]:
    """Share of each theme, straight from the formula, over a dictionary of counts."""
    counts: dict[str, Counter[str]] = {code: Counter() for code in LABELS}
    documents: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    for said, code in [
        *TEXTS,
        *((label, code) for code, label in LABELS.items() for _ in range(LABEL_COPIES)),
    ]:
        counts[code].update(terms(said))
        texts.update(set(terms(said)))
    documents.update(code for _, code in TEXTS)
    vocabulary = {term for term, number in texts.items() if number >= 3}
    known = [term for term in terms(text) if term in vocabulary]
    scores = {}
    for code, of_theme in counts.items():
        total = sum(number for term, number in of_theme.items() if term in vocabulary)
        evidence = sum(
            math.log((of_theme[term] + SMOOTHING) / (total + SMOOTHING * len(vocabulary))) for term in known
        )
        prior = math.log((documents[code] + 1) / (len(TEXTS) + len(LABELS)))
        scores[code] = evidence / len(known) ** LENGTH_DAMPING + prior
    # Terms never seen with a theme weigh the same for all: only differences count.
    highest = max(scores.values())
    shares = {code: math.exp(score - highest) for code, score in scores.items()}
    return {code: share / sum(shares.values()) for code, share in shares.items()}


@pytest.mark.parametrize(
    "text", ["chanter dans le stade", "aider les familles", "musique", "sauter sauter courir"]
)
def test_shares_are_those_of_the_formula(text: str) -> None:
    proposals = ThemeClassifier.train(TEXTS, LABELS).propose(text, limit=3)
    expected = by_definition(text)
    assert [one.theme for one in proposals] == sorted(expected, key=lambda code: -expected[code])
    for one in proposals:
        assert one.probability == pytest.approx(expected[one.theme], rel=1e-4)


def test_unknown_words_propose_nothing() -> None:
    assert ThemeClassifier.train(TEXTS, LABELS).propose("zzyzx") == []
    assert ThemeClassifier.train([], LABELS).propose("") == []


def test_a_theme_without_examples_is_known_by_its_label() -> None:
    model = ThemeClassifier.train(TEXTS, {**LABELS, "015000": "apiculture"})
    assert model.propose("apiculture")[0].theme == "015000"


def test_themes_outside_the_nomenclature_are_not_learnt() -> None:
    model = ThemeClassifier.train([*TEXTS, *[("plonger sous la mer", "999999")] * 5], LABELS)
    assert model.propose("plonger sous la mer") == []


def test_a_model_kept_on_disk_is_the_same(tmp_path: Path) -> None:
    model = ThemeClassifier.train(TEXTS, LABELS, revision=42)
    model.save(tmp_path / "model.npz")
    loaded = ThemeClassifier.load(tmp_path / "model.npz")
    assert loaded is not None
    assert loaded.stamp == model.stamp
    assert loaded.propose("chanter et courir") == model.propose("chanter et courir")
    assert [path.name for path in tmp_path.iterdir()] == ["model.npz"]


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut short"])
def test_a_damaged_model_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.npz").write_bytes(content)
    assert ThemeClassifier.load(tmp_path / "model.npz") is None
    assert ThemeClassifier.load(tmp_path / "missing.npz") is None


async def filled(path: Path) -> None:
    """A database with made-up associations of two real themes."""
    database = await Database.open(path)
    await database.close()
    rows = [(f"Chorale {n}", f"Chanter ensemble {n}", "006030") for n in range(20)]
    rows += [(f"Club {n}", f"Jouer au ballon {n}", "011000") for n in range(20)]
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO associations (title, purpose, theme, source, created_at, updated_at)"
            " VALUES (?, ?, ?, 'test', 0, 0)",
            rows,
        )
    connection.close()


async def test_it_learns_from_the_catalogue(tmp_path: Path) -> None:
    await filled(tmp_path / "w.sqlite3")
    learn(tmp_path / "w.sqlite3", tmp_path / "model.npz")
    model = ThemeClassifier.load(tmp_path / "model.npz")
    assert model is not None
    assert model.codes == sorted(themes.every())
    assert model.propose("chanter")[0].theme == "006030"
    assert model.propose("jouer au ballon")[0].theme == "011000"


async def test_proposals_come_from_a_process_of_its_own_and_stay_beside_the_database(tmp_path: Path) -> None:
    await filled(tmp_path / "w.sqlite3")
    proposals = ThemeProposals(tmp_path / "w.sqlite3")
    try:
        found = await proposals.themes("chanter ensemble", revision=0)
        while not found:
            found = await proposals.themes("chanter ensemble", revision=0)
        assert found[0].theme == "006030"
    finally:
        await proposals.close()
    again = ThemeProposals(tmp_path / "w.sqlite3")
    again.prepare(revision=0)
    assert (await again.themes("jouer", revision=0))[0].theme == "011000"
    await again.close()
