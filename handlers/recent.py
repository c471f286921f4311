"""A memory that keeps the latest and forgets the oldest."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """At most ``size`` values by key; what was put longest ago is forgotten first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: dict[Key, Value] = {}

    def put(self, key: Key, value: Value) -> None:
        """Keep a value in the place of any earlier one."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self._size:
            del self._values[next(iter(self._values))]

    def get(self, key: Key) -> Value | None:
        """The value, if it is still known."""
        return self._values.get(key)

    def pop(self, key: Key) -> Value | None:
        """The value, which is forgotten."""
        return self._values.pop(key, None)

    def keys(self) -> list[Key]:
        """What is known, oldest first."""
        return list(self._values)
