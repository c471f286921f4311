"""Bytes to lines of text, whatever wrote them: UTF-8, UTF-16 from spreadsheets, cp1252 or latin-1."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Iterator

BLOCK = 1 << 16
LONGEST_LINE = 1 << 20
"""Bytes; a longer line comes in pieces: a file without line ends takes no more memory than another."""
UNDEFINED = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
"""Bytes that cp1252 leaves undefined; they are read as latin-1 does."""
WINDOWS = "".join(chr(byte) if byte in UNDEFINED else bytes([byte]).decode("cp1252") for byte in range(256))
WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Lines:
    """The lines of a file as text, each with its line end.

    The encoding is decided line by line: strict UTF-8, else cp1252 with latin-1 for the bytes it lacks. So
    one pass is enough, one stray byte does not spoil a UTF-8 file, and files pasted together read right.

    Args:
        head: The first block of the file, already read.
        read: Reads the next bytes, at most as many as asked for; empty at the end.
        found: Counts the lines by encoding, plain ASCII left aside.
    """

    def __init__(self, head: bytes, read: Callable[[int], bytes], found: Counter[str]) -> None:
        self._head = head
        self._read = read
        self._found = found

    def __iter__(self) -> Iterator[str]:
        if self._head.startswith(WIDE):
            return self._wide()
        return self._narrow()

    def _blocks(self) -> Iterator[bytes]:
        yield self._head
        while block := self._read(BLOCK):
            yield block

    def _wide(self) -> Iterator[str]:
        self._found["UTF-16"] += 1
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        rest = ""
        for block in self._blocks():
            *lines, rest = (rest + decoder.decode(block)).split("\n")
            for line in lines:
                yield line + "\n"
            if len(rest) > LONGEST_LINE:
                yield rest
                rest = ""
        if rest := rest + decoder.decode(b"", final=True):
            yield rest

    def _split(self) -> Iterator[bytes]:
        """Lines by line feed, or by carriage return where there is no line feed at all (old Macintosh)."""
        end = b"\r" if b"\r" in self._head and b"\n" not in self._head else b"\n"
        rest = b""
        for block in self._blocks():
            *lines, rest = (rest + block).split(end)
            for line in lines:
                yield line + end
            if len(rest) > LONGEST_LINE:
                whole = _whole_characters(rest)
                yield rest[:whole]
                rest = rest[whole:]
        if rest:
            yield rest

    def _narrow(self) -> Iterator[str]:
        found = self._found
        self._head = self._head.removeprefix(codecs.BOM_UTF8)
        for line in self._split():
            if line.isascii():
                yield line.decode("ascii")
                continue
            try:
                text = line.decode("utf-8")
                found["UTF-8"] += 1
            except UnicodeDecodeError:
                text = codecs.charmap_decode(line, "strict", WINDOWS)[0]
                found["cp1252"] += 1
            yield text


def _whole_characters(piece: bytes) -> int:
    """Length of ``piece`` without a UTF-8 character begun at its end."""
    for back in range(1, min(4, len(piece)) + 1):
        byte = piece[-back]
        if byte & 0xC0 != 0x80:  # noqa: PLR2004 - the mark of a continuation byte
            return len(piece) - back if byte >= 0xC0 else len(piece)  # noqa: PLR2004 - the mark of a leading byte
    return len(piece)


def named(found: Counter[str]) -> str:
    """The encodings of more than one accented line in a hundred; UTF-8 for plain ASCII."""
    total = found.total()
    return " + ".join(name for name, lines in found.most_common() if lines * 100 > total) or "UTF-8"
