"""The regression collection: questions of every kind put to a made-up catalogue on SQLite."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from retrieval import finding
from retrieval.answers import Answer, Question
from retrieval.catalogue import Catalogue
from retrieval.explain import explain
from storage.database import Database
from storage.model import Entry
from storage.synonyms import Synonyms
from tests.retrieval.asked import Asked, entries, questions

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def database(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Database]:
    folder: Path = tmp_path_factory.mktemp("asked")
    opened = await Database.open(folder / "waldeck.sqlite3")
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def catalogue(database: Database) -> AsyncIterator[Catalogue]:
    opened = await Catalogue.open(database)
    for entry in entries():
        await opened.add(entry, None)
    yield opened
    await opened.close()


def numbers(answer: Answer) -> list[int]:
    return [int((hit.association.rna_id or "W0")[1:]) for hit in answer.hits]


@pytest.mark.parametrize("asked", questions(), ids=lambda asked: f"{asked.kind}: {asked.question}")
async def test_right_association_comes_first(catalogue: Catalogue, asked: Asked) -> None:
    answer = await catalogue.search(Question(asked.question))
    assert numbers(answer)[:1], answer.understood
    assert numbers(answer)[0] in asked.first, answer.understood


async def test_neighbours_follow_and_are_marked(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("chasse à Luzenac"))
    assert [(number, hit.nearby) for number, hit in zip(numbers(answer), answer.hits, strict=True)] == [
        (35, False),
        (34, True),
    ]
    assert answer.understood.place == "Luzenac"


async def test_neighbours_are_left_out_where_there_is_plenty(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "PLENTY", 1)
    assert numbers(await catalogue.search(Question("chasse à Luzenac"))) == [35]


async def test_nothing_there_shows_the_nearest(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("judo à Clamecy"))
    assert numbers(answer) == [3]
    assert answer.hits[0].nearby


async def test_empty_place_alone_shows_the_nearest_there_is(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("Albi"))
    assert (answer.kind, answer.total, answer.understood.place) == ("browse", 0, "Albi")
    assert numbers(answer)
    assert all(hit.nearby for hit in answer.hits)


async def test_nothing_in_the_region_shows_what_is_far(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("sardane à Nevers"))
    assert numbers(answer) == [30]
    assert answer.hits[0].nearby


@pytest.mark.parametrize(
    "question", ["Hérault danse", "hérault danse", "danse hérault", "danse dans l'Hérault"]
)
async def test_what_is_outside_the_area_is_marked_wherever_its_name_stands(
    catalogue: Catalogue, question: str
) -> None:
    answer = await catalogue.search(Question(question))
    assert answer.understood.place == "Hérault"
    assert numbers(answer)
    assert all(hit.nearby for hit in answer.hits)


async def test_word_that_is_also_a_town_is_read_both_ways(catalogue: Catalogue) -> None:
    town = Entry(title="Judo de la ville", purpose="judo", city="Moulins", postcode="03000")
    mills = [
        Entry(title=f"Roue {number}", purpose="restauration des moulins", city="Foix", postcode="09000")
        for number in range(6)
    ]
    changes = [await catalogue.add(each, None) for each in (town, *mills)]
    restored = await catalogue.search(Question("restauration moulins"))
    judo = await catalogue.search(Question("judo moulins"))
    for change in changes:
        await catalogue.remove(change.association_id, None)
    assert numbers(restored)[0] == 33
    assert not restored.hits[0].nearby
    assert judo.hits[0].association.title == town.title
    assert [hit.nearby for hit in judo.hits] == [False, *(True for _ in judo.hits[1:])]


def first_two(answer: Answer) -> list[tuple[int, bool]]:
    """Number of each of the first two answers, and whether it is marked as nearby."""
    return [(number, hit.nearby) for number, hit in zip(numbers(answer)[:2], answer.hits[:2], strict=True)]


async def test_what_touches_the_subject_in_the_place_comes_behind_what_fits_nearby(
    catalogue: Catalogue,
) -> None:
    answer = await catalogue.search(Question("restos du cœur de Treignac"))
    assert first_two(answer) == [(57, True), (56, False)]


async def test_what_fits_in_the_place_comes_before_what_says_more_nearby(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("aider les sans papiers et les réfugiés, Treignac"))
    assert first_two(answer) == [(60, False), (61, True)]


async def test_few_in_an_area_are_followed_by_those_around_it(catalogue: Catalogue) -> None:
    change = await catalogue.add(Entry(title="Dojo", purpose="judo", city="Auxerre", postcode="89000"), None)
    answer = await catalogue.search(Question("judo dans la Nièvre"))
    await catalogue.remove(change.association_id, None)
    assert [(number, hit.nearby) for number, hit in zip(numbers(answer), answer.hits, strict=True)] == [
        (3, False),
        (0, True),
    ]


async def test_namesake_has_what_the_likeliest_commune_lacks(catalogue: Catalogue) -> None:
    twins = [
        Entry(title=f"Essai {number}", purpose="divers", city="Jarrie", postcode="17220")
        for number in range(6)
    ]
    other = Entry(title="Les Cochettes", purpose="poules", city="Jarrie", postcode="38560")
    changes = [await catalogue.add(each, None) for each in (*twins, other)]
    answer = await catalogue.search(Question("poules à Jarrie"))
    assert [hit.association.title for hit in answer.hits] == ["Les Cochettes"]
    assert not answer.hits[0].nearby
    for change in changes:
        await catalogue.remove(change.association_id, None)


async def test_row_without_town_that_names_it_counts_as_there(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("gitans Perpignan"))
    assert set(numbers(answer)[:2]) == {31, 52}
    assert not any(hit.nearby for hit in answer.hits[:2])


async def test_wider_leaves_the_place_out(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("théâtre à Nevers", wider=True))
    assert 28 in numbers(answer)
    assert answer.understood.place is None


async def test_communes_of_one_name_are_asked_for_and_picked(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("association à Valence"))
    assert answer.kind == "choose_place"
    keys = {choice.label: choice.key for choice in answer.choices}
    assert set(keys) == {"Valence (Drôme, 26)", "Valence (Tarn-et-Garonne, 82)"}
    picked = await catalogue.search(
        Question("association à Valence", place_choice=keys["Valence (Tarn-et-Garonne, 82)"])
    )
    assert numbers(picked)[0] == 45


async def test_near_me_asks_where_and_remembers(catalogue: Catalogue) -> None:
    assert (await catalogue.search(Question("chorale près de moi"))).kind == "ask_location"
    answer = await catalogue.search(Question("chorale près de moi", place="58079"))
    assert answer.kind == "results"
    assert numbers(answer)[0] == 1


@pytest.mark.parametrize(
    "said", ["près de moi", "près de chez moi ?", "autour de moi", "il y a quoi près de chez moi ?"]
)
async def test_near_me_alone_lists_what_is_there(catalogue: Catalogue, said: str) -> None:
    assert (await catalogue.search(Question(said))).kind == "ask_location"
    answer = await catalogue.search(Question(said, place="09176"))
    assert (answer.kind, answer.understood.place, numbers(answer)) == ("browse", "Luzenac", [35, 36])


@pytest.mark.parametrize(
    "said",
    [
        "combien d'associations y a-t-il ?",
        "combien d'associations au total ?",
        "combien d'assos recensées ?",
        "how many associations are there?",
    ],
)
async def test_how_many_there_are_counts_all_that_live(catalogue: Catalogue, said: str) -> None:
    answer = await catalogue.search(Question(said, limit=3))
    assert (answer.kind, answer.total, len(answer.hits)) == ("count", len(entries()) - 1, 3)


async def test_number_counts_what_is_in_the_place_and_shows_neighbours(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("combien de sociétés de chasse à Luzenac ?"))
    assert (answer.total, numbers(answer)) == (1, [35, 34])
    none = await catalogue.search(Question("combien de clubs de judo à Clamecy ?"))
    assert (none.kind, none.total, numbers(none)) == ("count", 0, [3])


async def test_number_beyond_what_is_looked_at_is_told_as_more_than_that(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = await catalogue.search(Question("combien de chorales dans la Nièvre ?"))
    assert (exact.total, exact.more) == (2, False)
    monkeypatch.setattr(finding, "MANY", 1)
    bounded = await catalogue.search(Question("combien de chorales dans la Nièvre ?"))
    assert (bounded.total, bounded.more) == (1, True)


async def test_far_page_of_a_long_list_holds_what_follows(catalogue: Catalogue) -> None:
    whole = await catalogue.search(Question("liste des associations"))
    far = await catalogue.search(Question("liste des associations", offset=40, limit=10))
    assert numbers(far) == numbers(whole)[40:50]
    assert far.total == whole.total
    beyond = await catalogue.search(Question("liste des associations", offset=400, limit=10))
    assert (beyond.hits, beyond.total) == ([], whole.total)


async def test_counting_and_browsing(catalogue: Catalogue) -> None:
    count = await catalogue.search(Question("combien d'associations à Luzenac ?"))
    assert (count.kind, count.total) == ("count", 2)
    listed = await catalogue.search(Question("liste des chorales dans la Nièvre"))
    assert listed.kind == "browse"
    assert set(numbers(listed)) == {1, 2}
    alone = await catalogue.search(Question("Luzenac"))
    assert (alone.kind, alone.total) == ("browse", 2)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("merci beaucoup !", "thanks"),
        ("Bonjour", "greeting"),
        ("qui es-tu ?", "identity"),
        ("t'es nul", "insult"),
        ("au revoir", "goodbye"),
    ],
)
async def test_small_talk_is_no_search(catalogue: Catalogue, said: str, kind: str) -> None:
    answer = await catalogue.search(Question(said))
    assert (answer.kind, answer.understood.smalltalk, answer.hits) == ("smalltalk", kind, [])


async def test_correction_is_told_and_can_be_refused(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("pettanque"))
    assert answer.understood.corrections == {"pettanque": "petanque"}
    literal = await catalogue.search(Question("pettanque", literal=True))
    assert (literal.kind, literal.hits) == ("nothing", [])
    assert literal.suggestion == "petanque"


async def test_quoted_phrase_must_stand_in_the_text(catalogue: Catalogue) -> None:
    assert numbers(await catalogue.search(Question('"danse orientale"'))) == [16]
    assert numbers(await catalogue.search(Question("« orientale danse »"))) == []


async def test_minus_word_is_left_out(catalogue: Catalogue) -> None:
    with_it = numbers(await catalogue.search(Question("chasse")))
    without = numbers(await catalogue.search(Question("chasse -gibier")))
    assert 34 in with_it
    assert 34 not in without
    assert 35 in without


async def test_dissolved_only_by_exact_name(catalogue: Catalogue) -> None:
    assert 54 not in numbers(await catalogue.search(Question("théâtre amateur Cahors")))
    answer = await catalogue.search(Question("Troupe dissoute du Lot"))
    assert numbers(answer)[0] == 54
    assert answer.hits[0].exact


@pytest.mark.parametrize("text", ["", "   ", "😀😀", "de la le", "?!.,;", "' OR 1=1 --", "x" * 4096, "א ב"])
async def test_any_text_gets_an_answer(catalogue: Catalogue, text: str) -> None:
    answer = await catalogue.search(Question(text))
    assert answer.total >= len(answer.hits)


async def test_synonyms_of_admins_feed_the_search(catalogue: Catalogue, database: Database) -> None:
    assert numbers(await catalogue.search(Question("ramponneau"))) == []
    taught = Synonyms(database)
    id_ = await taught.add(["ramponneau", "judo"])
    await catalogue.refresh_synonyms()
    assert numbers(await catalogue.search(Question("ramponneau"))) == [3]
    await taught.remove(id_)
    await catalogue.refresh_synonyms()
    assert numbers(await catalogue.search(Question("ramponneau"))) == []


async def test_same_title_and_town_appear_once(catalogue: Catalogue) -> None:
    twin = entries()[36]
    before = numbers(await catalogue.search(Question("aquarelle")))
    change = await catalogue.add(
        type(twin)(title=twin.title, purpose="Atelier d'aquarelle, redéclaré", city=twin.city), None
    )
    after = [hit.association.title for hit in (await catalogue.search(Question("aquarelle"))).hits]
    assert after.count(twin.title) == 1
    await catalogue.remove(change.association_id, None)
    assert numbers(await catalogue.search(Question("aquarelle"))) == before


async def test_excerpt_marks_what_was_asked(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("judo"))
    passage = answer.hits[0].excerpt
    assert [passage.text[start:end] for start, end in passage.bold] == ["judo"]


async def test_explanation_tells_place_additions_and_parts(catalogue: Catalogue) -> None:
    answer = await catalogue.search(Question("danse du ventre à Tulle"))
    told = explain(answer)
    assert told.place == "Tulle"
    assert any("danse orientale" in added for _, added in told.added)
    first = told.hits[0]
    assert first.hit.association.title == "Danse Orientale Sahara"
    assert first.hit.score == pytest.approx(sum(part.score for part in first.parts))


async def test_the_number_of_a_departement_alone_is_a_place(catalogue: Catalogue) -> None:
    alone = await catalogue.search(Question("58"))
    assert numbers(alone)
    assert numbers(alone) == numbers(await catalogue.search(Question("dans le 58")))
