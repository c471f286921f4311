"""The project's own form, as JSON Lines or CSV, and any spreadsheet whose columns tell by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from storage.identity import plain
from storage.model import ENTRY_FIELDS, Entry, Status
from storage.registers import cleaning, themes
from storage.registers.delimited import Row
from storage.registers.objects import Item
from storage.registers.records import LeftOut, Record, checked

NAMES = {
    "rna_id": "rna id|rna|numero rna|n rna|no rna|num rna|id rna|numero waldec|rna number|identifiant rna",
    "title": "title|titre|nom|name|association|nom de l association|denomination|intitule|nom association"
    "|nom de la structure|structure|raison sociale|nom complet|nom du club|club",
    "short_title": "short title|titre court|sigle|acronyme|acronym|short name|nom court",
    "purpose": "purpose|objet|but|buts|mission|missions|description|objet social|aim|object"
    "|objet de l association|activite|activites|objectif|objectifs|activite principale|activities|activity",
    "theme": "theme|code theme|domaine|category|categorie|theme code|objet social1",
    "city": "city|ville|commune|town|localite|place|lieu|cp ville|code postal ville|code postal et ville",
    "postcode": "postcode|code postal|cp|zip|zip code|postal code|codepostal",
    "commune_code": "commune code|code commune|insee|code insee|codeinsee|insee code",
    "website": "website|site|site web|site internet|url|web|siteweb|internet|web site|adresse web|lien",
    "founded": "founded|date de creation|creation|cree le|creee le|date creation|date creat|created|fondee",
    "status": "status|statut|etat|situation",
    "replaced_by": "replaced by|remplacee par|remplace par",
}
"""Column names that tell a field, as ``plain`` gives them."""
FIELDS = {name: field for field, names in NAMES.items() for name in names.split("|")}
STATUS_WORDS = {
    "": Status.ACTIVE,
    **dict.fromkeys(("active", "actif", "active en activite", "en activite", "a"), Status.ACTIVE),
    **dict.fromkeys(
        ("dissolved", "dissoute", "dissous", "dissolution", "en sommeil", "d", "s"), Status.DISSOLVED
    ),
    **dict.fromkeys(("replaced", "remplacee", "remplace", "r"), Status.REPLACED),
}
OWN_HEADER = list(ENTRY_FIELDS)
FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet takes for a formula, behind the apostrophes that keep it from doing so."""


def guarded(value: str) -> str:
    """A cell that no spreadsheet takes for a formula; ``unguarded`` gives the value back."""
    return f"'{value}" if FORMULA.match(value) else value


def unguarded(cell: str) -> str:
    """The value of a cell that ``guarded`` made."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def fields_of(header: Iterable[str]) -> list[str | None]:
    """The field that each column name tells, or None; the first of two columns for one field counts."""
    found: list[str | None] = []
    for name in header:
        field = FIELDS.get(plain(name))
        found.append(None if field in found else field)
    return found


def ignored(header: Sequence[str]) -> tuple[str, ...]:
    """The named columns that tell no field."""
    return tuple(name for name, field in zip(header, fields_of(header), strict=True) if name and not field)


def fits(header: Collection[str]) -> bool:
    """Whether the columns tell a title or a purpose."""
    return bool({"title", "purpose"} & set(fields_of(header)))


def from_rows(header: Sequence[str], rows: Iterable[Row | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each row of a table as a record; a column that is missing is one on which no row has a say."""
    fields = fields_of(header)
    said = frozenset(field for field in fields if field)
    own = list(header) == OWN_HEADER
    for row in rows:
        if isinstance(row, LeftOut):
            yield row
            continue
        line, cells = row
        values = {field: unguarded(cell) for field, cell in zip(fields, cells, strict=True) if field}
        if not any(map(str.strip, cells)):
            yield LeftOut(line, "blank", ";".join(cells))
        elif own:
            yield _record(line, values, said, ";".join(cells))
        else:
            tidy = tidied(values)
            yield _record(line, tidy, said | tidy.keys(), ";".join(cells), SPREADSHEET_CODES)


def from_objects(items: Iterable[Item | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each JSON object as a record; a key that is missing is one on which the object has no say."""
    for item in items:
        if isinstance(item, LeftOut):
            yield item
            continue
        line, given, raw = item
        values = _values(given)
        if not all(isinstance(value, str) for value in values.values()):
            yield LeftOut(line, "type", raw)
        elif not all(map(_is_text, values.values())):
            yield LeftOut(line, "characters", raw)
        else:
            yield _record(line, values, frozenset(values), raw)


def _values(given: Mapping[str, Any]) -> dict[str, Any]:
    """Values by field; the project's own keys first, then any that can be told."""
    own = {name: given[name] for name in ENTRY_FIELDS if name in given}
    told = {
        field: given[key]
        for key, field in zip(given, fields_of(given), strict=True)
        if field and field not in own
    }
    return {field: _scalar(value) for field, value in {**own, **told}.items()}


def _scalar(value: object) -> object:
    """Null as empty text, and a number as its digits: a postcode, say."""
    if value is None:
        return ""
    return str(value) if type(value) is int else value


def _is_text(value: str) -> bool:
    """Whether the text can be kept: JSON may spell half of a pair of surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in value


def tidied(values: Mapping[str, str]) -> dict[str, str]:
    """Texts cleaned of what registers and spreadsheets leave in them, town and postcode each in its field."""
    cleaned = {field: cleaning.text(value) for field, value in values.items()}
    if "purpose" in cleaned:
        cleaned["purpose"] = cleaning.no_placeholder(cleaned["purpose"])
    if parts := cleaning.parted(cleaned.get("city", "")):
        town, postcode = parts
        if cleaning.postcode(cleaned.get("postcode", "")) in (None, postcode):
            cleaned |= {"city": town, "postcode": postcode}
    return cleaned


CODES: dict[str, Callable[[str], str | None]] = {
    "theme": themes.named,
    "postcode": cleaning.postcode,
    "commune_code": cleaning.commune,
    "website": cleaning.website,
    "founded": cleaning.date,
    "rna_id": lambda value: value.strip().upper() or None,
    "replaced_by": lambda value: value.strip().upper() or None,
}
SPREADSHEET_CODES = {**CODES, "rna_id": cleaning.rna_number, "replaced_by": cleaning.rna_number}
"""The same where people typed them: « en cours » is no number, and two of them are no double."""


def _record(
    line: int,
    values: Mapping[str, str],
    said: frozenset[str],
    raw: str,
    codes: Mapping[str, Callable[[str], str | None]] = CODES,
) -> Record | LeftOut:
    """The record of a row: texts as they are, codes as we keep them; what can't be read has no say."""
    status = STATUS_WORDS.get(plain(values.get("status", "")))
    if status is None:
        return LeftOut(line, "status", raw)
    kept = {field: codes[field](value) if field in codes else value for field, value in values.items()}
    unread = tuple(
        (field, values[field])
        for field, value in kept.items()
        if value is None and not cleaning.says_nothing(values[field])
    )
    fields = {field: value for field, value in kept.items() if value and field != "status"}
    entry = Entry(**fields, status=status)
    return checked(Record(line, entry, said - {field for field, _ in unread}, unread=unread), raw)
