"""Every place a question can name: what an index's associations tell, and the fixed areas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

from retrieval import positions
from retrieval.areas import departement_keys, named_areas, numbered
from retrieval.communes import communes, empty, placed, point, region, short_names
from retrieval.places import TOWN, Place, facts, is_postcode, known_departement, of_postcode, spelled
from retrieval.small_areas import AROUND_TOWN_KM, Communes, joined, small_areas

NEAR_KM = 15.0
"""How far away a neighbouring commune may be, from town hall to town hall."""
CHIEF = "000"
"""How the postcode ends that people give for all of a département's capital, whatever others it has."""
WIDE_KM = 30.0
"""How far away what is next to the neighbours may be."""
MOST_NEIGHBOURS = 1000


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
        self._fixed = dict(named_areas())
        self.longest = 1
        self.names: Mapping[tuple[str, int], Mapping[str, Place]] = {}
        """Names with the largest place of that name, by first letter and length."""

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
        """The département, region, province, island, bay … of that name."""
        return self._fixed.get(name) or self._small_area(name)

    def _small_area(self, name: tuple[str, ...]) -> Place | None:
        meant = small_areas().get(name)
        if meant is None:
            return None
        if isinstance(meant, Communes):
            found = [self._by_key[key] for key in meant.keys if key in self._by_key]
            return joined(meant.name, found) if found else None
        centre = self._by_key.get(meant.centre) or empty(meant.centre)
        return self.built_up(centre, meant.name, meant.kilometres)

    def built_up(self, town: Place, name: str, kilometres: float = AROUND_TOWN_KM) -> Place:
        """A town with the communes around it, as an area of that name."""
        return joined(name, [town, *(near for near, away in self._within_reach(town) if away <= kilometres)])

    def get(self, key: str) -> Place | None:
        """The place with that ``Place.key``, or the commune with that INSEE code."""
        self._compile()
        return self._by_key.get(key) or self._by_code.get(key) or numbered(key)

    def postcode(self, postcode: str) -> Place | None:
        """Where a postcode is; its département alone when no association has the postcode."""
        self._compile()
        departement = known_departement(of_postcode(postcode))
        if departement is None:
            return None
        keys = frozenset(self._by_postcode.get(postcode, ()))
        if postcode.endswith(CHIEF):
            keys |= self._capital(departement).keys
        return Place(
            "postcode",
            postcode,
            postcode,
            keys or frozenset({f"{TOWN}{departement}::{postcode}:"}),
            frozenset({departement}),
            frozenset({postcode}),
            sum(self._towns[key] for key in keys),
        )

    def _capital(self, departement: str) -> Place:
        key = f"{departement}:{' '.join(spelled(facts()[departement]['capital']))}"
        return self._by_key.get(key) or empty(key)

    def around(self, place: Place) -> Iterator[frozenset[str]]:
        """Rings of index keys around a place, nearest first.

        Communes within ``NEAR_KM`` or that share a postcode, with what is known to be in the département
        and no more; then those within ``WIDE_KM`` or that share a postcode with the former, as small
        communes without coordinates do; the département; its neighbours; the neighbours' neighbours …
        """
        self._compile()
        near = {key for code in place.postcodes for key in self._by_postcode.get(code, ())}
        wide: set[str] = set()
        for neighbour, kilometres in self._within_reach(place):
            if kilometres <= NEAR_KM:
                near |= neighbour.keys
                wide.update(*(self._by_postcode.get(code, ()) for code in neighbour.postcodes))
            wide |= neighbour.keys
        if place.kind in {"commune", "postcode"}:
            near |= self.unplaced(place.departements)
        rings = [near, wide - near, *_widening(place.departements)]
        return (frozenset(ring - place.keys) for ring in rings if ring - place.keys)

    def _within_reach(self, place: Place) -> Iterator[tuple[Place, float]]:
        """(commune, kilometres) within ``WIDE_KM`` of communes or a postcode whose coordinates are known."""
        for here in filter(None, map(point, self._centres(place))):
            for position in positions.nearest(*here[1:], WIDE_KM, MOST_NEIGHBOURS):
                for neighbour in self._by_name.get(spelled(position.name), ()):
                    if region(neighbour) == position.region:
                        yield neighbour, position.distance

    def _centres(self, place: Place) -> list[Place]:
        """The communes that a place is, or the largest of a postcode."""
        if place.kind == "commune":
            return [self._by_key[key] for key in place.key.split("+") if key in self._by_key]
        names = {spelled(key.split(":", 4)[4]) for key in place.keys} if place.kind == "postcode" else set()
        found = [each for name in names for each in self._by_name.get(name, ()) if each.keys & place.keys]
        return sorted(found, key=lambda each: (-each.count, each.key))[:1]

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
        unplaced: dict[str, set[str]] = defaultdict(set)
        of_communes: set[str] = set()
        for names, commune in communes(towns):
            of_communes |= commune.keys
            place = placed(commune)
            by_key[place.key] = place
            for code in commune.codes:
                by_code.setdefault(code, place)
            for name in names:
                by_name.setdefault(name, []).append(place)
        for key in towns.keys() - of_communes:
            unplaced[key.split(":")[1]].add(key)
        for places in by_name.values():
            places.sort(key=lambda place: (-place.count, place.key))
        for number, name, key in _capitals():
            if not any(number in place.departements for place in by_name.get(name, ())):
                capital = empty(key, facts()[number]["capital"])
                by_name.setdefault(name, []).append(capital)
                by_key[key] = capital
        for name, place in short_names(by_name, sum(towns.values())):
            by_name.setdefault(name, [place])
        self._by_name, self._by_key, self._by_code = by_name, by_key, by_code
        self._by_postcode, self._unplaced = _postcodes(towns), unplaced
        self.longest = max((len(name) for name in (*by_name, *self._fixed, *small_areas())), default=1)
        self.names = _shelved({**by_name, **{name: [area] for name, area in self._fixed.items()}})


def _postcodes(towns: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for key in towns:
        postcode = key.split(":", 4)[3]
        if is_postcode(postcode):
            found[postcode].add(key)
    return found


def _shelved(
    by_name: Mapping[tuple[str, ...], list[Place]],
) -> Mapping[tuple[str, int], Mapping[str, Place]]:
    names: dict[tuple[str, int], dict[str, Place]] = defaultdict(dict)
    for words, places in by_name.items():
        name = " ".join(words)
        names[name[0], len(name)][name] = places[0]
    return names


def _widening(departements: frozenset[str]) -> Iterator[frozenset[str]]:
    """Index keys of départements, then of all that border on them, and so on."""
    passed: frozenset[str] = frozenset()
    ring = departements
    while ring:
        yield departement_keys(ring)
        passed |= ring
        ring = frozenset(near for number in ring for near in facts()[number]["near"]) - passed


def _capitals() -> Iterator[tuple[str, tuple[str, ...], str]]:
    for number, fact in facts().items():
        name = spelled(fact["capital"])
        yield number, name, f"{number}:{' '.join(name)}"
