"""How well questions are answered: nDCG and its kin over graded judgments.

Topics are tab-separated lines ``topic, question, what would satisfy, kind``; judgments are
``topic, rna_id, grade`` with grades 0 to 3. An association nobody judged counts as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path

from storage.errors import WaldeckError

DEPTH = 10
USEFUL = 2
_QUESTION_COLUMN, _KIND_COLUMN = 1, 3
_JUDGMENT_COLUMNS = 3


class InvalidJudgments(WaldeckError):
    """A line of a topics or judgments file can't be read (arguments: path, line from 1)."""

    code = "invalid-judgments"

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{path}:{line}", path=str(path), line=line)


@dataclass(frozen=True, slots=True)
class Topic:
    """A question to judge answers by."""

    id: str
    question: str
    kind: str


@dataclass(frozen=True, slots=True)
class Measures:
    """Quality of one ranking, or the mean over several; each between 0 and 1.

    Attributes:
        ndcg10: Normalised discounted cumulative gain at 10, gain ``2**grade - 1``
            (Järvelin and Kekäläinen 2002, in the form of Burges et al. 2005).
        precision5: Share of useful (grade 2 and more) among the first five.
        success5: 1 when a useful one is among the first five.
        mrr10: Reciprocal rank of the first useful one among ten.
        recall100: Share of the useful ones among the first hundred.
        judged10: Share of the first ten that somebody judged.
    """

    ndcg10: float
    precision5: float
    success5: float
    mrr10: float
    recall100: float
    judged10: float


def read_topics(path: Path) -> list[Topic]:
    """Read a topics file.

    Raises:
        InvalidJudgments: A line has fewer than two columns.
    """
    topics = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        columns = line.split("\t")
        if len(columns) <= _QUESTION_COLUMN:
            raise InvalidJudgments(path, number)
        kind = columns[_KIND_COLUMN] if len(columns) > _KIND_COLUMN else ""
        topics.append(Topic(columns[0], columns[_QUESTION_COLUMN], kind))
    return topics


def read_judgments(path: Path) -> dict[str, dict[str, int]]:
    """Read topic to {rna_id: grade}.

    Raises:
        InvalidJudgments: A line is not three columns with a whole number last.
    """
    judgments: dict[str, dict[str, int]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        columns = line.split()
        if len(columns) != _JUDGMENT_COLUMNS or not columns[2].isdigit():
            raise InvalidJudgments(path, number)
        judgments.setdefault(columns[0], {})[columns[1]] = int(columns[2])
    return judgments


def measure(ranked: Sequence[str], grades: Mapping[str, int]) -> Measures:
    """Judge one ranking of RNA numbers, best first."""
    useful = [grades.get(document, 0) >= USEFUL for document in ranked]
    all_useful = sum(grade >= USEFUL for grade in grades.values())
    ideal = _gain(sorted(grades.values(), reverse=True))
    first = next((rank for rank, good in enumerate(useful[:DEPTH], 1) if good), 0)
    return Measures(
        ndcg10=_gain([grades.get(document, 0) for document in ranked]) / ideal if ideal else 0.0,
        precision5=sum(useful[:5]) / min(5, max(1, all_useful)),
        success5=float(any(useful[:5])),
        mrr10=1 / first if first else 0.0,
        recall100=sum(useful[:100]) / max(1, min(100, all_useful)),
        judged10=sum(document in grades for document in ranked[:DEPTH]) / max(1, len(ranked[:DEPTH])),
    )


def _gain(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1.0) / log2(rank + 1) for rank, grade in enumerate(grades[:DEPTH], 1))


def mean(measures: Iterable[Measures]) -> Measures:
    """Mean of each measure; all zero for none."""
    each = list(measures)
    names = Measures.__slots__
    return Measures(**{n: sum(getattr(m, n) for m in each) / max(1, len(each)) for n in names})


def by_kind(topics: Iterable[Topic], results: Mapping[str, Measures]) -> dict[str, tuple[int, Measures]]:
    """Return kind to (number of topics, mean), ``all`` first, then the kinds by name."""
    groups: dict[str, list[Measures]] = {"all": []}
    for topic in sorted(topics, key=lambda topic: topic.kind):
        groups["all"].append(results[topic.id])
        groups.setdefault(topic.kind, []).append(results[topic.id])
    return {kind: (len(each), mean(each)) for kind, each in groups.items()}
