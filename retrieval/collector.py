"""Python's garbage collector, kept from going again and again through what is made to stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def settle() -> None:
    """Take all that is there for good: collections look through what comes later only.

    Without this one of them holds up every answer for a tenth of a second now and then.
    """
    gc.collect()
    gc.freeze()


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile: of the many small objects of a lexicon or a gazetteer none is garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
