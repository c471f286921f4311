"""Measures of answer quality, worked out by hand."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from retrieval.evaluation import InvalidJudgments, Topic, by_kind, measure, read_judgments, read_topics

GRADES = {"a": 3, "b": 2, "c": 1, "d": 0}


def test_best_order_is_worth_one() -> None:
    assert measure(["a", "b", "c", "d"], GRADES).ndcg10 == pytest.approx(1.0)


def test_gain_falls_with_rank_and_unjudged_counts_as_nothing() -> None:
    got = measure(["x", "b", "a"], GRADES)
    ideal = 7 / log2(2) + 3 / log2(3) + 1 / log2(4)
    assert got.ndcg10 == pytest.approx((3 / log2(3) + 7 / log2(4)) / ideal)
    assert (got.mrr10, got.success5, got.precision5, got.recall100) == (0.5, 1.0, 1.0, 1.0)
    assert got.judged10 == pytest.approx(2 / 3)


def test_nothing_found_is_worth_nothing() -> None:
    assert measure([], GRADES).ndcg10 == 0.0
    assert measure(["a"], {}).ndcg10 == 0.0


def test_means_by_kind() -> None:
    topics = [Topic("1", "q", "place"), Topic("2", "q", "typo"), Topic("3", "q", "place")]
    results = {"1": measure(["a", "b", "c"], GRADES), "2": measure([], GRADES), "3": measure([], GRADES)}
    means = by_kind(topics, results)
    assert list(means) == ["all", "place", "typo"]
    assert means["place"][0] == 2
    assert means["place"][1].ndcg10 == pytest.approx(0.5)
    assert means["all"][1].ndcg10 == pytest.approx(1 / 3)


def test_files_are_read_and_errors_located(tmp_path: Path) -> None:
    topics, judgments = tmp_path / "topics.tsv", tmp_path / "judgments.tsv"
    topics.write_text("T1\tchorale à Nevers\tune chorale\tplace\n", encoding="utf-8")
    judgments.write_text("T1\tW000000001\t3\nT1\tW000000002\tgood\n", encoding="utf-8")
    assert read_topics(topics) == [Topic("T1", "chorale à Nevers", "place")]
    with pytest.raises(InvalidJudgments) as raised:
        read_judgments(judgments)
    assert str(raised.value).endswith("judgments.tsv:2")
