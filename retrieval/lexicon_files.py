"""Reading the lexicon's files (retrieval/lexicon/*.toml, described at the head of words.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.french import fold

FOLDER = Path(__file__).parent / "lexicon"

WEIGHT = 0.5
"""Of a target beside the person's own words, which weigh 1."""
WEIGHT_ONLY = 1.0
"""Of a target that stands in for the words said."""
ALSO = 0.4
"""What a target under ``also`` weighs beside one under ``means``."""

_ENTRY_FIELDS = frozenset({"says", "means", "also", "not", "themes", "only", "alone", "weight"})
_ACRONYM_FIELDS = frozenset({"short", "long", "means", "not", "themes"})


class InvalidLexicon(Exception):
    """A lexicon file can't be used.

    Attributes:
        source: Name of the file.
        says: The pattern or table at fault.
        reason: What is wrong with it.
    """

    def __init__(self, source: str, says: str, reason: str) -> None:
        super().__init__(f"{source}: {says}: {reason}")
        self.source = source
        self.says = says
        self.reason = reason


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """Ways of saying something and the words of statutes for it.

    Attributes:
        says: Patterns, as written in the file.
        targets: (word or phrase, weight), to be analysed like any question.
        unless: Folded words whose presence in the question, in any form, rules the entry out.
        themes: Codes of the nomenclature where associations meant are often filed.
        language: Of the patterns: ``fr`` or ``en``.
        only: The words said are to be replaced, not kept.
        alone: Holds only for a question that says nothing else, but maybe a place.
        source: Name of the file; ``synonyms`` for what admins taught.
    """

    says: tuple[str, ...]
    targets: tuple[tuple[str, float], ...]
    unless: frozenset[str] = frozenset()
    themes: tuple[str, ...] = ()
    language: str = "fr"
    only: bool = False
    alone: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class LexiconFiles:
    """What the files hold.

    Attributes:
        classes: Name to words, for ``@name`` in patterns.
        noise: English words of asking, folded.
    """

    entries: tuple[LexiconEntry, ...]
    classes: dict[str, tuple[str, ...]]
    noise: frozenset[str]


def read(folder: Path = FOLDER) -> LexiconFiles:
    """Read every file of ``folder``.

    Raises:
        InvalidLexicon: A file is not as the head of words.toml describes.
    """
    entries: list[LexiconEntry] = []
    classes: dict[str, tuple[str, ...]] = {}
    noise: set[str] = set()
    for path in sorted(folder.glob("*.toml")):
        try:
            file = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise InvalidLexicon(path.stem, "whole file", str(error)) from error
        entries.extend(_entries(path.stem, file))
        classes.update((name, tuple(words)) for name, words in file.get("class", {}).items())
        noise.update(fold(word) for word in file.get("noise", []))
    return LexiconFiles(tuple(entries), classes, frozenset(noise))


def _entries(source: str, file: Mapping[str, Any]) -> Iterator[LexiconEntry]:
    language = file.get("language", "fr")
    for table in file.get("entry", []):
        yield _entry(source, table, language)
    for table in file.get("acronym", []):
        yield from _acronym(source, table)


def _entry(source: str, table: Mapping[str, Any], language: str) -> LexiconEntry:
    _check(source, table, _ENTRY_FIELDS, ("says", "means"))
    only = table.get("only", language != "fr")
    weight = table.get("weight", WEIGHT_ONLY if only else WEIGHT)
    targets = [(mean, weight) for mean in table["means"]]
    targets += [(mean, weight * ALSO) for mean in table.get("also", [])]
    return LexiconEntry(
        says=tuple(table["says"]),
        targets=tuple(targets),
        unless=_unless(table),
        themes=tuple(table.get("themes", [])),
        language=language,
        only=only,
        alone=table.get("alone", False),
        source=source,
    )


def _acronym(source: str, table: Mapping[str, Any]) -> Iterator[LexiconEntry]:
    """Short form to long form and what it is about, and long form to short."""
    _check(source, table, _ACRONYM_FIELDS, ("short", "long"))
    short, long, means = (tuple(table.get(field, [])) for field in ("short", "long", "means"))
    themes, unless = tuple(table.get("themes", [])), _unless(table)
    exact = tuple(f"={each}" for each in short)
    for says, told in ((exact, long + means), (long, short + means)):
        targets = tuple((target, WEIGHT) for target in told)
        yield LexiconEntry(says, targets, unless, themes, source=source)


def _unless(table: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(fold(word) for word in table.get("not", []))


def _check(source: str, table: Mapping[str, Any], fields: frozenset[str], needed: tuple[str, ...]) -> None:
    said = str(table.get(needed[0]) or dict(table))
    for field in needed:
        if not table.get(field):
            raise InvalidLexicon(source, said, f"needs {field}")
    if unknown := set(table) - fields:
        raise InvalidLexicon(source, said, f"knows no field {min(unknown)}")
