"""Files that are on the disk as they were written: sizes, CRC-32, and waiting for the disk."""

from __future__ import annotations

import mmap
import os
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from retrieval.arrayfiles import map_file

CHUNK = 1 << 22


def checksums(folder: Path, parts: list[Path]) -> dict[str, list[int]]:
    """Size and checksum of each file, by its path in ``folder``; all are on the disk afterwards."""
    files = sorted(file for part in parts for file in part.iterdir())
    with ThreadPoolExecutor() as threads:
        sums = list(threads.map(_checksum, files))
        list(threads.map(sync, [*files, *parts]))
    return {file.relative_to(folder).as_posix(): sum_ for file, sum_ in zip(files, sums, strict=True)}


def mapped(folder: Path, files: dict[str, list[int]]) -> dict[str, mmap.mmap]:
    """Map files that are as they were written; to see that, they were read through, so all is in memory.

    Raises:
        OSError: A file can't be read.
        ValueError: A file is not the same.
    """
    with ThreadPoolExecutor() as threads:
        return dict(
            zip(files, threads.map(lambda name: _mapped(folder / name, files[name]), files), strict=True)
        )


def _mapped(file: Path, expected: list[int]) -> mmap.mmap:
    content = map_file(file)
    with memoryview(content) as view:
        crc = 0
        for start in range(0, len(view), CHUNK):
            crc = zlib.crc32(view[start : start + CHUNK], crc)
        if [len(view), crc] != expected:
            raise ValueError(f"{file.name} is not as it was written")
    return content


def _checksum(file: Path) -> list[int]:
    """Size in bytes and CRC-32."""
    size = crc = 0
    with file.open("rb", buffering=0) as stream:
        while block := stream.read(CHUNK):
            size, crc = size + len(block), zlib.crc32(block, crc)
    return [size, crc]


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
