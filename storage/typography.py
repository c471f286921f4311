"""How texts of registers are shown: capitals in sentence case, and a name where there is no title."""

from __future__ import annotations

import re
from collections.abc import Collection

from storage.identity import plain
from storage.model import Entry
from storage.registers import themes

TITLE_LENGTH = 90
"""Characters of a purpose that serve as a title."""

TOKEN = re.compile(r"(?:[^\W\d_]\. ?){2,}(?:[^\W\d_](?![^\W\d_]))?|[^\W_]+")
DOTTED = re.compile(r"(?:\w\. ?){2,}\w?")
ROMAN = re.compile(r"(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})")
ORDINAL = re.compile(r"\d+(?:E|È|ER|ERE|ÈRE|EME|ÈME|ND|NDE)S?")
VOWEL = re.compile("[AEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜŸŒÆ]")
LOST_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'|(?<=\b[dlDL])\.(?=\w)")
SENTENCE_END = re.compile(r"[.!?…]\s+[«\"'(]?\s*$")
LONGEST_WITHOUT_VOWEL = 6

_ACRONYMS = """
AAPPMA ACCA ADAPEI ADIL ADMR AFN AG AIDES ALSH AMAP AOC APAJH APE APEL APF ARC ASBL ASPTT ATD ATSEM BAFA
BD BMX BTP BTS CAF CAT CAUE CCAS CE CEE CEMEA CES CFA CFDT CGT CHU CIDFF CIO CIVAM CLSH CNRS CPAM CPE
CROUS CUMA DDASS DJ DOM DRAC EDF EHPAD ENS EPS ESAT FC FCPE FLE FM FNACA FNATH FO FSE FSU GAEC GDF GDON
GIC GRS HLM IME INRA INSEE IUFM IUT JO LEP LGBT MFR MGEN MJC MNT NPA OGEC OM OMS ONG ONU OPAC PACA PACT PC
PEEP PEP PME PMI PMR PS PSG PTT RATP RER RMI RPR RSA RTT RU SA SARL SCI SCIC SCOP SEL SICA SIDA SIVOM SMIC
SNCF SOS SPA SPIP SSIAD TGV TOM TT TV UDAF UDF UE UFC UFO UFOLEP UGSEL ULM UMP UNAPEI UNC UNESCO UNICEF
UNSS URSS USA USEP UV VIH VTT XV XIII ZAC ZEP ZUP
"""
ACRONYMS = frozenset(_ACRONYMS.split())
_NAMES = """
AFRIQUE ALGERIE ALLEMAGNE ALPES ALSACE AMERIQUE ANGLETERRE ANJOU AQUITAINE ARDENNES ARMENIE ASIE AUVERGNE
BELGIQUE BERRY BORDEAUX BOURGOGNE BREST BRETAGNE CAMEROUN CANADA CHAMPAGNE CHINE CONGO CORSE DIJON ESPAGNE
EUROPE FLANDRES FRANCE GASCOGNE GRENOBLE GUADELOUPE GUYANE HAITI INDE ITALIE JAPON JURA LANGUEDOC LILLE
LIMOGES LIMOUSIN LOIRE LORRAINE LYON MADAGASCAR MAGHREB MALI MAROC MARSEILLE MARTINIQUE MAYOTTE
MONTPELLIER NANCY NANTES NICE NORMANDIE ORLEANS PARIS PEROU PICARDIE POITOU POLOGNE PORTUGAL PROVENCE
PYRENEES QUEBEC REIMS RENNES REUNION ROUEN ROUMANIE ROUSSILLON SAVOIE SENEGAL STRASBOURG TOULOUSE TOURS
TUNISIE TURQUIE UKRAINE VIETNAM VOSGES
"""
NAMES = frozenset(_NAMES.split())
"""Proper names that are no other word."""
SAINTS = frozenset({"SAINT", "SAINTE", "ST", "STE", "SAINTS"})
_PARTICLES = """
DE DU DES LE LA LES EN SUR SOUS ET AU AUX A À D L LÈS EZ SAINT SAINTE
"""
PARTICLES = frozenset(_PARTICLES.split())


def sentence_case(text: str, names: Collection[str] = ()) -> str:
    """A text in capitals as a sentence; any other text as it is.

    Acronyms (with dots, without vowels, or known) keep their capitals, proper names their first.

    Args:
        text: What a register wrote.
        names: Further proper names, such as the association's town; accents and case don't matter.

    Returns:
        A text of the same length, so that positions in ``text`` hold in it as well.
    """
    if not text.isupper():
        return text
    proper = {word for name in names for word in plain(name).upper().split() if word not in PARTICLES}
    shown: list[str] = []
    end, after_saint = 0, False
    for token in TOKEN.finditer(text):
        word = token[0]
        between = text[end : token.start()]
        first = not shown or SENTENCE_END.search(between) is not None
        named = after_saint or word in SAINTS or word in NAMES or plain(word).upper() in proper
        shown += [between, _cased(word, capital=first or named)]
        after_saint, end = word in SAINTS, token.end()
    return "".join([*shown, text[end:]])


def _cased(word: str, *, capital: bool) -> str:
    if _stays(word):
        return word
    small = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in word)
    return word[0] + small[1:] if capital else small


def _stays(word: str) -> bool:
    """Whether a word keeps its capitals: acronyms, Roman numbers and codes with digits."""
    if word in ACRONYMS or DOTTED.fullmatch(word) or ROMAN.fullmatch(word):
        return True
    if any(letter.isdigit() for letter in word):
        return ORDINAL.fullmatch(word) is None
    return 1 < len(word) <= LONGEST_WITHOUT_VOWEL and word not in SAINTS and VOWEL.search(word) is None


def display_title(entry: Entry) -> str:
    """What to call an association: its title in sentence case, else the beginning of its purpose."""
    names = (entry.city,) if entry.city else ()
    if entry.title:
        return sentence_case(entry.title, names)
    purpose = sentence_case(entry.purpose, names)
    if len(purpose) <= TITLE_LENGTH:
        return purpose
    beginning = purpose[:TITLE_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:.–-(")
    return f"{beginning or purpose[:TITLE_LENGTH]}…"


def theme_name(code: str) -> str:
    """The label of a WALDEC code as a sentence, else the code.

    Headings are published in capitals, apostrophes here and there as full stops.
    """
    text = sentence_case(themes.label(code) or code)
    text = LOST_APOSTROPHE.sub("’", text).rstrip(" .")
    return f"{text[:1].upper()}{text[1:]}"
