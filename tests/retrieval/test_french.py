"""What people write and what associations declare must meet in the same terms."""

import pytest

from retrieval.french import STOP_WORDS, fold, stem, terms, words

STRANGERS = """
mairie maire|porte port|parti part|poster poste|format formation|animal animation|village ville
mère mer|mari marais|Mali mal|Bourges bourg|aînés Ain|organe organisme|parlement parler|coupe coup
""".strip().replace("\n", "|")


@pytest.mark.parametrize("pair", STRANGERS.split("|"))
def test_lookalikes_keep_apart(pair: str) -> None:
    first, second = terms(pair)
    assert first != second


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l’Été à l'A.S.B.L. du S.P.A", ["l'ete", "a", "l'a.s.b.l.", "du", "s.p.a"]),
        ("ŒUVRE Cœur Æsculape", ["oeuvre", "coeur", "aesculape"]),
        ("E\u0301cole e\u0301te\u0301", ["ecole", "ete"]),
        ("auto\u00adécole", ["autoecole"]),
    ],
)
def test_folding(text: str, expected: list[str]) -> None:
    assert fold(text).split() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l’A.S.B.L. de la S.P.A", ["asbl", "de", "la", "spa"]),
        (
            "Prud’hommes, entr'aide, quelqu`un, aujourd´hui",
            ["prudhommes", "entraide", "quelquun", "aujourdhui"],
        ),
        ("jusqu'à la presqu’île lorsqu'il", ["a", "la", "ile", "il"]),
        ("C'est d’abord qu'un arc-en-ciel_58", ["est", "abord", "un", "arc", "en", "ciel", "58"]),
        ("O'Connor et Guiol'a", ["o", "connor", "et", "guiol", "a"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_accents_and_plurals_do_not_matter() -> None:
    assert terms("Bénévoles réfugiés vélos théâtres") == terms("benevole refugie velo theatre")
    assert terms("infirmières ouvrière") == terms("infirmier ouvriers")


def test_stop_words_go_unless_nothing_else_is_left() -> None:
    assert terms("les gens du voyage et leur force") == [stem("gens"), stem("voyage"), stem("force")]
    assert terms("Et toi") == ["et", "toi"]
    assert terms("…") == []


@pytest.mark.parametrize(
    "word", ["gens", "possible", "personne", "force", "association", "cherche", "bonjour"]
)
def test_telling_words_are_no_stop_words(word: str) -> None:
    assert word not in STOP_WORDS
