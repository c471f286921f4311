"""Répertoire national des associations: both layouts, WALDEC (39 columns) and IMPORT (24), by column name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from storage.model import Entry, Status
from storage.registers import cleaning
from storage.registers.delimited import Row
from storage.registers.records import EVERY_FIELD, LeftOut, Record

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
"""The columns read; addresses, telephone numbers, e-mail addresses and names of people never are."""

W_NUMBER = re.compile(r"W\w\d{8}")


def fits(header: list[str]) -> bool:
    """Whether the header is one of the RNA's."""
    return {"id", "titre", "objet", "position"} <= set(header)


def layout(header: list[str]) -> str:
    """Name of the layout: ``RNA WALDEC`` or ``RNA IMPORT``."""
    return "RNA WALDEC" if "titre_court" in header else "RNA IMPORT"


def read(header: list[str], rows: Iterable[Row | LeftOut]) -> Iterator[Record | LeftOut]:
    """Yield each row as a record."""
    places = {name: place for place, name in enumerate(header)}
    places.setdefault("adrs_libcommune", places.get("libcom", len(header)))
    columns = [places.get(name, len(header)) for name in WANTED]
    said = EVERY_FIELD if "titre_court" in places else EVERY_FIELD - {"short_title"}
    silent = said - {"purpose"}
    for row in rows:
        if isinstance(row, LeftOut):
            yield row
            continue
        line, cells = row
        cells.append("")
        entry = _entry(*[cells[column] for column in columns])
        if not entry.title and not entry.purpose:
            yield LeftOut(line, "nothing", ";".join(cells[:2]))
            continue
        yield Record(line, entry, said if entry.purpose else silent, cells[columns[-1]])


def _entry(
    number: str,
    title: str,
    short: str,
    objet: str,
    theme: str,
    postcode: str,
    city: str,
    commune: str,
    site: str,
    founded: str,
    position: str,
    observation: str,
    _updated: str,
) -> Entry:
    title = cleaning.text(title)
    status, successor = _status(position, observation)
    return Entry(
        rna_id=number.strip() or None,
        title=title,
        short_title=cleaning.text(short) or None,
        purpose=cleaning.purpose(objet),
        theme=cleaning.theme(theme),
        city=cleaning.text(city) or None,
        postcode=cleaning.postcode(postcode),
        commune_code=cleaning.commune(commune),
        website=cleaning.website(site),
        founded=cleaning.date(founded),
        status=status,
        replaced_by=successor,
    )


def _status(position: str, observation: str) -> tuple[Status, str | None]:
    if position == "A":
        return Status.ACTIVE, None
    if position == "R":
        match = W_NUMBER.search(observation)
        return Status.REPLACED, match[0] if match else None
    return (Status.DISSOLVED if position in ("D", "S") else Status.ACTIVE), None
