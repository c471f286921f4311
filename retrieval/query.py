"""A question as understood: weighted terms, what was taken as place, what was changed and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from retrieval.french import terms


@dataclass(frozen=True, slots=True)
class Query:
    """What the index is asked.

    Attributes:
        weights: Term to weight; the person's own words weigh 1.
    """

    text: str
    weights: dict[str, float] = field(default_factory=dict)


def parse(text: str) -> Query:
    """Understand ``text``."""
    return Query(text, dict.fromkeys(terms(text), 1.0))
