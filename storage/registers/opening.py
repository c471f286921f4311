"""From a file of any kind to its rows: unpacks zip and gzip while reading, and refuses what is hostile."""

from __future__ import annotations

import gzip
import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, cast

from storage.registers import binary, encodings, formats
from storage.registers.records import LeftOut, Record, RegisterError

ZIP, GZIP = (b"PK\x03\x04", b"PK\x05\x06"), (b"\x1f\x8b",)
ARCHIVES = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz")
TEXTS = (".csv", ".tsv", ".json", ".jsonl", ".txt")
MOST_BYTES = 30 * 2**30
"""Unpacked; the two national zips are about 1.5 GB."""
SMALL = 64 * 2**20
MOST_RATIO = 150
"""Unpacked to packed bytes beyond ``SMALL``; registers have 4 to 15."""
MOST_MEMBERS = 2_000


class Register:
    """A register file being read.

    Attributes:
        name: Name of the file.
        member: Name of the file inside the zip that is being read, or empty.
        formats: Names of the formats met so far.
        ignored: Names of columns met so far that tell no field.
        bytes_done: Bytes read so far, of ``bytes_total``.
        bytes_total: Size of what there is to read.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.member = ""
        self.formats: list[str] = []
        self.ignored: list[str] = []
        self.bytes_done = 0
        self.bytes_total = 0
        self._path = path
        self._encodings: Counter[str] = Counter()

    @property
    def encoding(self) -> str:
        """Names of the encodings met so far."""
        return encodings.named(self._encodings)

    def rows(self) -> Iterator[Record | LeftOut]:
        """Yield the rows of the file, or of every file in the zip.

        Raises:
            RegisterError: It can't be imported; the reason says why.
        """
        with _explained(self.name), self._path.open("rb") as file:
            self.bytes_total = self._path.stat().st_size
            magic = file.read(4)
            file.seek(0)
            if magic in ZIP:
                yield from self._unzipped(file)
            elif magic.startswith(GZIP):
                unpacked = cast(IO[bytes], gzip.GzipFile(fileobj=file))
                yield from self._text(unpacked, self.name.removesuffix(".gz"), file.tell)
            else:
                yield from self._text(file, self.name, file.tell)

    def _unzipped(self, file: IO[bytes]) -> Iterator[Record | LeftOut]:
        with zipfile.ZipFile(file) as archive:
            members = self._members(archive)
            self.bytes_total = sum(member.file_size for member in members)
            before = 0
            for member in members:
                self.member = member.filename
                with archive.open(member) as unpacked:
                    position = partial(_position, before, unpacked)
                    yield from self._text(unpacked, member.filename, position)
                before += member.file_size

    def _members(self, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
        """The registers in the zip.

        Raises:
            RegisterError: ``climbs``, ``encrypted``, ``nested``, ``bomb``, ``binary`` or ``no_register``.
        """
        # A name that begins with a null character is empty, which is_dir does not bear.
        members = [member for member in archive.infolist() if member.filename and not member.is_dir()]
        if binary.office([member.filename for member in members]):
            raise RegisterError("binary", name=self.name, kind="spreadsheet")
        if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_BYTES:
            raise RegisterError("bomb", name=self.name)
        for member in members:
            self._examine(member)
        texts = [member for member in members if _visible(member.filename, TEXTS)]
        registers = [member for member in texts if not member.filename.lower().endswith(".txt")] or texts
        if not registers:
            raise RegisterError("no_register", name=self.name)
        return registers

    def _examine(self, member: zipfile.ZipInfo) -> None:
        # orig_filename: zipfile has already rewritten backslashes and cut at a null character in filename.
        path = PurePosixPath(member.orig_filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
            raise RegisterError("climbs", name=self.name, member=member.orig_filename[:100])
        if member.flag_bits & 1:
            raise RegisterError("encrypted", name=self.name)
        if _visible(member.filename, ARCHIVES):
            raise RegisterError("nested", name=self.name, member=member.filename[:100])
        if member.file_size > SMALL and member.file_size > MOST_RATIO * max(member.compress_size, 1):
            raise RegisterError("bomb", name=self.name)

    def _text(self, file: IO[bytes], name: str, position: Callable[[], int]) -> Iterator[Record | LeftOut]:
        """Rows of one text file; ``position`` tells how far reading has come, as in ``bytes_done``."""
        head = file.read(encodings.BLOCK)
        if head.startswith(ZIP + GZIP):
            raise RegisterError("nested", name=self.name, member=name)
        if kind := binary.kind(head):
            raise RegisterError("binary", name=name, kind=kind)
        lines = encodings.Lines(head, self._metered(file, position), self._encodings)
        if not head.strip() and self.member:
            return
        found = formats.recognised(lines, name)
        if found.format not in self.formats:
            self.formats.append(found.format)
        self.ignored += [column for column in found.ignored if column not in self.ignored]
        yield from found.rows

    def _metered(self, file: IO[bytes], position: Callable[[], int]) -> Callable[[int], bytes]:
        """``file.read`` that notes progress and stops a bomb that its header did not give away."""
        unpacked = 0
        packed = isinstance(file, gzip.GzipFile)

        def read(size: int) -> bytes:
            nonlocal unpacked
            block = file.read(size)
            unpacked += len(block)
            self.bytes_done = position()
            if packed and unpacked > SMALL and unpacked > min(MOST_BYTES, MOST_RATIO * self.bytes_done):
                raise RegisterError("bomb", name=self.name)
            return block

        return read


def _position(before: int, unpacked: IO[bytes]) -> int:
    return before + unpacked.tell()


def _visible(name: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a member ends so and is no hidden file or resource fork of the Macintosh."""
    path = PurePosixPath(name)
    return (
        path.name.lower().endswith(suffixes)
        and not path.name.startswith(".")
        and "__MACOSX" not in path.parts
    )


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn what the system and the unpackers raise into errors that say what to do."""
    try:
        yield
    except FileNotFoundError:
        raise RegisterError("missing", name=name) from None
    except (
        zipfile.BadZipFile,
        gzip.BadGzipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        NotImplementedError,
        UnicodeDecodeError,  # in a member's name
    ) as error:
        raise RegisterError("damaged", name=name, detail=str(error)) from error
    except OSError as error:
        raise RegisterError("unreadable", name=name, detail=error.strerror or str(error)) from error
