"""Journal officiel des associations: announcements of creation, modification, dissolution; CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from storage.identity import plain
from storage.model import Entry, Status
from storage.registers import cleaning, endings, themes
from storage.registers.delimited import Row
from storage.registers.objects import Item
from storage.registers.records import LeftOut, Record, checked
from storage.registers.rna import NUMBER

NAME = "JOAFE"
DEPTH = 8
"""Levels of nesting searched in ``contenu``."""


def fits(names: Collection[str]) -> bool:
    """Whether these are column names of announcements."""
    return {"numero_rna", "dateparution"} <= set(names) or {"typeavis", "titre"} <= set(names)


def from_rows(header: Sequence[str], rows: Iterable[Row | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each row of a table as a record."""
    for row in rows:
        if isinstance(row, LeftOut):
            yield row
        else:
            line, cells = row
            yield _record(line, dict(zip(header, cells, strict=True)), ";".join(cells))


def from_objects(items: Iterable[Item | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each JSON object as a record."""
    for item in items:
        if isinstance(item, LeftOut):
            yield item
        else:
            line, fields, raw = item
            yield _record(line, unwrapped(fields), raw)


def unwrapped(item: dict[str, Any]) -> dict[str, Any]:
    """The values of an object: older interfaces wrap them in ``fields``."""
    inner = item.get("fields")
    return inner if isinstance(inner, dict) else item


def _record(line: int, fields: Mapping[str, Any], raw: str) -> Record | LeftOut:
    if _text(fields, "source") == "dca":
        return LeftOut(line, "accounts", raw)
    kind = plain(_text(fields, "typeavis"))
    number = NUMBER.fullmatch(_text(fields, "numero_rna").upper())
    title = cleaning.text(_title(fields))
    objet = cleaning.text(_text(fields, "objet"))
    dissolved = "dissolution" in kind or endings.declared(title, objet)
    entry = Entry(
        rna_id=number[0] if number else None,
        title=title,
        purpose=cleaning.no_placeholder(objet),
        theme=_theme(fields),
        city=cleaning.city(_text(fields, "commune_actuelle")),
        postcode=cleaning.postcode(_text(fields, "codepostal_actuel")),
        website=cleaning.website(_text(fields, "siteweb")),
        founded=cleaning.date(_text(fields, "datedeclaration")) if kind.startswith("creation") else None,
        status=Status.DISSOLVED if dissolved else Status.ACTIVE,
    )
    date = cleaning.date(_text(fields, "dateparution")) or ""
    return checked(Record(line, entry, _said(entry, kind), date), raw)


def _said(entry: Entry, kind: str) -> frozenset[str]:
    """An announcement has a say on what it mentions; a modification does not revive the dissolved."""
    said = {"title", "purpose", "theme", "city", "postcode", "website", "founded"}
    mentioned = {name for name in said if getattr(entry, name)}
    if entry.status is Status.DISSOLVED or kind.startswith("creation"):
        mentioned.add("status")
    return frozenset(mentioned | ({"rna_id"} if entry.rna_id else set()))


def _text(fields: Mapping[str, Any], name: str) -> str:
    """One value as text: exports give null, text, or a list of texts."""
    value = fields.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    return value.strip() if isinstance(value, str) else "" if value is None else str(value)


def _title(fields: Mapping[str, Any]) -> str:
    """The title; an announcement of a modification has the new one in ``contenu`` instead."""
    return (
        _text(fields, "titre")
        or _new_title(fields.get("contenu"))
        or _text(fields, "titre_search").strip('" ')
    )


def _new_title(contenu: object) -> str:
    if isinstance(contenu, str):
        try:
            contenu = json.loads(contenu)
        except (ValueError, RecursionError):
            return ""
    return _found(contenu, "nouveauTitre", DEPTH)


def _found(value: object, key: str, depth: int) -> str:
    """The first text under ``key`` anywhere in nested JSON, or empty."""
    if isinstance(value, dict):
        own = value.get(key)
        if isinstance(own, str) and own.strip():
            return own
        value = list(value.values())
    if isinstance(value, list) and depth:
        return next(filter(None, (_found(inner, key, depth - 1) for inner in value)), "")
    return ""


def _theme(fields: Mapping[str, Any]) -> str | None:
    """Code of the first domain: labels of heading and theme around a slash; ``###`` begins the next."""
    first = _text(fields, "domaine_activite_libelle_categorise").partition("###")[0]
    heading, _, theme = first.partition("/")
    codes = _text(fields, "domaine_activite_categorise").partition("###")[0].split("/")
    named = [themes.named(theme) if theme.strip() else None, themes.named(heading)]
    return next(filter(None, [*map(cleaning.theme, reversed(codes)), *named]), None)
