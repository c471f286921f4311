"""Damaged words are mended where one known word fits, and left alone otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.registers import accents


@pytest.mark.parametrize(
    ("damaged", "mended"),
    [
        ("le the~ID~tre du village", "le théâtre du village"),
        ("h~NG~pital", "hôpital"),
        ("H~NG~PITAL", "HÔPITAL"),
        ("th~MJMC~tre", "théâtre"),
        ("Th~MJMC~tre", "Théâtre"),
        ("AGR~MJMJ~E", "AGRÉÉE"),
        ("les personnes ~ID~gees", "les personnes âgées"),
        ("l'~IM~uvre", "l'œuvre"),
        ("la pEtanque", "la pétanque"),
        ("les sociEtès locales", "les sociétés locales"),
        ("CrEer des activitEs", "Créer des activités"),
        ("la langue franCaise", "la langue française"),
        ("amitiE", "amitié"),
        ("faire connaÎtre", "faire connaître"),
        ("ANCIENS ELèVES", "ANCIENS ELÈVES"),
        ("participer Â des fêtes", "participer à des fêtes"),
    ],
)
def test_mended(damaged: str, mended: str) -> None:
    assert accents.repair(damaged) == mended


@pytest.mark.parametrize(
    "text",
    [
        "Emma~JK~s",
        "~ABNAPP~",
        "club YouTube",
        "McDonald et eBay",
        "deVillage",
        "un ~ seul",
        "environ ~50 km~",
        "âge d'or",
    ],
)
def test_left_alone(text: str) -> None:
    assert accents.repair(text) == text


@given(st.text(alphabet=st.sampled_from("aeéEÉ~IDNGœ à'z")))
def test_mending_ends_and_is_final(text: str) -> None:
    once = accents.repair(text)
    assert accents.repair(once) == once
