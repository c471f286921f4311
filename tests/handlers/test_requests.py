"""Callback data of result buttons: read back as written, small enough, garbage told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from handlers.keyboards import CARD
from handlers.requests import Request

REQUESTS = st.builds(
    Request,
    search_id=st.integers(0, 10**18 - 1),
    page=st.integers(0, 10**6 - 1),
    suggested=st.booleans(),
    literal=st.booleans(),
    wider=st.booleans(),
    choice=st.none() | st.integers(0, 99),
)


@given(REQUESTS)
def test_reads_what_it_writes_and_fits_a_button(request: Request) -> None:
    assert Request.parse(request.data) == request
    assert len(f"{CARD}{10**18 - 1}:{request.data}".encode()) <= 64


@given(st.text(max_size=64))
def test_anything_else_is_none_or_reads_the_same_again(data: str) -> None:
    request = Request.parse(data)
    assert request is None or Request.parse(request.data) == request


def test_garbage_is_none() -> None:
    for data in ("", ":::", "1:0:x:", "1:0:wl:", "-1:0::", "1:0::\n", "١:0::", "1" * 19 + ":0::", "1:0::100"):
        assert Request.parse(data) is None, data
