"""Where associations are, and what people call it."""

from __future__ import annotations

import pytest

from retrieval.documents import document
from retrieval.evidence import Token
from retrieval.gazetteer import Gazetteer
from retrieval.mentions import PlaceFinder, tokens
from retrieval.places import departement_of, facts, spelled, town_key
from storage.model import Entry
from tests.retrieval.asked import entries


def entry(city: str | None, postcode: str, code: str = "", number: str = "W000000001") -> Entry:
    return Entry(title="Essai", city=city, postcode=postcode, commune_code=code or None, rna_id=number)


MORE = [
    entry("SAINT-ETIENNE", "42000", "42218"),
    entry("ST ETIENNE", "42100", "42218"),
    entry("MANS (LE)", "72000", "72181"),
    entry("PARIS 15", "75015", "75115"),
    entry("Mayenne", "53100", "53147"),
    entry("LACAUNE", "81230", "81124"),
    entry("LACAUNE", "81230", "81124"),
    entry("LACAUNE LES BAINS", "81230", "81124"),
    entry(None, "81230", "81124"),
    entry("L'ISLE-D'ABEAU", "38080", "38193"),
    *(entry("Poitiers", "86000", "86194") for _ in range(12)),
    entry("Buxerolles", "86180", "86041"),
    *(entry("Lussac-les-Châteaux", "86320", "86140") for _ in range(50)),
    entry("L'HOPITAL-SOUS-ROCHEFORT", "42130", "42109"),
    entry("Ars-en-Ré", "17590", "17019"),
    entry("La Flotte", "17630", "17161"),
    entry("La Rochelle", "17000", "17300"),
]


@pytest.fixture(scope="module")
def gazetteer() -> Gazetteer:
    known = Gazetteer()
    for each in [*entries(), *MORE]:
        known.learn(document(each).keys)
    return known


def place_in(gazetteer: Gazetteer, question: str) -> str | None:
    """Key of the place understood for sure."""
    found = PlaceFinder(gazetteer, lambda word: 300 if word in {"vif", "die", "chasse"} else 1).find(
        tokens(question)
    )
    sure = [mention for mention in found if mention.sure]
    return sure[0].places[0].key if sure else None


@pytest.mark.parametrize(
    ("where", "departement"),
    [
        (entry("Nevers", "58000", "58194"), "58"),
        (entry("Ajaccio", "20000"), "2A"),
        (entry("Bastia", "20200"), "2B"),
        (entry(None, "97110"), "971"),
        (entry(None, "00000", "", "W581000001"), "58"),
        (entry(None, "00000", "", "662P0000001"), "66"),
        (entry(None, "00000", "98511", ""), "976"),
        (entry(None, "00000", "", "W9R1000001"), "974"),
        (entry(None, "00000", "", "nothing"), None),
    ],
)
def test_departement_comes_from_commune_then_postcode_then_number(
    where: Entry, departement: str | None
) -> None:
    assert departement_of(where) == departement


def test_nowhere_has_no_key() -> None:
    assert town_key(entry(None, "00000", "", "nothing")) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("St-Étienne", "SAINT ETIENNE"),
        ("Ste Foy", "Sainte-Foy"),
        ("MANS (LE)", "Le Mans"),
        ("PARIS 15", "Paris"),
        ("Castres CEDEX 2", "castres"),
        ("L'Isle-Jourdain", "ISLE JOURDAIN"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert spelled(one) == spelled(other)


def test_all_departements_have_neighbours_that_know_them() -> None:
    known = facts()
    assert len([number for number in known if number < "975" and len(number) <= 3]) >= 100
    for number, fact in known.items():
        for near in fact["near"]:
            assert number in known[near]["near"], (number, near)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("chorale à Nevers", "58:nevers"),
        ("Nevers, chorale", "58:nevers"),
        ("accueillir des réfugiés st etienne", "42:saint etienne"),
        ("yoga au Mans", "72:mans"),
        ("yoga près du Mans", "72:mans"),
        ("club du côté de Nevers", "58:nevers"),
        ("judo 58000", "58000"),
        ("judo dans le 58", "58"),
        ("judo dans la Nièvre", "58"),
        ("danse en Mayenne", "53"),
        ("danse à Mayenne", "53:mayenne"),
        ("ruches dans les Basses-Alpes", "04"),
        ("chant Velay", "region:Velay"),
        ("Paris 15e", "75015"),
        ("yoga à Lacaune-les-Bains", "81:lacaune"),
        ("yoga, Valence d'Agen", "82:valence"),
        ("pétanque à Valence (26)", "26:valence"),
        ("fête à Vif", "38:vif"),
        ("radio à Die", "26:die"),
        ("Bretagne musique", "region:Bretagne"),
        ("Armorique", "region:Armorique"),
        ("banlieue parisienne", "region:banlieue parisienne"),
        ("judo au Paname", "region:Paname"),
        ("voile, bassin d'Arcachon", "region:bassin d'Arcachon"),
        ("judo le neuf-trois", "93"),
        ("judo Lacaune ou Mayenne", "81:lacaune+53:mayenne"),
        ("judo à Foix ou à Pamiers", "09:foix+09:pamiers"),
        ("échecs en Corrèze et dans le Lot", "19+46"),
        ("chasse lussac", "86:lussac les chateaux"),
        ("accueil près de l'hôpital", None),
        ("danse à l isle d abeau", "38:isle abeau"),
        ("yoga à midi", None),
        ("nievre chorale", "58"),
        ("randonnée ardèche", "07"),
        ("manche à air", None),
        ("le plus vif", None),
        ("une mise à vif", None),
        ("rugby à 13", None),
        ("en 62, j'étais normalien", None),
        ("le 11 novembre", None),
        ("les paris sportifs", None),
        ("perdre son argent dans les paris", None),
        ("jardin du centre", None),
        ("c'est pas cher", None),
        ("dans le Cher", "18"),
        ("un club près de chez moi", None),
    ],
)
def test_place_of_a_question(gazetteer: Gazetteer, question: str, place: str | None) -> None:
    assert place_in(gazetteer, question) == place


@pytest.mark.parametrize(
    ("question", "towns"),
    [
        ("judo Grand Poitiers", {"Poitiers", "Buxerolles"}),
        ("judo, agglomération de Poitiers", {"Poitiers", "Buxerolles"}),
        ("judo à Poitiers métropole", {"Poitiers", "Buxerolles"}),
        ("Île de Ré", {"Ars-en-Ré", "La Flotte"}),
        ("agglo rochelaise", {"La Rochelle"}),
    ],
)
def test_area_of_some_communes(gazetteer: Gazetteer, question: str, towns: set[str]) -> None:
    (mention,) = PlaceFinder(gazetteer, len).find(tokens(question))
    assert {key.split(":")[-1] for key in mention.places[0].keys} == towns


def test_row_without_town_counts_with_the_commune_of_its_code(gazetteer: Gazetteer) -> None:
    (lacaune,) = gazetteer.named(("lacaune",))
    assert lacaune.count == 4
    assert {key.split(":")[-1] for key in lacaune.keys} == {"", "LACAUNE", "LACAUNE LES BAINS"}


def test_rings_widen_from_neighbours_to_departements(gazetteer: Gazetteer) -> None:
    (luzenac,) = gazetteer.named(("luzenac",))
    close, wide, departement, beyond, *_ = gazetteer.around(luzenac)
    assert any(key.endswith(":Garanou") for key in close)
    assert [key.split(":")[-1] for key in wide] == ["Foix"]
    assert sorted(departement) == ["dept:09"]
    assert sorted(beyond) == ["dept:11", "dept:31", "dept:66"]


def test_chief_postcode_is_the_whole_town(gazetteer: Gazetteer) -> None:
    chief, other = gazetteer.postcode("42000"), gazetteer.postcode("42100")
    assert chief is not None and other is not None
    assert {key.split(":")[3] for key in chief.keys} == {"42000", "42100"}
    assert {key.split(":")[3] for key in other.keys} == {"42100"}


def test_rows_without_a_postcode_are_nobody_s_neighbours() -> None:
    rows = [entry("Nevers", "", "58194"), entry("Nevers", "00000", "58194"), entry("Albi", "", "81004")]
    known = Gazetteer()
    for each in rows:
        known.learn(document(each).keys)
    (nevers,) = known.named(("nevers",))
    assert not any(key.endswith(":Albi") for key in next(known.around(nevers)))


def test_capital_without_associations_is_known(gazetteer: Gazetteer) -> None:
    (albi,) = gazetteer.named(("albi",))
    assert (albi.count, albi.departements) == (0, frozenset({"81"}))


def test_tokens_remember_how_they_were_typed() -> None:
    assert tokens("Valence d'Agen, yoga") == [
        Token("valence", capital=True),
        Token("agen", capital=True, elided="d", pause=True),
        Token("yoga"),
    ]
