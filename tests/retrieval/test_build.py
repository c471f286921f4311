"""Building from many documents gives the index that adding them one by one gives."""

from __future__ import annotations

import os
import signal
import subprocess
from functools import partial
from pathlib import Path
from random import Random

import pytest

from retrieval import build as building
from retrieval.bm25 import BM25Index, Filter
from retrieval.build import build
from retrieval.inversion import Analysed, inverted


def made_up(number: int) -> Analysed:
    random = Random(number)
    terms = {
        f"t{int(random.paretovariate(0.6)) % 900}": random.randint(1, 3) for _ in range(random.randint(0, 20))
    }
    return number * 3, terms, [f"dept:{number % 50}", f"name:{number}"], [f"m{term}" for term in terms]


def unreadable(number: int) -> Analysed:
    raise RuntimeError(f"document {number}")


@pytest.mark.parametrize("processes", [1, 2])
def test_built_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int) -> None:
    monkeypatch.setattr(building, "BLOCK", 1_000)
    heard: list[int] = []
    index = build(
        range(4_500), partial(inverted, made_up), folder=tmp_path, progress=heard.append, processes=processes
    )
    one_by_one = BM25Index()
    for number in range(4_500):
        one_by_one.add(*made_up(number))
    for weights in ({"t1": 1.0}, {"t1": 1.0, "t7": 0.5, "t400": 2.0}, {f"t{n}": 1.0 for n in range(1, 40)}):
        for where in (Filter(), Filter((frozenset({"dept:7", "dept:8"}),))):
            found, expected = index.top(weights, 60, where=where), one_by_one.top(weights, 60, where=where)
            assert [id_ for id_, _ in found] == [id_ for id_, _ in expected]
            assert [s for _, s in found] == pytest.approx([s for _, s in expected], abs=1e-9, rel=0)
    assert sorted(index.words.with_prefix("mt2")) == sorted(one_by_one.words.with_prefix("mt2"))
    assert heard == sorted(heard)
    assert (heard[0], heard[-1]) == (0, 4_500)
    assert [entry.name.partition("-")[0] for entry in tmp_path.iterdir()] == ["segment"]


def test_nothing_to_build(tmp_path: Path) -> None:
    assert len(build([], partial(inverted, made_up), folder=tmp_path)) == 0


@pytest.mark.parametrize("processes", [1, 2])
def test_giving_up_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(building, "BLOCK", 1_000)

    def enough(done: int) -> None:
        if done >= 2_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(
            range(10_000), partial(inverted, made_up), folder=tmp_path, progress=enough, processes=processes
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_an_unreadable_document_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(building, "BLOCK", 5)
    with pytest.raises(RuntimeError, match="document"):
        build(range(20), partial(inverted, unreadable), folder=tmp_path, processes=processes)


def test_without_processes_one_core_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise OSError("no process can be started")

    monkeypatch.setattr(building, "BLOCK", 100)
    monkeypatch.setattr(subprocess, "Popen", none_left)
    assert len(build(range(450), partial(inverted, made_up), folder=tmp_path, processes=2)) == 450


def deadly_elsewhere(number: int) -> Analysed:
    if os.getpid() != int(os.environ["TESTING"]) and number > 150:
        os.kill(os.getpid(), signal.SIGKILL)
    return made_up(number)


def test_processes_that_are_killed_are_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTING", str(os.getpid()))
    monkeypatch.setattr(building, "BLOCK", 100)
    assert len(build(range(650), partial(inverted, deadly_elsewhere), folder=tmp_path, processes=2)) == 650
