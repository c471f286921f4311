"""Snapshots: what is opened is what was saved, or it is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from retrieval import snapshot
from retrieval.bm25 import BM25Index
from retrieval.snapshot import (
    DamagedSnapshot,
    NoSnapshot,
    OutdatedSnapshot,
    load_snapshot,
    save_snapshot,
)


def filled() -> BM25Index:
    index = BM25Index()
    for id_ in range(300):
        index.add(id_, {"club": 1, f"w{id_ % 7}": 2}, [f"dept:{id_ % 5}"], ["club", f"mot{id_}"])
    index.compact()
    index.remove(3, {"club": 1, "w3": 2}, ["dept:3"], ["club", "mot3"])
    index.add(900, {"judo": 1}, ["dept:1"], ["judo"])
    return index


def test_a_snapshot_holds_segment_and_later_changes(tmp_path: Path) -> None:
    index = filled()
    save_snapshot(index, tmp_path, "17")
    again, stamp = load_snapshot(tmp_path)
    assert stamp == "17"
    for weights in ({"judo": 1.0}, {"club": 1.0, "w3": 2.0}):
        assert again.top(weights, 300) == index.top(weights, 300)
    assert 3 not in again
    assert 900 in again


def test_saving_again_leaves_nothing_of_before(tmp_path: Path) -> None:
    index = filled()
    save_snapshot(index, tmp_path, "1")
    index.compact()
    index.add(901, {"judo": 1})
    save_snapshot(index, tmp_path, "2")
    kinds = sorted(entry.name.partition("-")[0] for entry in tmp_path.iterdir() if entry.is_dir())
    assert kinds == ["changes", "segment"]
    again, stamp = load_snapshot(tmp_path)
    assert stamp == "2"
    assert [id_ for id_, _ in again.top({"judo": 1.0}, 5)] == [900, 901]


def test_no_snapshot_yet(tmp_path: Path) -> None:
    with pytest.raises(NoSnapshot):
        load_snapshot(tmp_path / "nowhere")


def files(folder: Path) -> list[Path]:
    save_snapshot(filled(), folder, "1")
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.name != snapshot.LOCK)


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone", "foreign", "longer"])
def test_any_damaged_file_is_noticed(tmp_path: Path, damage: str) -> None:
    model = tmp_path / "model"
    for number, whole in enumerate(files(model)):
        folder = tmp_path / str(number)
        shutil.copytree(model, folder)
        file = folder / whole.relative_to(model)
        content = file.read_bytes()
        match damage:
            case "flipped":
                place = len(content) * 2 // 3
                file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
            case "cut":
                file.write_bytes(content[: len(content) // 2])
            case "gone":
                file.unlink()
            case "foreign":
                file.write_bytes(b"something else")
            case "longer":
                file.write_bytes(content + b"0")
        with pytest.raises((DamagedSnapshot, NoSnapshot)):
            load_snapshot(folder)


@pytest.mark.parametrize("version", ["FORMAT", "ANALYSIS_VERSION"])
def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    save_snapshot(filled(), tmp_path, "1")
    monkeypatch.setattr(snapshot, version, 999)
    with pytest.raises(OutdatedSnapshot):
        load_snapshot(tmp_path)


def test_a_failed_save_leaves_the_former_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = filled()
    save_snapshot(index, tmp_path, "1")
    index.add(901, {"judo": 1})

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(snapshot, "sync", full)
    with pytest.raises(OSError, match="No space"):
        save_snapshot(index, tmp_path, "2")
    again, stamp = load_snapshot(tmp_path)
    assert stamp == "1"
    assert 901 not in again


def test_a_snapshot_of_no_documents(tmp_path: Path) -> None:
    save_snapshot(BM25Index(k1=1.2, b=0.4), tmp_path, "0")
    again, _ = load_snapshot(tmp_path)
    assert len(again) == 0
    assert (again.k1, again.b) == (1.2, 0.4)
    assert json.loads((tmp_path / "manifest.json").read_text())["stamp"] == "0"
