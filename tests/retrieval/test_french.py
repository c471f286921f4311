"""What people write and what associations declare must meet in the same terms."""

import pytest

from retrieval.french import STOP_WORDS, family, fold, stem, terms, words

RELATIVES = """
musicien musique|musical musique|école scolaire|école scolarisation|bénévolat bénévole|sport sportif
culture culturel|jeux jeu|vélos velo|solidaire solidarité|jeunes jeunesse|pêcheurs pêche|danseurs danse
insérer insertion|chasseurs chasse|chanteuse chant|théâtral théâtre|handicapés handicap|parentalité parents
randonneurs randonnée|cyclistes cyclisme|agricole agriculteurs|jardinage jardins|historique histoire
professionnels profession|artisanat artisans|amis amitié|animaux animal|humanitaire humanité
africaine afrique|artistique artistes|poésie poète|touristique tourisme|éducatif éducation
protéger protection|création créer|prévention prévenir|féminisme femmes|informatique informaticien
gymnastes gymnastique|footballeurs football|malades maladie|autistes autisme|couturières couture
locataires location|syndical syndicat|vieillesse vieux|chômeurs chômage|littéraire littérature
travaux travail|loisirs loisir
""".replace("\n", "|").strip("|")

STRANGERS = "mairie maire|porte port|parti part|poster poste|format formation|animal animation|village ville"


@pytest.mark.parametrize("pair", RELATIVES.split("|"))
def test_relatives_share_a_family(pair: str) -> None:
    first, second = (family(term) for term in terms(pair))
    assert first == second


@pytest.mark.parametrize("pair", STRANGERS.split("|"))
def test_lookalikes_keep_apart(pair: str) -> None:
    first, second = (family(term) for term in terms(pair))
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
