"""Places of France: communes known from the catalogue's own rows, départements, regions, postcodes."""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, Literal

from retrieval import positions
from retrieval.french import fold, words
from storage.model import Entry

TOWN = "town:"
DEPARTEMENT = "dept:"

NEAR_KM = 15.0
"""How far away a neighbouring commune may be, from town hall to town hall."""

_ARTICLES = frozenset({"le", "la", "les", "l"})
_SPELLINGS = {"st": "saint", "ste": "sainte", "sts": "saints", "stes": "saintes"}
_CODE = re.compile(r"(?!00)(?:\d{2}|2[ab])\d{3}", re.IGNORECASE)
_POSTCODE = re.compile(r"(?!00)\d{5}")
_NATIONAL = re.compile(r"W(\d{3}|9[A-Z]\d)\d{6}")
_OVERSEAS_LETTERS = {"G": "971", "M": "972", "C": "973", "R": "974", "T": "976", "P": "987", "N": "988"}
_MAYOTTE_BEFORE_2011 = "985"
_NOT_THE_NAME = re.compile(r"\(.*?\)|\b(?:cedex|arrondissement)\b.*|\d.*")
_ARTICLE_BEHIND = re.compile(r"(.*?)\s*\((le|la|les|l')\)", re.IGNORECASE)

Kind = Literal["commune", "postcode", "departement", "region"]


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere associations can be.

    Attributes:
        key: Stable identity, e.g. ``58:nevers``, ``58``, ``58000``; fits a button.
        name: For people.
        keys: Index keys, any of which says that an association is there.
        departements: Numbers of those it lies in.
        postcodes: Of a commune; associations that share one are its closest neighbours.
        count: Associations there.
    """

    kind: Kind
    key: str
    name: str
    keys: frozenset[str]
    departements: frozenset[str]
    postcodes: frozenset[str] = frozenset()
    count: int = 0


@dataclass(slots=True)
class Commune:
    """A commune while the gazetteer is being put together."""

    departement: str
    name: tuple[str, ...]
    spellings: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    postcodes: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    count: int = 0


def departement_of(entry: Entry) -> str | None:
    """Number of the département an association is in.

    By the commune's code, else the postcode, else the first digits of the RNA number.
    """
    code, postcode = entry.commune_code or "", entry.postcode or ""
    if _CODE.fullmatch(code):
        return _known(_of_code(code))
    if _POSTCODE.fullmatch(postcode):
        return _known(_of_postcode(postcode))
    return _known(_of_number(entry.rna_id or ""))


def town_key(entry: Entry) -> str | None:
    """The index key that says where an association is, or None when not even the département is known."""
    departement = departement_of(entry)
    if departement is None:
        return None
    code = entry.commune_code if _CODE.fullmatch(entry.commune_code or "") else ""
    return f"{TOWN}{departement}:{code}:{entry.postcode or ''}:{(entry.city or '').strip()}"


def _known(departement: str) -> str | None:
    return departement if departement in facts() else None


def _of_code(code: str) -> str:
    if code.startswith(_MAYOTTE_BEFORE_2011):
        return "976"
    return code[:3] if code[:2] in {"97", "98"} else code[:2].upper()


def _of_postcode(postcode: str) -> str:
    if postcode[:2] == "20":
        return "2A" if postcode[2] in "01" else "2B"
    return postcode[:3] if postcode[:2] in {"97", "98"} else postcode[:2]


def _of_number(number: str) -> str:
    """Département that registered an RNA number, such as ``W581…``, ``582P…`` or ``2B1S…``."""
    digits = number[1:4] if _NATIONAL.fullmatch(number) else number[:3]
    if digits[:1] == "9" and digits[1:2] in _OVERSEAS_LETTERS:
        return _OVERSEAS_LETTERS[digits[1]]
    return digits[:2].upper()


@cache
def facts() -> Mapping[str, Mapping[str, Any]]:
    """Number to what ``data/departements.toml`` says of the département."""
    return tomllib.loads(_data("departements.toml"))


@cache
def _regions() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(_data("regions.toml"))


def _data(name: str) -> str:
    return files("retrieval").joinpath("data", name).read_text(encoding="utf-8")


def spelled(text: str) -> tuple[str, ...]:
    """A place's name as words to compare: folded, ``St`` written out, without article, number or CEDEX."""
    text = fold(text)
    if match := _ARTICLE_BEHIND.match(text):
        text = f"{match[2]} {match[1]}"
    found = tuple(_SPELLINGS.get(word, word) for word in words(_NOT_THE_NAME.sub(" ", text)))
    return found[1:] if len(found) > 1 and found[0] in _ARTICLES else found


class Gazetteer:
    """Every place a question can name.

    Args:
        towns: (``town:`` key, number of associations) of the index.
    """

    def __init__(self, towns: Iterable[tuple[str, int]] = ()) -> None:
        self._towns: dict[str, int] = dict(towns)
        self._version, self._worked_out = 0, -1
        self._lock, self._working = Lock(), Lock()
        self._by_name: dict[tuple[str, ...], list[Place]] = {}
        self._by_key: dict[str, Place] = {}
        self._by_postcode: dict[str, set[str]] = {}
        self._by_code: dict[str, Place] = {}
        self._unplaced: dict[str, set[str]] = {}
        self._fixed = dict(_fixed_places())
        self.longest = 1

    def learn(self, keys: Iterable[str]) -> None:
        """Take note of a new association's index keys."""
        towns = [key for key in keys if key.startswith(TOWN)]
        with self._lock:
            for key in towns:
                self._version += key not in self._towns
                self._towns[key] = self._towns.get(key, 0) + 1

    def prepare(self) -> None:
        """Work the places out now, so that no question waits for it."""
        self._compile()

    def named(self, name: tuple[str, ...]) -> list[Place]:
        """Communes of that name (as ``spelled`` gives it), those with most associations first."""
        self._compile()
        return self._by_name.get(name, [])

    def area(self, name: tuple[str, ...]) -> Place | None:
        """The département, region or province of that name."""
        return self._fixed.get(name)

    def get(self, key: str) -> Place | None:
        """The place with that ``Place.key``, or the commune with that INSEE code."""
        self._compile()
        return self._by_key.get(key) or self._by_code.get(key) or _numbered(key)

    def postcode(self, postcode: str) -> Place | None:
        """Where a postcode is; its département alone when no association has the postcode."""
        self._compile()
        departement = _known(_of_postcode(postcode))
        if departement is None:
            return None
        keys = frozenset(self._by_postcode.get(postcode, ()))
        return Place(
            "postcode",
            postcode,
            postcode,
            keys or frozenset({f"{TOWN}{departement}::{postcode}:"}),
            frozenset({departement}),
            frozenset({postcode}),
            sum(self._towns[key] for key in keys),
        )

    def around(self, place: Place) -> list[frozenset[str]]:
        """Rings of index keys around a place, nearest first.

        Communes within ``NEAR_KM`` or that share a postcode, as small communes without coordinates do
        with their neighbours; then the département; then the neighbouring départements.
        """
        self._compile()
        own = {key for code in place.postcodes for key in self._by_postcode.get(code, ())}
        own.update(*(neighbour.keys for neighbour in self._within_reach(place)))
        rings = [frozenset(own) - place.keys, _departements(place.departements) - place.keys]
        neighbours = {near for number in place.departements for near in facts()[number]["near"]}
        rings.append(_departements(neighbours - place.departements))
        return [ring for ring in rings if ring]

    def _within_reach(self, place: Place) -> Iterator[Place]:
        """Communes within ``NEAR_KM`` of one whose coordinates are known."""
        point = _point(place) if place.kind == "commune" else None
        for position in positions.nearest(*point[1:], NEAR_KM) if point else ():
            for neighbour in self._by_name.get(spelled(position.name), ()):
                if _region(neighbour) == position.region:
                    yield neighbour

    def unplaced(self, departements: Iterable[str]) -> frozenset[str]:
        """Index keys of the associations known to be in these départements and no more."""
        self._compile()
        return frozenset().union(*(self._unplaced.get(number, ()) for number in departements))

    def _compile(self) -> None:
        if self._worked_out == self._version:
            return
        # Nobody waits for a thread that works out a new town; until it is done the others are known.
        if not self._working.acquire(blocking=self._worked_out < 0):
            return
        try:
            with self._lock:
                version, towns = self._version, dict(self._towns)
            if self._worked_out != version:
                self._fill(towns)
                self._worked_out = version
        finally:
            self._working.release()

    def _fill(self, towns: Mapping[str, int]) -> None:
        """Work the places out anew, and go over to them only when whole: other threads are searching."""
        by_name: dict[tuple[str, ...], list[Place]] = {}
        by_key: dict[str, Place] = {}
        by_code: dict[str, Place] = {}
        by_postcode: dict[str, set[str]] = defaultdict(set)
        unplaced: dict[str, set[str]] = defaultdict(set)
        for key in towns:
            by_postcode[key.split(":")[3]].add(key)
        placed: set[str] = set()
        for names, commune in _communes(towns):
            placed |= commune.keys
            place = _place(commune)
            by_key[place.key] = place
            for code in commune.codes:
                by_code.setdefault(code, place)
            for name in names:
                by_name.setdefault(name, []).append(place)
        for key in towns.keys() - placed:
            unplaced[key.split(":")[1]].add(key)
        for places in by_name.values():
            places.sort(key=lambda place: (-place.count, place.key))
        for number, name, key in _capitals():
            if not any(number in place.departements for place in by_name.get(name, ())):
                empty = Place("commune", key, facts()[number]["capital"], frozenset(), frozenset({number}))
                by_name.setdefault(name, []).append(empty)
                by_key[key] = empty
        self._by_name, self._by_key, self._by_code = by_name, by_key, by_code
        self._by_postcode, self._unplaced = by_postcode, unplaced
        self.longest = max((len(name) for name in (*by_name, *self._fixed)), default=1)


@cache
def _points() -> Mapping[tuple[tuple[str, ...], str], tuple[str, float, float]]:
    """(spelled name, region) to (name with its accents, degrees north, degrees east)."""
    return {
        (spelled(name), region): (name, north, east) for name, region, north, east in positions.everywhere()
    }


def _point(place: Place) -> tuple[str, float, float] | None:
    return _points().get((spelled(place.name), _region(place)))


def _region(place: Place) -> str:
    region: str = facts()[min(place.departements)]["region"]
    return region


def _capitals() -> Iterator[tuple[str, tuple[str, ...], str]]:
    for number, fact in facts().items():
        name = spelled(fact["capital"])
        yield number, name, f"{number}:{' '.join(name)}"


def _communes(towns: Mapping[str, int]) -> list[tuple[set[tuple[str, ...]], Commune]]:
    """Put rows' ways of naming a commune together: (names, commune), by INSEE code and name."""
    communes: dict[tuple[str, tuple[str, ...]], Commune] = {}
    nameless: list[tuple[str, str, int]] = []
    of_code: dict[str, Counter[tuple[str, tuple[str, ...]]]] = defaultdict(Counter)
    for key, count in towns.items():
        _, departement, code, postcode, city = key.split(":", 4)
        name = spelled(city)
        if not name:
            nameless.append((key, code, count))
            continue
        commune = communes.setdefault((departement, name), Commune(departement, name))
        commune.keys.add(key)
        commune.count += count
        commune.spellings[city] += count
        commune.postcodes[postcode] += count
        if code:
            commune.codes[code] += count
            of_code[code][departement, name] += count
    chief = {code: names.most_common(1)[0][0] for code, names in of_code.items()}
    for key, code, count in nameless:
        if code in chief:
            communes[chief[code]].keys.add(key)
            communes[chief[code]].count += count
    return _with_other_names(communes, chief)


def _with_other_names(
    communes: Mapping[tuple[str, tuple[str, ...]], Commune], chief: Mapping[str, tuple[str, tuple[str, ...]]]
) -> list[tuple[set[tuple[str, ...]], Commune]]:
    """Former and short names: those that never are the usual one of their code join the usual one."""
    names: dict[tuple[str, tuple[str, ...]], set[tuple[str, ...]]] = defaultdict(set)
    usual = set(chief.values())
    for identity, commune in communes.items():
        code = commune.codes.most_common(1)[0][0] if commune.codes else None
        home = identity if identity in usual or code is None else chief[code]
        names[home].add(identity[1])
        if home != identity:
            communes[home].keys.update(commune.keys)
            communes[home].count += commune.count
    return [(each, communes[identity]) for identity, each in names.items()]


def _place(commune: Commune) -> Place:
    total = sum(commune.postcodes.values())
    point = _points().get((commune.name, facts()[commune.departement]["region"]))
    return Place(
        "commune",
        f"{commune.departement}:{' '.join(commune.name)}",
        point[0] if point else _shown(commune.spellings.most_common(1)[0][0]),
        frozenset(commune.keys),
        frozenset({commune.departement}),
        frozenset(code for code, count in commune.postcodes.items() if count * 20 >= total),
        commune.count,
    )


def _shown(city: str) -> str:
    """A commune's name as people write it; registers often shout."""
    if match := _ARTICLE_BEHIND.match(city):
        city = f"{match[2]} {match[1]}"
    city = re.sub(r"\s+(?:cedex.*|\d+.*|\(.*\))$", "", city.strip(), flags=re.IGNORECASE)
    if not city.isupper():
        return city
    small = {"de", "du", "des", "la", "le", "les", "en", "sur", "sous", "et", "aux", "au", "d", "l"}
    parts = re.split(r"([\s'-])", city.lower())
    shown = [part if part in small and place else part.capitalize() for place, part in enumerate(parts)]
    return "".join(shown)


def _departements(numbers: Iterable[str]) -> frozenset[str]:
    return frozenset(DEPARTEMENT + number for number in numbers)


def _area(kind: Kind, key: str, name: str, numbers: Iterable[str]) -> Place:
    return Place(kind, key, name, _departements(numbers), frozenset(numbers))


def _numbered(number: str) -> Place | None:
    if number not in facts():
        return None
    return _area("departement", number, facts()[number]["name"], [number])


def _fixed_places() -> Iterator[tuple[tuple[str, ...], Place]]:
    """(name, place) of regions and provinces, then of départements, which win."""
    regions: dict[str, set[str]] = defaultdict(set)
    for number, fact in facts().items():
        regions[fact["region"]].add(number)
        regions[fact["old_region"]].add(number)
    regions.update((name, set(numbers)) for name, numbers in _regions()["names"].items())
    for name, numbers in regions.items():
        yield spelled(name), _area("region", f"region:{name}", name, numbers)
    for number, fact in facts().items():
        place = _area("departement", number, fact["name"], [number])
        for name in (fact["name"], *fact.get("also", ())):
            yield spelled(name), place


@cache
def people() -> Mapping[str, Place]:
    """Folded adjective, singular or plural, to the département or province it belongs to."""
    found: dict[str, Place] = {}
    areas = {place.name: place for _, place in _fixed_places()}
    for adjective, name in _regions()["people"].items():
        found[fold(adjective)] = areas[name]
    for number, fact in facts().items():
        for adjective in fact.get("people", ()):
            found.setdefault(fold(adjective), _area("departement", number, fact["name"], [number]))
    return found | {f"{adjective}s": place for adjective, place in found.items() if adjective[-1] != "s"}
