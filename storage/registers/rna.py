"""Répertoire national des associations: both layouts, WALDEC (39 columns) and IMPORT (24), by column name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from storage.model import Entry, Status
from storage.registers import cleaning, endings
from storage.registers.delimited import Row
from storage.registers.records import EVERY_FIELD, LeftOut, Record, checked

WANTED = (
    "id",
    "titre",
    "titre_court",
    "objet",
    "objet_social1",
    "adrs_codepostal",
    "adrs_libcommune",
    "adrs_codeinsee",
    "siteweb",
    "date_creat",
    "position",
    "observation",
    "maj_time",
)
"""The columns read. Addresses, telephone numbers, e-mail addresses and names of people never are."""

NUMBER = re.compile(r"\bW\d[0-9AB]\d{7}\b")
"""An RNA number; the second and third characters are the département's."""


def fits(header: Sequence[str]) -> bool:
    """Whether the header is the RNA's."""
    return {"id", "titre", "objet", "position"} <= set(header)


def layout(header: Sequence[str]) -> str:
    """Name of the layout."""
    return "RNA WALDEC" if "titre_court" in header else "RNA IMPORT"


def read(header: Sequence[str], rows: Iterable[Row | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each row as a record."""
    places = {name: place for place, name in enumerate(header)}
    if "libcom" in places:
        places["adrs_libcommune"] = places["libcom"]
    absent = len(header)
    columns = [places.get(name, absent) for name in WANTED]
    silent = set() if "titre_court" in places else {"short_title"}
    said = frozenset(EVERY_FIELD - silent)
    for row in rows:
        if isinstance(row, LeftOut):
            yield row
            continue
        line, cells = row
        cells.append("")
        values = [cells[column] for column in columns]
        record = Record(line, _entry(values), said, values[-1].strip()[:10])
        yield checked(record, ";".join(values))


def _entry(values: Sequence[str]) -> Entry:
    number, title, short, objet, theme, postcode, city, commune, site, founded, position, observation, _ = (
        values
    )
    title = cleaning.text(title)
    objet = cleaning.text(objet)
    status, successor = _standing(position, observation)
    if status is Status.ACTIVE and endings.declared(title, objet):
        status = Status.DISSOLVED
    return Entry(
        rna_id=number.strip() or None,
        title=title,
        short_title=cleaning.text(short) or None,
        purpose=cleaning.no_placeholder(objet),
        theme=cleaning.theme(theme),
        city=cleaning.city(city),
        postcode=cleaning.postcode(postcode),
        commune_code=cleaning.commune(commune),
        website=cleaning.website(site),
        founded=cleaning.date(founded),
        status=status,
        replaced_by=successor,
    )


def _standing(position: str, observation: str) -> tuple[Status, str | None]:
    """Status by ``position``: A active, D dissolved, S suppressed, R registered anew, or not determined."""
    position = position.strip().upper()
    if position == "R":
        successor = NUMBER.search(observation)
        return Status.REPLACED, successor[0] if successor else None
    return (Status.DISSOLVED if position in ("D", "S") else Status.ACTIVE), None
