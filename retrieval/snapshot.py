"""Snapshots: the index on disk, beside the database, to be opened by mapping instead of made anew.

A folder holds ``manifest.json``, the folder of one segment and that of the changes since. The manifest is
replaced last and at once, so that a crash leaves the former snapshot or the new one, never a mixture.
"""

from __future__ import annotations

import json
import mmap
import shutil
import tempfile
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from retrieval.arrayfiles import array_in
from retrieval.bm25 import BM25Index
from retrieval.checksums import checksums, mapped, sync
from retrieval.collection import Collection
from retrieval.compaction import BUILDING, PREFIX, Frozen, freeze
from retrieval.french import ANALYSIS_VERSION
from retrieval.postings import Postings, load, save
from retrieval.segment import Segment, SegmentArrays
from retrieval.tier import Tier
from retrieval.vocabulary import Vocabulary

FORMAT = 2
"""To be raised whenever older programs could not read what this one writes, or the reverse."""

MANIFEST = "manifest.json"
LOCK = "lock"
CHANGES = "changes-"
A_DAY = 86_400


class UnusableSnapshot(Exception):
    """The snapshot can't be used, and the index must be made anew; the message says why.

    UnusableSnapshot
    ├── NoSnapshot        there is none yet
    ├── DamagedSnapshot   a file is missing, cut off or altered
    └── OutdatedSnapshot  made by another version of the format or of the analysis
    """


class NoSnapshot(UnusableSnapshot):
    """There is none in that folder."""


class DamagedSnapshot(UnusableSnapshot):
    """A file is missing, cut off, altered, or no part of a snapshot."""


class OutdatedSnapshot(UnusableSnapshot):
    """Another version of the format or of the analysis wrote it."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangesArrays(Postings):
    """The tier, the deaths and what they took along; ``word_frequencies`` are differences here.

    Attributes:
        dead: Numbers of the deleted documents of the segment.
        tier_dead: Numbers of those of the tier.
        gone_terms: Terms of deleted documents.
        gone_term_counts: How many deleted documents held each.
        gone_keys: Keys of deleted documents.
        gone_key_counts: How many deleted documents held each.
        totals: Number of living documents and sum of their lengths.
    """

    dead: NDArray[np.int64]
    tier_dead: NDArray[np.int64]
    gone_terms: Vocabulary
    gone_term_counts: NDArray[np.int64]
    gone_keys: Vocabulary
    gone_key_counts: NDArray[np.int64]
    totals: NDArray[np.int64]


def save_snapshot(index: BM25Index, folder: Path, stamp: str) -> None:
    """Write the index as it is at this moment.

    Args:
        index: It may be searched and changed meanwhile.
        folder: Made if need be. A segment that is there already is not written again.
        stamp: What the caller wants to know of the snapshot when it is loaded.

    Raises:
        OSError: It can't be written; the former snapshot stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / LOCK):
        _save(index, folder, stamp)


def _save(index: BM25Index, folder: Path, stamp: str) -> None:
    present = list(folder.iterdir())
    frozen, gone_terms, gone_keys, totals = index.read_state(_freeze)
    segment = _segment_folder(frozen.segment, folder)
    changes = Path(tempfile.mkdtemp(prefix=CHANGES, dir=folder))
    arrays = frozen.tier.arrays(frozen.words)
    save(
        ChangesArrays(
            **{name: getattr(arrays, name) for name in Postings.__slots__},
            dead=frozen.dead,
            tier_dead=np.array(sorted(frozen.tier.dead), np.int64),
            gone_terms=Vocabulary.of(gone_terms),
            gone_term_counts=_counts(gone_terms),
            gone_keys=Vocabulary.of(gone_keys),
            gone_key_counts=_counts(gone_keys),
            totals=totals,
        ),
        changes,
    )
    manifest = {
        "format": FORMAT,
        "analysis": ANALYSIS_VERSION,
        "stamp": stamp,
        "k1": frozen.okapi.k1,
        "b": frozen.okapi.b,
        "segment": segment.name,
        "changes": changes.name,
        "files": checksums(folder, [segment, changes]),
    }
    _replace(folder / MANIFEST, json.dumps({**manifest, "checksum": _checksum_of(manifest)}, indent=1))
    # What a running compaction writes is not known yet: it is looked at the next time.
    if not index.compacting:
        _tidy(present, {segment, changes, index.read_state(lambda collection: collection.segment.folder)})


def _freeze(collection: Collection) -> tuple[Frozen, dict[str, int], dict[str, int], NDArray[np.int64]]:
    totals = np.array([collection.corpus_size, collection.total_length], np.int64)
    return freeze(collection), dict(collection.gone_terms), dict(collection.gone_keys), totals


def _counts(gone: dict[str, int]) -> NDArray[np.int64]:
    return np.array([gone[name] for name in sorted(gone)], np.int64)


def _segment_folder(segment: Segment, folder: Path) -> Path:
    """The folder of the segment's files, written now unless it is in ``folder`` already."""
    if segment.folder is not None and segment.folder.parent == folder and segment.folder.is_dir():
        return segment.folder
    own = Path(tempfile.mkdtemp(prefix=PREFIX, dir=folder))
    save(segment.arrays, own)
    return own


def load_snapshot(folder: Path) -> tuple[BM25Index, str]:
    """Open the snapshot in ``folder``: the index and its stamp.

    Every file is checked first: a damaged index would give wrong answers, not errors.

    Raises:
        UnusableSnapshot: See there.
    """
    manifest = _manifest(folder)
    if (manifest["format"], manifest["analysis"]) != (FORMAT, ANALYSIS_VERSION):
        raise OutdatedSnapshot("another version of the program made it")
    try:
        files = mapped(folder, manifest["files"])
        segment = Segment(load(SegmentArrays, partial(_array, files, manifest["segment"])))
        changes = load(ChangesArrays, partial(_array, files, manifest["changes"]))
    except (OSError, ValueError) as error:
        raise DamagedSnapshot(str(error)) from error
    segment.folder = folder / manifest["segment"]
    index = BM25Index(k1=manifest["k1"], b=manifest["b"], folder=folder, segment=segment)
    index.read_state(lambda collection: _restore(collection, changes))
    return index, manifest["stamp"]


def _array(files: Mapping[str, mmap.mmap], part: str, name: str) -> NDArray[Any]:
    return array_in(files[f"{part}/{name}.npy"])


def _restore(collection: Collection, changes: ChangesArrays) -> None:
    collection.tier = Tier.restored(changes, changes.tier_dead.tolist())
    for document in changes.dead.tolist():
        collection.deaths.mark(document, 1)
    collection.restore(
        version=1,
        totals=(int(changes.totals[0]), int(changes.totals[1])),
        words=_mapping(changes.words, changes.word_frequencies),
        gone_terms=_mapping(changes.gone_terms, changes.gone_term_counts),
        gone_keys=_mapping(changes.gone_keys, changes.gone_key_counts),
    )


def _mapping(vocabulary: Vocabulary, counts: NDArray[np.int64]) -> dict[str, int]:
    return dict(zip(vocabulary.strings(0, len(vocabulary)), counts.tolist(), strict=True))


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NoSnapshot("there is none") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedSnapshot(str(error)) from error
    try:
        manifest = json.loads(text)
        checksum = manifest.pop("checksum")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise DamagedSnapshot(f"{MANIFEST} is not as it was written") from error
    if checksum != _checksum_of(manifest):
        raise DamagedSnapshot(f"{MANIFEST} is not as it was written")
    return dict(manifest)


def _checksum_of(manifest: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(manifest, sort_keys=True).encode())


def _replace(path: Path, text: str) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    sync(fresh)
    fresh.replace(path)
    sync(path.parent)


def _tidy(present: list[Path], kept: set[Path | None]) -> None:
    """Remove what earlier snapshots, compactions and interrupted builds left."""
    for entry in present:
        left = entry.name.startswith((PREFIX, CHANGES)) and entry not in kept
        if left or (entry.name.startswith(BUILDING) and time.time() - entry.stat().st_mtime > A_DAY):
            shutil.rmtree(entry, ignore_errors=True)
