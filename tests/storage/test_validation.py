"""What admins type is cleaned where it can be and refused, by name, where it can't."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import InvalidEntry
from storage.model import ENTRY_FIELDS, Entry, Status
from storage.validation import LONGEST, clean, clean_fields


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("title", "x" * 251, "long"),
        ("purpose", "x" * 6_001, "long"),
        ("title", "nul \x00 inside", "characters"),
        ("purpose", "half a pair \ud83c", "characters"),
        ("postcode", "5800", "malformed"),
        ("postcode", "580000", "malformed"),
        ("postcode", "Nevers", "malformed"),
        ("postcode", "٥٨٠٠٠", "malformed"),
        ("commune_code", "58 19", "malformed"),
        ("website", "chez nous", "malformed"),
        ("website", "anna@example.org", "malformed"),
        ("website", "https://", "malformed"),
        ("website", "javascript:alert(1)", "malformed"),
        ("website", "http://[example", "malformed"),
        ("theme", "999999", "unknown"),
        ("theme", "sport", "malformed"),
        ("rna_id", "W12", "malformed"),
        ("founded", "2021-02-30", "malformed"),
        ("founded", "hier", "malformed"),
        ("status", "asleep", "unknown"),
        ("status", None, "unknown"),
        ("favourite_colour", "blue", "unknown"),
    ],
)
def test_refused(field: str, value: str | None, reason: str) -> None:
    with pytest.raises(InvalidEntry) as caught:
        clean_fields({field: value})
    assert (caught.value.field, caught.value.reason) == (field, reason)


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("title", "  Les   Amis\tdu vélo \n", "Les Amis du vélo"),
        ("title", "x" * 250, "x" * 250),
        ("title", "e\u0301te\u0301", "été"),
        ("title", "Les \u202eoléV", "Les oléV"),
        ("title", "<b>Gras</b> & Cie", "<b>Gras</b> & Cie"),
        ("title", "'; DROP TABLE associations; --", "'; DROP TABLE associations; --"),
        ("purpose", "première ligne\r\nseconde ligne", "première ligne seconde ligne"),
        ("purpose", "sonner\x07 \x1b[31mrouge", "sonner [31mrouge"),
        ("purpose", "famille 👨‍👩‍👧 bienvenue", "famille 👨‍👩‍👧 bienvenue"),
        ("purpose", None, ""),
        ("postcode", " 58 000 ", "58000"),
        ("postcode", "", None),
        ("commune_code", "2a004", "2A004"),
        ("website", "example.org/chorale", "https://example.org/chorale"),
        ("website", "http://example.org", "http://example.org"),
        ("website", "  ", None),
        ("rna_id", "w581 002 345", "W581002345"),
        ("founded", "2021-02-28", "2021-02-28"),
        ("status", "dissolved", Status.DISSOLVED),
        ("theme", "7000", "007000"),
    ],
)
def test_cleaned(field: str, value: str | None, kept: str | None) -> None:
    assert clean_fields({field: value}) == {field: kept}


@pytest.mark.parametrize("empty", [Entry(), Entry(title="  \n", purpose="\x07"), Entry(city="Nevers")])
def test_an_entry_needs_a_title_or_a_purpose(empty: Entry) -> None:
    with pytest.raises(InvalidEntry) as caught:
        clean(empty)
    assert caught.value.text_id == "invalid-entry-title-empty"


@given(st.fixed_dictionaries({name: st.text(max_size=300) for name in ENTRY_FIELDS if name != "status"}))
def test_cleaning_ends_in_an_entry_that_stays_as_it_is_or_in_a_named_field(values: dict[str, str]) -> None:
    try:
        cleaned = clean(Entry(**values))  # type: ignore[arg-type]  # all but the status are texts
    except InvalidEntry as error:
        assert error.field in ENTRY_FIELDS
        return
    assert clean(cleaned) == cleaned
    assert len(cleaned.title) <= LONGEST["title"]
