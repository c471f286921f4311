"""Bytes to lines of text, whatever wrote them: UTF-8, UTF-16 from spreadsheets, cp1252 or latin-1."""

from __future__ import annotations

import codecs

from collections.abc import Iterator
from typing import IO

UNDEFINED = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
"""Bytes that cp1252 leaves undefined; they are read as latin-1 does."""

WINDOWS = "".join(chr(b) if b in UNDEFINED else bytes([b]).decode("cp1252") for b in range(256))
BLOCK = 1 << 16


class Lines:
    """Iterates over the lines of a binary file as text, each with its line end.

    The encoding is decided line by line: strict UTF-8, else cp1252 with latin-1 for the bytes it lacks. So one pass
    is enough, one stray byte does not spoil a UTF-8 file, and files pasted together read right.

    Attributes:
        bytes_read: Bytes consumed so far.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.bytes_read = 0
        self._file = file
        self._accented = {"UTF-8": 0, "cp1252": 0, "UTF-16": 0}

    @property
    def encoding(self) -> str:
        """Names of the encodings met so far; ``UTF-8`` for plain ASCII."""
        return " + ".join(name for name, lines in self._accented.items() if lines) or "UTF-8"

    def __iter__(self) -> Iterator[str]:
        head = self._file.read(BLOCK)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return self._wide(head)
        return self._decoded(self._split(head.removeprefix(codecs.BOM_UTF8)))

    def _wide(self, head: bytes) -> Iterator[str]:
        self._accented["UTF-16"] = 1
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        rest = ""
        block = head
        while block:
            self.bytes_read += len(block)
            *lines, rest = (rest + decoder.decode(block)).split("\n")
            for line in lines:
                yield line + "\n"
            block = self._file.read(BLOCK)
        if rest := rest + decoder.decode(b"", final=True):
            yield rest

    def _split(self, block: bytes) -> Iterator[bytes]:
        """Lines by line feed, or by carriage return where the file has no line feed at all (old Macintosh)."""
        end = b"\r" if b"\r" in block and b"\n" not in block else b"\n"
        rest = b""
        while block:
            self.bytes_read += len(block)
            lines = (rest + block).split(end)
            rest = lines.pop()
            for line in lines:
                yield line + end
            block = self._file.read(BLOCK)
        if rest:
            yield rest

    def _decoded(self, lines: Iterator[bytes]) -> Iterator[str]:
        accented = self._accented
        for line in lines:
            if line.isascii():
                yield line.decode("ascii")
                continue
            try:
                text = line.decode("utf-8")
                accented["UTF-8"] += 1
            except UnicodeDecodeError:
                text = codecs.charmap_decode(line, "strict", WINDOWS)[0]
                accented["cp1252"] += 1
            yield text
