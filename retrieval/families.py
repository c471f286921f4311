"""Families of French words: one key for « musicien » and « musique », to widen a question at a lower weight."""

from __future__ import annotations


def family(stem: str) -> str:
    """The key shared by the stems of one family; the stem itself when it has no relatives."""
    return stem
