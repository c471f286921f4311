"""Values as registers write them, to values as we keep them; each function is cheap on the ordinary case."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from storage.identity import plain
from storage.registers import accents, endings, themes

# Some files were decoded as latin-1 before they reached us: cp1252's punctuation sits among the control
# characters.
CP1252 = {code: bytes([code]).decode("cp1252", "ignore") or None for code in range(0x80, 0xA0)}
SOFT_BREAK = 0x8D
CP1252[SOFT_BREAK] = " "
LINE_BREAK = re.compile("[\r\n\x0b\x0c\u2028\u2029]+")
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]"
)
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,30});", re.IGNORECASE)
SPACES = re.compile(r"[ \t\xa0\u202f]{2,}|\t")

ISO_DATE = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")
FRENCH_DATE = re.compile(r"(0?[1-9]|[12]\d|3[01])[/.-](0?[1-9]|1[0-2])[/.-](\d{4})(?:\s.*)?$")
EARLIEST_YEAR = "1200"

POSTCODE = re.compile(r"(\d{4,5})(?:[.,]0+)?", re.ASCII)
"""Digits of a postcode, also as a spreadsheet writes a number."""
POSTCODE_OF_TOWN = re.compile(r"(\d{5})[\s,–-]+([^\W\d].*)|([^\W\d].*?)[\s,(–-]+(\d{5})\)?")
NUMBER_OF_RNA = re.compile(r"(?=.*\d{4})[0-9A-Z]{8,10}", re.ASCII)

SCHEME = re.compile(r"\W*(?:h+t+p+(s?)\s*[:;]?\s*/+|h+t+p+(s?)\s*:)\s*", re.IGNORECASE)
SCHEME_AGAIN = re.compile(r"https?:/*(www\.?)?$", re.IGNORECASE)
HOST = re.compile(r"(?:[^\W_](?:[\w-]*[^\W_])?\.)+[^\W\d_]{2,}(?::\d{1,5})?", re.IGNORECASE)
LONGEST_HOST = 253
UNSAFE = re.compile(r"[\s<>\"'\\`{}|^\x00-\x1f]")

REPEATED = 4096
"""Codes remembered: a register has few of them, one département after the other."""
LONGEST_PLACEHOLDER = 48
_PLACEHOLDERS = """
indefini|indefinie|objet indefini|non defini|non definie|indetermine|indeterminee
inconnu|inconnue|objet inconnu
voir titre|voir le titre|voir titre association|cf titre|titre|idem|idem titre
voir ci dessus|voir declaration
voir dossier|voir le dossier|voiir dossier|cf dossier|pas de dossier|dossier manquant|manquant
voir statuts|voir les statuts|voir statut|cf statuts|cf les statuts|statuts
voir objet|objet|voir observation|voir observations|obs
sans objet|pas d objet|objet non renseigne|aucun|rien|sans
non renseigne|non renseignee|non precise|non precisee|non communique|non communiquee
non connu|non indique
a preciser|a completer|a definir|neant|reprise|reprise association|erreur|essai|test|doublon|annule|annulee
nul|null|none|n a|n c|n d|n r|na|nc|nd|nr|ras|r a s
"""
PLACEHOLDERS = frozenset(phrase for line in _PLACEHOLDERS.split("\n") for phrase in line.split("|"))
"""What registers write where no purpose was typed in, as ``plain`` gives it; so does one character."""
BLANKS = PLACEHOLDERS | {"www", "http", "https", "http www", "https www", "0001 01 01", "01 01 0001"}
"""What stands in cells of codes, dates and addresses for « there is none »."""


def text(value: str) -> str:
    """One line of text: line breaks become a space, entities characters, damaged words are mended."""
    if "&" in value:
        value = ENTITY.sub(lambda match: html.unescape(match[0]), value)
    if not value.isprintable():
        value = INVISIBLE.sub("", LINE_BREAK.sub(" ", value.translate(CP1252)))
        value = SPACES.sub(" ", value)
    elif "  " in value:
        value = SPACES.sub(" ", value)
    return accents.repair(value.strip())


@lru_cache(maxsize=REPEATED)
def city(value: str) -> str | None:
    """Name of a commune as declared, or None."""
    return text(value) or None


def no_placeholder(purpose: str) -> str:
    """A purpose cleaned by ``text``, or empty when the register only says that it has none."""
    if len(purpose) > LONGEST_PLACEHOLDER:
        return purpose
    words = plain(purpose)
    return "" if len(set(words)) <= 1 or words in PLACEHOLDERS or endings.only(purpose) else purpose


def says_nothing(cell: str) -> bool:
    """Whether a cell only says that there is no code, date or address."""
    words = plain(cell)
    return len(set(words)) <= 1 or words in BLANKS


def parted(town: str) -> tuple[str, str] | None:
    """Name and postcode of a cell that holds both, such as ``34200 Sète`` or ``Sète (34200)``; else None."""
    match = POSTCODE_OF_TOWN.fullmatch(town.strip())
    if match is None:
        return None
    return (match[2] or match[3]).strip(), match[1] or match[4]


@lru_cache(maxsize=REPEATED)
def date(value: str) -> str | None:
    """ISO date for an ISO or French one (31/12/1999), or None; 0001-01-01 stands for none."""
    value = value.strip()
    if match := ISO_DATE.match(value):
        return None if match[1] < EARLIEST_YEAR else match[0]
    if match := FRENCH_DATE.match(value):
        return f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}"
    return None


@lru_cache(maxsize=REPEATED)
def theme(value: str) -> str | None:
    """Six-digit code of the nomenclature for a code, or None."""
    return themes.known(value.strip())


@lru_cache(maxsize=REPEATED)
def postcode(value: str) -> str | None:
    """Five digits, or None; spreadsheets drop a leading zero, people put a space behind the département."""
    match = POSTCODE.fullmatch(value.replace(" ", ""))
    code = match[1].zfill(5) if match else "00000"
    return None if code == "00000" else code


@lru_cache(maxsize=REPEATED)
def commune(value: str) -> str | None:
    """INSEE code of a commune (five characters, 2A004 in Corsica), or None."""
    value = value.strip().upper()
    if value[:2] in ("2A", "2B"):
        return value if len(value) == 5 and value[2:].isdecimal() else None  # noqa: PLR2004 - as above
    return postcode(value)


def rna_number(value: str) -> str | None:
    """An RNA number in capitals without spaces, of today's form or an older one, or None."""
    number = re.sub(r"[\s.-]", "", value).upper()
    return number if NUMBER_OF_RNA.fullmatch(number) else None


def website(value: str) -> str | None:
    """A complete address; None for nothing, a bare ``www``, an e-mail address or what can't be an address."""
    value = value.strip()
    if not value or value.lower() in ("www", "www.", "http://", "https://", "http://www."):
        return None
    match = SCHEME.match(value)
    scheme = "http" if match and not (match[1] or match[2]) else "https"
    rest = value[match.end() :] if match else value.lstrip("/: ")
    rest = SCHEME_AGAIN.sub("", rest.split()[0] if rest.split() else "")
    host, slash, path = rest.partition("/")
    host = re.sub(r"\.{2,}", ".", host.strip(".,;")).lower()
    if len(host) > LONGEST_HOST or UNSAFE.search(rest) or "@" in host:
        return None
    if not HOST.fullmatch(host) or not HOST.fullmatch(host.removeprefix("www.")):
        return None
    return f"{scheme}://{host}{slash}{path}"
