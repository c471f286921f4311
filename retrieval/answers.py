"""What is asked of the catalogue and what it answers: plain records for whoever shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, overload

from retrieval.excerpts import Excerpt, excerpt
from storage.model import Association

Kind = Literal["results", "count", "browse", "smalltalk", "ask_location", "choose_place", "nothing"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asks.

    Attributes:
        text: As typed.
        language: ``fr`` or ``en``, the person's.
        limit: Largest number of hits.
        offset: How many hits of a long list to leave out, so that far pages cost no more than the first.
        literal: Search the words as typed: no spelling correction, no added words.
        place: Commune code that the person set, used for « près de moi ».
        place_choice: The ``Choice.key`` picked among communes of the same name.
        wider: Leave out the place, show what there is elsewhere.
    """

    text: str
    language: str = "fr"
    limit: int = 100
    offset: int = 0
    literal: bool = False
    place: str | None = None
    place_choice: str | None = None
    wider: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several communes of the same name; ``key`` goes back as ``Question.place_choice``."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Understood:
    """How a question was read, in what can be kept as JSON.

    Attributes:
        text: As typed.
        kind: Of the answer.
        smalltalk: thanks, greeting, goodbye, insult, identity or yes_no.
        place: Name of the place asked for, for people.
        corrections: Word typed to what was read instead.
        added: Words of the question to what was searched besides.
        dropped: Words passed over as talk.
    """

    text: str
    kind: Kind = "results"
    smalltalk: str | None = None
    place: str | None = None
    corrections: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[str, list[str]] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain dictionary, for the table of searches."""
        return asdict(self) | {"dropped": list(self.dropped)}


@dataclass(frozen=True, slots=True)
class Hit:
    """An association found, and why.

    Attributes:
        nearby: True when it stands outside the place asked for, in its neighbourhood.
        reasons: Term to its part of the score.
        exact: Found by its exact name or number.
    """

    association: Association
    score: float
    nearby: bool = False
    reasons: Mapping[str, float] = field(default_factory=dict)
    exact: bool = False

    @property
    def excerpt(self) -> Excerpt:
        """The passage of the purpose that answers best; made when asked for, as few hits are shown."""
        return excerpt(self.association.purpose, self.reasons)


class Hits(Sequence[Hit]):
    """Hits that are made when they are looked at: of a hundred found a few are shown.

    Args:
        makers: Makes each of them.
    """

    def __init__(self, makers: Sequence[Callable[[], Hit]]) -> None:
        self._makers = makers

    def __len__(self) -> int:
        return len(self._makers)

    @overload
    def __getitem__(self, at: int) -> Hit: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Hit]: ...

    def __getitem__(self, at: int | slice) -> Hit | Sequence[Hit]:
        return Hits(self._makers[at]) if isinstance(at, slice) else self._makers[at]()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # like a list's


@dataclass(frozen=True, slots=True)
class Answer:
    """What to tell the person.

    Attributes:
        hits: At most ``Question.limit``, best first, from ``Question.offset`` on.
        total: How many associations fit.
        offset: Number of hits before the first of ``hits``.
        more: More than ``total`` fit; they were too many to look at.
        suggestion: The closest spelling, when nothing was found.
        choices: Communes of the same name; with kind ``choose_place`` the person is to pick one.
    """

    kind: Kind
    hits: Sequence[Hit]
    total: int
    understood: Understood
    suggestion: str | None = None
    choices: tuple[Choice, ...] = ()
    more: bool = False
    offset: int = 0
