"""Whether a title or purpose says that the association is dissolved or dormant."""

from __future__ import annotations

import re

from storage.identity import plain

LONGEST = 8_000
"""Characters beyond which a text is no register's note, and not worth its time."""
HINTS = ("disso", "sommeil")
NOT_DISSOLVED = re.compile(r"\bnon dissoute?s?\b")
IDLE = re.compile(r"\b(pas d ?act\w*|inactive|archivee?)\b")
MONTH = "jan|fev|mar|avr|mai|jui|aou|sep|oct|nov|dec"
WHEN = (
    rf"(\d|le \d|en \d|en ({MONTH})|en date|le en|depuis|j ?o\b|par |suite"
    r"|declaree|publiee|administrative|de plein droit)"
)
ASSOCIATION = r"(ass|asso|assoc|association|societe|club|comite|amicale|dossier)"

_WHEN = WHEN.replace(" ", r"\ ")  # in verbose patterns a space has to be said
SAID = re.compile(
    rf"""
      ^(association )?dissou(te|s)\b                          # it begins so
    | ^dissolution(?!\ d(e|es|u)\b(?!\ l\ association\b))
    | ^(e ?n|ehn|mise?\ en|o\ mise\ en)\ ?sommeil\b
    | (?<!une\ )\b{ASSOCIATION}\ (est\ |a\ ete\ )?dissou(te|s)\b        # of the association itself
    | (?<!une\ )\b{ASSOCIATION}\ (est\ |restant\ )?(mise?\ )?en\ sommeil\b
    | (?<!cas\ de\ )(?<!apres\ )(?<!suite\ a\ la\ )\bdissolution\ de\ l\ association\ {_WHEN}
    | (?<!\bla\ )(?<!\bde\ )(?<!\bsa\ )\bdissolution\ {_WHEN}
    | \b(mise?)\ en\ sommeil(\ {_WHEN}|\ fusion|\ apres|$)
    """,
    re.VERBOSE,
)
AT_THE_END = re.compile(
    r"(?<!\bla )(?<!\bde )(?<!\bsa )(?<!\bleur )(?<!\bune )(?<!\bd )(?<!\betre )(?<!\bassociation )"
    r"\b(dissoute|dissous|dissolution)$"
)
DORMANT_AT_THE_END = re.compile(
    r"(?<!\breste )(?<!\brestes )(?<!\brestees )(?<!\brestee )(?<!\bmettre )\ben ?sommeil( archivee?)*$"
)
BRACKETED = re.compile(
    r"[('!/-]\s*(mise? )?(en sommeil|dissoute?|dissolution)\b[^()]*(\)|!|'|$)", re.IGNORECASE
)
IN_TITLE = re.compile(
    r"\b(dissoutes?|dissous|en ?sommeill?)\b|\ben (cours|instance) de dissolution"
    r"|(?<!\bla )(?<!\bune )(?<!\bde )(?<!\bd )dissolution\b"
)
"""A title rarely speaks of dissolution otherwise than as the register's note on the association."""
NOTHING_ELSE = re.compile(
    rf"(reprise )?(e ?n|ehn|mise? en|o mise en)? ?sommeil( archivee?)*( {WHEN}.*)?"
    r"|(reprise )?(l )?(association |ass |asso )?(est )?(dissoute?|dissous|dissolution)"
    r"( multilog| donnees incompletes)?"
    rf"|(association )?(dissoute|dissolution)( de l association)?( {WHEN}[\w ]{{0,40}})?"
)


def declared(title: str, purpose: str) -> bool:
    """Whether the title or the purpose says that the association itself is dissolved or dormant."""
    if _hints(title):
        words = plain(title)
        if (IDLE if NOT_DISSOLVED.search(words) else IN_TITLE).search(words):
            return True
    return _told(purpose)


def _hints(text: str) -> bool:
    """A quick look that spares nearly every text the close one."""
    small = text.lower()
    return any(hint in small for hint in HINTS) and len(text) <= LONGEST


def _told(text: str) -> bool:
    """Whether a purpose says so.

    One that merely mentions a dissolution (of something else, or what is done should one occur) does not.
    """
    if not _hints(text):
        return False
    words = plain(text)
    if NOT_DISSOLVED.search(words):
        return IDLE.search(words) is not None
    if SAID.search(words) or AT_THE_END.search(words) or DORMANT_AT_THE_END.search(words):
        return True
    return BRACKETED.search(text) is not None


def only(text: str) -> bool:
    """Whether ``text`` says nothing but that, so that it is no purpose."""
    return _hints(text) and NOTHING_ELSE.fullmatch(plain(text)) is not None
