"""From a file of any kind to its rows: recognises archives, compression and format, and refuses what is hostile."""

from __future__ import annotations

import gzip
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, cast

from storage.registers import jsonlines, rna
from storage.registers.delimited import Table
from storage.registers.encodings import Lines
from storage.registers.records import LeftOut, Record, RegisterError


@dataclass
class Register:
    """A register being read.

    Attributes:
        name: Name of the file.
        format: Name of the recognised format; known once the first row is read.
        encoding: Names of the encodings met so far.
        bytes_done: Bytes read so far, of ``bytes_total``.
        member: Name of the file inside the archive being read, or empty.
    """

    path: Path
    name: str
    format: str = ""
    encoding: str = "UTF-8"
    bytes_done: int = 0
    bytes_total: int = 0
    member: str = ""

    def rows(self) -> Iterator[Record | LeftOut]:
        """Yield the rows of the file, or of all files in the archive."""
        self.bytes_total = self.path.stat().st_size
        with self.path.open("rb") as file:
            magic = file.read(4)
            file.seek(0)
            if magic.startswith(b"PK"):
                yield from self._zip(file)
            elif magic.startswith(b"\x1f\x8b"):
                with gzip.open(file) as unpacked:
                    yield from self._file(cast(IO[bytes], unpacked), self.name.removesuffix(".gz"), file.tell)
            else:
                yield from self._file(file, self.name, file.tell)

    def _zip(self, file: IO[bytes]) -> Iterator[Record | LeftOut]:
        with zipfile.ZipFile(file) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            self.bytes_total = sum(member.file_size for member in members)
            before = 0
            for member in members:
                self.member = member.filename
                with archive.open(member) as unpacked:
                    yield from self._file(
                        unpacked, member.filename, lambda u=unpacked, b=before: b + u.tell()
                    )
                before += member.file_size

    def _file(self, file: IO[bytes], name: str, position: Callable[[], int]) -> Iterator[Record | LeftOut]:
        lines = Lines(file)
        for number, row in enumerate(self._records(lines, name)):
            if not number & 0xFF:
                self.bytes_done = position()
            yield row
        self.encoding = lines.encoding

    def _records(self, lines: Lines, name: str) -> Iterator[Record | LeftOut]:
        stream = iter(lines)
        first = next((line for line in stream if line.strip()), "")
        if first.lstrip().startswith("{"):
            self.format = "JSON Lines"
            return jsonlines.read(chain([first], stream))
        table = Table(chain([first], stream), name)
        self.format = rna.layout(table.header)
        return rna.read(table.header, table)
