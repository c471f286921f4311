"""What a file is that should be text and is not."""

from __future__ import annotations

from collections.abc import Collection

from storage.registers.encodings import WIDE

SIGNATURES = {
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"RIFF": "picture",
    b"II*\x00": "picture",
    b"%PDF": "pdf",
    b"\xd0\xcf\x11\xe0": "spreadsheet",
    b"Rar!": "archive",
    b"7z\xbc\xaf": "archive",
    b"BZh": "archive",
    b"\xfd7zXZ": "archive",
    b"SQLite format 3": "database",
    b"OggS": "recording",
    b"ID3": "recording",
}
CONTROLS = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B})
MOST_CONTROLS = 0.02
"""Share of control characters beyond which bytes are no text in any encoding."""
FEW_CONTROLS = 16
"""So many are no proof, however short the file: a title may hold some."""


def kind(head: bytes) -> str | None:
    """One of the kinds above, ``data`` for anything else that is no text, or None for text."""
    for signature, name in SIGNATURES.items():
        if head.startswith(signature):
            return name
    if head.startswith(WIDE):
        return None
    controls = len(head) - len(head.translate(None, CONTROLS))
    return "data" if b"\x00" in head or controls > max(FEW_CONTROLS, MOST_CONTROLS * len(head)) else None


def office(members: Collection[str]) -> bool:
    """Whether the files in a zip make it a workbook or document of an office suite."""
    return "[Content_Types].xml" in members or {"mimetype", "content.xml"} <= set(members)
