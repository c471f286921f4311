"""How much one person may ask: a token bucket each, in memory, for as many people as fit."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

PEOPLE = 20_000
QUIET_SECONDS = 60.0


class Verdict(Enum):
    """What to do with what a person sent."""

    SERVE = "serve"
    TELL = "tell"
    """Too much, and not told within the last minute."""
    IGNORE = "ignore"


@dataclass(slots=True)
class Bucket:
    """Tokens left, as of ``at`` (seconds, monotonic), and until when the person need not be told again."""

    tokens: float
    at: float
    quiet_until: float = 0.0


class Limits:
    """Token buckets by key; the least recently used are forgotten beyond ``PEOPLE``."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, int], Bucket] = OrderedDict()

    def take(self, key: tuple[str, int], per_minute: int) -> Verdict:
        """Use one token of the key's bucket, which holds ``per_minute`` and fills at that rate."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(per_minute, now)
            if len(self._buckets) > PEOPLE:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        bucket.tokens = min(per_minute, bucket.tokens + (now - bucket.at) * per_minute / 60)
        bucket.at = now
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return Verdict.SERVE
        if now < bucket.quiet_until:
            return Verdict.IGNORE
        bucket.quiet_until = now + QUIET_SECONDS
        return Verdict.TELL
