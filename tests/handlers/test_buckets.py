"""Token buckets: as many as allowed, told once, then silence, then served again."""

from __future__ import annotations

from handlers import buckets
from handlers.buckets import Limits, Verdict

SERVE, TELL, IGNORE = Verdict.SERVE, Verdict.TELL, Verdict.IGNORE


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def take(limits: Limits, times: int, who: int = 1) -> list[Verdict]:
    return [limits.take(("question", who), 20) for _ in range(times)]


def test_twenty_are_served_one_is_told_and_the_rest_is_silence() -> None:
    assert take(Limits(Clock()), 30) == [SERVE] * 20 + [TELL] + [IGNORE] * 9


def test_others_are_served_meanwhile() -> None:
    limits = Limits(Clock())
    take(limits, 100, who=1)
    assert take(limits, 1, who=2) == [SERVE]
    assert limits.take(("light", 1), 20) is SERVE


def test_a_third_of_a_minute_brings_a_third_of_the_tokens() -> None:
    clock = Clock()
    limits = Limits(clock)
    take(limits, 25)
    clock.now += 20.01
    assert take(limits, 8) == [SERVE] * 6 + [IGNORE] * 2


def test_someone_who_never_stops_is_told_once_a_minute() -> None:
    clock = Clock()
    limits = Limits(clock)
    verdicts = []
    for _ in range(300):  # five minutes, one a second
        verdicts += take(limits, 1)
        clock.now += 1
    assert verdicts.count(TELL) <= 5
    assert verdicts.count(SERVE) >= 100


def test_tokens_do_not_pile_up_overnight() -> None:
    clock = Clock()
    limits = Limits(clock)
    take(limits, 1)
    clock.now += 36_000
    assert take(limits, 21).count(SERVE) == 20


def test_memory_is_bounded_and_the_latest_are_remembered() -> None:
    limits = Limits(Clock())
    for who in range(buckets.PEOPLE + 50):
        take(limits, 21, who)
    assert take(limits, 1, buckets.PEOPLE + 49) == [IGNORE]
    assert take(limits, 1, 0) == [SERVE]
