"""Whatever program wrote a file, its accents arrive."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.registers import encodings

LINES = ["Chorale de l’été\n", "œuvre – à suivre…\n", "fin"]


def read(content: bytes, block: int = encodings.BLOCK) -> tuple[list[str], str]:
    file, found = BytesIO(content), Counter[str]()
    lines = list(encodings.Lines(file.read(block), lambda size: file.read(min(size, block)), found))
    return lines, encodings.named(found)


@pytest.mark.parametrize(
    ("codec", "name"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("cp1252", "cp1252"), ("utf-16", "UTF-16")],
)
@pytest.mark.parametrize("block", [7, encodings.BLOCK])
def test_every_encoding_reads_the_same(codec: str, name: str, block: int) -> None:
    assert read("".join(LINES).encode(codec), block) == (LINES, name)


def test_bytes_that_cp1252_lacks_do_not_stop_reading() -> None:
    assert read(b"caf\xe9 \x8d\nsuite \x81\n")[0] == ["café \x8d\n", "suite \x81\n"]


def test_one_stray_byte_spoils_one_line_only() -> None:
    assert read("été\n".encode() + b"stray \xe9\n" + "été\n".encode())[0] == ["été\n", "stray é\n", "été\n"]


def test_old_macintosh_line_ends() -> None:
    assert read(b"a;b\rc;d\r")[0] == ["a;b\r", "c;d\r"]


@given(st.integers(0, 4), st.integers(1, 3))
def test_a_line_without_end_comes_in_whole_characters(shift: int, pieces: int) -> None:
    text = "x" * shift + "é" * (pieces * encodings.LONGEST_LINE // 2 + 10)
    lines, name = read(text.encode())
    assert "".join(lines) == text
    assert len(lines) > 1
    assert name == "UTF-8"
