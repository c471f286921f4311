"""Which associations say of themselves that they are over."""

from __future__ import annotations

import pytest

from storage.registers import endings


@pytest.mark.parametrize(
    ("title", "purpose"),
    [
        ("", "En sommeil"),
        ("", "Mise en sommeil le 2 mai 1996"),
        ("", "Pratique de la pétanque (en sommeil)"),
        ("", "Chanter ensemble. Association dissoute"),
        ("", "ASSOCIATION DISSOUTE PAR LE TRIBUNAL LE 4 JUILLET 2005"),
        ("", "Jouer aux boules dissolution le 3 mai 1999"),
        ("", "Dissolution de l'association le 15 décembre 2000"),
        ("", "Chorale - dossier archivé - ass non dissoute - pas d'activité depuis 1960"),
        ("COMITE DES FETES (DISSOUTE)", "Organiser des fêtes"),
        ("CLUB DE TIR - DISSOLUTION EN MAI 99", "Tir"),
        ("RUGBY CLUB EN COURS DE DISSOLUTION", "Rugby"),
        ("LES JOYEUX BOULISTES ( EN SOMMEIL, ARCHIVEE)", "Boules"),
    ],
)
def test_over(title: str, purpose: str) -> None:
    assert endings.declared(title, purpose)


@pytest.mark.parametrize(
    ("title", "purpose"),
    [
        ("", "Répartir les biens en cas de dissolution de l'association"),
        ("", "En cas de dissolution, l'actif net est dévolu à la commune"),
        ("", "Lutter contre la dissolution des liens sociaux"),
        ("", "Demander la dissolution du parti"),
        ("", "Étude et traitement du sommeil"),
        ("", "Réveiller les traditions en sommeil dans le canton"),
        ("", "Soutenir les anciens d'une association dissoute"),
        ("", "L'association peut être dissoute par l'assemblée"),
        ("", "Attention association non dissoute voir le numéro 12"),
        ("CENTRE D'ETUDES DU SOMMEIL", "Recherche"),
        ("", "Retarder la dissolution du mariage"),
    ],
)
def test_alive(title: str, purpose: str) -> None:
    assert not endings.declared(title, purpose)


def test_nothing_but_the_end_is_no_purpose() -> None:
    assert endings.only("Mise en sommeil")
    assert endings.only("Dissolution en mai 99")
    assert not endings.only("Pratique de la pétanque (en sommeil)")
