"""French analysis: from a text to its terms, the same for documents and for questions."""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache

import Stemmer

from retrieval.families import family

__all__ = ["ANALYSIS_VERSION", "STOP_WORDS", "family", "fold", "stem", "terms", "words"]

ANALYSIS_VERSION = 1
"""To be raised with every change here that gives any text other terms: indices are then built anew."""

STOP_WORDS = frozenset(
    """
    a afin ai ainsi as au aussi autre autres aux avait avec avez avons ayant c ca car ce ceci cela celle
    celles celui ces cet cette ceux chez comme d dans de des donc dont du elle elles en entre es est et
    etaient etait etes eux il ils j je l la le les leur leurs lors lorsque lui m ma mais me meme memes mes
    mon n ne ni nos notre nous on ont or ou par pas plus pour puisque qu quand que quel quelle quelles quels
    qui quoi s sa sans se selon sera seront ses si soient soit sommes son sont sous suis sur t ta te tes
    toi ton tous tout toute toutes tres tu un une vers vos votre vous y
    """.split()
)
"""Folded grammatical words. Nouns stay out of it: « gens du voyage », « bien-être », « force »."""

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u0060\u00b4\u2032\uff07", "'"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),
        "œ": "oe",
        "Œ": "Oe",
        "æ": "ae",
        "Æ": "Ae",
    }
)
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05bd\u064b-\u065f]+")
_ACRONYM = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?")
_WHOLE = re.compile(r"\b(aujourd)'(hui)|\b(prud)'(hom)|\b(entr)'|\b(quelqu)'(un)")
_ELISION = re.compile(r"\b(?:[ljdmtsnc]|(?:lors|puis|jus|quoi|pres)?qu)'(?=\w)")
_WORD = re.compile(r"[^\W_]+")

_PLURALS_IN_X = {
    **{
        word + "x": word
        for word in (
            "adieu aieu aveu bijou boyau caillou cheveu chou enjeu essieu feu genou hibou jeu joujou joyau"
            " lieu milieu neveu noyau pieu pou tuyau voeu"
        ).split()
    },
    **{word + "ux": word + "il" for word in "ba cora ema soupira trava vitra".split()},
    "yeux": "oeil",
}
_SINGULARS_IN_S = frozenset(
    """
    abus alors arras as atlas autobus avis bas blocus bonus bras bus cactus campus canevas cas chaos clos
    colis corpus cosmos cursus damas devis dos embarras enclos eros focus fracas frimas gras gros heros humus
    inclus intrus jadis jus kairos las lilas logis lotus lucas lupus mas matelas minus nicolas obus os
    paris parvis pas permis pilotis plus processus propos prospectus radis ras refus repas repos sous souris
    stimulus surplus sursis tamis tapis tennis terminus thomas tous tournevis typhus us venus verglas vers
    versus virus vous
    """.split()
)
_SINGULAR_ENDINGS = ("ss", "ais", "ois", "es", "eus", "ius", "ans")
_SHORTEST_PLURAL = 4
_STEMMER = Stemmer.Stemmer("french")
_STEMMER_LOCK = threading.Lock()  # PyStemmer's objects are not for several threads at once


def fold(text: str) -> str:
    """Lower case without accents, ligatures or typographic apostrophes; punctuation stays."""
    text = text.translate(_CHARACTERS)
    if not text.isascii():
        text = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    return text.casefold()


def words(text: str) -> list[str]:
    """Folded words in their order: acronyms joined, elided articles dropped, hyphens split."""
    text = fold(text)
    if "." in text:
        text = _ACRONYM.sub(lambda match: match[0].replace(".", ""), text)
    if "'" in text:
        text = _WHOLE.sub(lambda match: match[0].replace("'", ""), text)
        text = _ELISION.sub(" ", text)
    return _WORD.findall(text)


def terms(text: str) -> list[str]:
    """Stems in their order, without stop words unless the text holds nothing else."""
    found = words(text)
    telling = [word for word in found if word not in STOP_WORDS]
    return [stem(word) for word in telling or found]


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Snowball's stem of a folded word, its plural mended first.

    Folding comes first because Snowball treats accented and bare letters differently: so a word typed
    without its accents finds the one written with them.
    """
    if not word.isalpha():
        return word
    with _STEMMER_LOCK:
        return str(_STEMMER.stemWord(_singular(word)))


def _singular(word: str) -> str:
    """Undo the plurals that Snowball keeps (« jeux », « vélos », « amis », « loisirs »)."""
    if len(word) < _SHORTEST_PLURAL or word in _SINGULARS_IN_S:
        return word
    if word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS):
        return word[:-1]
    return _PLURALS_IN_X.get(word, word)
