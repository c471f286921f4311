"""Register files of associations that do not exist, laid out as the real ones are."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from storage.model import Entry
from storage.registers.opening import Register
from storage.registers.records import LeftOut, Record

_IMPORT = (
    "id;id_ex;siret;gestion;date_creat;date_publi;nature;groupement;titre;objet;objet_social1;objet_social2;"
    "adr1;adr2;adr3;adrs_codepostal;libcom;adrs_codeinsee;dir_civilite;siteweb;observation;position;rup_mi;maj_time"
)
_WALDEC = (
    "id;id_ex;siret;rup_mi;gestion;date_creat;date_decla;date_publi;date_disso;nature;groupement;titre;titre_court;"
    "objet;objet_social1;objet_social2;adrs_complement;adrs_numvoie;adrs_repetition;adrs_typevoie;adrs_libvoie;"
    "adrs_distrib;adrs_codeinsee;adrs_codepostal;adrs_libcommune;adrg_declarant;adrg_complemid;adrg_complemgeo;"
    "adrg_libvoie;adrg_distrib;adrg_codepostal;adrg_achemine;adrg_pays;dir_civilite;siteweb;publiweb;observation;"
    "position;maj_time"
)

IMPORT_COLUMNS, WALDEC_COLUMNS = _IMPORT.split(";"), _WALDEC.split(";")
Cells = Mapping[str, str]


def table(columns: Iterable[str], rows: Iterable[Cells], *, encoding: str = "utf-8") -> bytes:
    """A register's CSV: header without quotes, every value quoted, line feeds."""
    names = list(columns)
    text = io.StringIO()
    text.write(";".join(names) + "\n")
    writer = csv.writer(text, delimiter=";", quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return text.getvalue().encode(encoding)


def rna(**cells: str) -> dict[str, str]:
    """A row of the IMPORT layout; what is not said is an ordinary value."""
    usual = {
        "id": "011S0000000001",
        "titre": "LES AMIS DU MOULIN",
        "objet": "Entretenir le moulin du village",
        "position": "A",
        "date_creat": "0001-01-01",
        "adrs_codepostal": "01000",
        "libcom": "VILLENEUVE",
        "adrs_codeinsee": "01004",
        "objet_social1": "000000",
    }
    return {**usual, **cells}


def rows_of(path: Path, content: bytes | str) -> list[Record | LeftOut]:
    """Write a file and read its rows."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(Register(path).rows())


def entries_of(path: Path, content: bytes | str) -> list[Entry]:
    """Write a file and read its entries; every row must be usable."""
    rows = rows_of(path, content)
    assert all(isinstance(row, Record) for row in rows), rows
    return [row.entry for row in rows if isinstance(row, Record)]
