"""What goes wrong on purpose: refusals, broken connections, delays, once or until switched off."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Literal

from sandbox import errors
from sandbox.errors import ApiError

Broken = Literal["drop", "half", "stall"]
Scope = Literal["sending", "receiving", "files"]
FILE = "file"
"""Name under which faults of file downloads are kept."""


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with a request.

    Attributes:
        error: The refusal to answer with instead of doing what was asked.
        broken: ``drop`` resets the connection, ``half`` breaks off in the middle of the answer,
            ``stall`` does what was asked and never answers.
        seconds: Time to wait first.
    """

    error: ApiError | None = None
    broken: Broken | None = None
    seconds: float = 0.0


NOTHING = Fault()


@dataclass
class Faults:
    """Faults waiting for a method's next requests, and those switched on until further notice by scope."""

    once: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    standing: dict[Scope, Fault] = field(default_factory=dict)

    def take(self, method: str) -> Fault:
        """The fault for this request: one that waits for it, or a standing one, or nothing."""
        if waiting := self.once.get(method):
            return waiting.popleft()
        return self.standing.get(_scope(method), NOTHING)

    def add(self, method: str, fault: Fault, times: int) -> None:
        """Let the next ``times`` requests of ``method`` go wrong."""
        self.once[method].extend([fault] * times)


def _scope(method: str) -> Scope:
    if method == FILE:
        return "files"
    return "receiving" if method == "getUpdates" else "sending"


class FaultSwitches:
    """The switches a test or the fault panel uses; ``method`` may be ``file`` for downloads."""

    faults: Faults

    def fail(self, method: str, code: int, description: str, times: int = 1, **parameters: int) -> None:
        """Refuse the next requests with this status and description."""
        self.faults.add(method, Fault(error=ApiError(code, description, **parameters)), times)

    def too_many(self, method: str, seconds: int = 1, times: int = 1) -> None:
        """Answer 429 with ``retry_after``."""
        self.faults.add(method, Fault(error=errors.too_many(seconds)), times)

    def drop(self, method: str, times: int = 1) -> None:
        """Reset the connection before anything is done."""
        self.faults.add(method, Fault(broken="drop"), times)

    def half(self, method: str, times: int = 1) -> None:
        """Do what was asked, then break off in the middle of the answer."""
        self.faults.add(method, Fault(broken="half"), times)

    def stall(self, method: str, times: int = 1) -> None:
        """Do what was asked and never answer."""
        self.faults.add(method, Fault(broken="stall"), times)

    def slow(self, method: str, seconds: float, times: int = 1) -> None:
        """Wait before doing what was asked."""
        self.faults.add(method, Fault(seconds=seconds), times)

    def switch(self, scope: Scope, fault: Fault | None) -> None:
        """Let everything of a scope go wrong until further notice, or no longer with None."""
        if fault is None:
            self.faults.standing.pop(scope, None)
        else:
            self.faults.standing[scope] = fault
