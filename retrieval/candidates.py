"""Associations that may answer a question, before their rows are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from retrieval.ranking import Ranked


class Candidate(NamedTuple):
    """An association that may answer, before its row is read; ``fit`` is how fully it answers, to 1."""

    id: int
    score: float
    fit: float = 1.0
    nearby: bool = False
    exact: bool = False
    found: Ranked | None = None
    """What it was found with, at which ``place``."""
    place: int = 0

    @property
    def reasons(self) -> Mapping[str, float]:
        """Term to its part of the score."""
        return _Reasons(self.found, self.place) if self.found is not None else {}


def order(candidate: Candidate) -> tuple[float, int]:
    """Sorts the best first."""
    return -candidate.score, candidate.id


def candidates(found: Ranked) -> list[Candidate]:
    """What was ranked, best first."""
    # Two hundred of them for each search, so that each counts.
    scores, fits, number = found.scores.tolist(), found.fits.tolist(), len(found.documents)
    never, here = [False] * number, [found] * number
    return list(map(Candidate, found.documents, scores, fits, never, never, here, range(number)))


class _Reasons(Mapping[str, float]):
    """Term to its part of a document's score, read off the matrix only when somebody asks."""

    def __init__(self, found: Ranked, row: int) -> None:
        self._found = found
        self._row = row

    def __getitem__(self, term: str) -> float:
        part = float(self._found.parts[self._row, self._found.terms.index(term)])
        if part <= 0:
            raise KeyError(term)
        return part

    def __iter__(self) -> Iterator[str]:
        parts = self._found.parts[self._row]
        return (term for term, part in zip(self._found.terms, parts, strict=True) if part > 0)

    def __len__(self) -> int:
        return int((self._found.parts[self._row] > 0).sum())


def merged(one: list[Candidate], other: list[Candidate]) -> list[Candidate]:
    """Two readings of a question side by side, each association where it stands higher."""
    best: dict[int, Candidate] = {}
    for each in (*one, *other):
        if each.id not in best or each.score > best[each.id].score:
            best[each.id] = each
    return sorted(best.values(), key=order)
