"""Whatever happens to the index, its scores are rank_bm25's on the documents that are left."""

from __future__ import annotations

import math
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule
from rank_bm25 import BM25Okapi

from retrieval import bounds, changing, maxscore
from retrieval.bm25 import EVERYTHING, BM25Index, Filter
from retrieval.snapshot import load_snapshot, save_snapshot

Frequencies = dict[str, int]


class Corrected(BM25Okapi):  # type: ignore[misc]  # rank_bm25 is not typed
    """The library, with an idf that stays above 0."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for word, documents in nd.items():
            odds = (self.corpus_size - documents + 0.5) / (documents + 0.5)
            self.idf[word] = math.log(odds) if odds >= 2 else math.log(odds / 2 + 1)


class Model:
    """Living documents with their keys, ranked by the library."""

    def __init__(self) -> None:
        self.documents: dict[int, tuple[Frequencies, frozenset[str]]] = {}

    def scores(self, weights: Mapping[str, float]) -> dict[int, float]:
        ids = sorted(self.documents)
        corpus = [list(Counter(self.documents[id_][0]).elements()) for id_ in ids]
        if not any(corpus):
            return dict.fromkeys(ids, 0.0)
        library = Corrected(corpus)
        total = sum(weight * library.get_scores([term]) for term, weight in weights.items())
        return dict(zip(ids, np.broadcast_to(total, len(ids)).tolist(), strict=True))

    def passing(self, where: Filter) -> set[int]:
        return {
            id_
            for id_, (_, keys) in self.documents.items()
            if all(group & keys for group in where.all_of) and not where.none_of & keys
        }


def assert_same(
    index: BM25Index, model: Model, weights: Mapping[str, float], limit: int, where: Filter
) -> None:
    scores = model.scores(weights)
    passing = model.passing(where)
    expected = sorted(
        ((id_, score) for id_, score in scores.items() if score > 0 and id_ in passing),
        key=lambda hit: (-hit[1], hit[0]),
    )[:limit]
    found = index.top(weights, limit, where=where)
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-9, rel=0)
    assert found == sorted(found, key=lambda hit: (-hit[1], hit[0]))
    for id_, score in found:
        assert id_ in passing
        assert score == pytest.approx(scores[id_], abs=1e-9, rel=0)
    some = sorted(model.documents)[::7]
    parts = index.contributions(weights, some)
    assert parts.shape == (len(some), len(weights))
    assert parts.sum(axis=1) == pytest.approx([scores[id_] for id_ in some], abs=1e-9, rel=0)
    assert index.count(where) == len(passing)
    assert index.members(where, 1, 5) == sorted(passing)[1:6]


RANDOM = st.integers(0, 2**32).map(Random)
TERMS = st.integers(0, 30).map(lambda number: f"t{number}")
WEIGHTS = st.dictionaries(TERMS, st.sampled_from([0.25, 1.0, 3.0]), min_size=1, max_size=8)
KEYS = st.sampled_from(["dept:00", "dept:01", "dept:02", "status:gone", "none"])
FILTERS = st.just(EVERYTHING) | st.builds(
    Filter,
    st.lists(st.frozensets(KEYS, min_size=1, max_size=2), max_size=2).map(tuple),
    st.frozensets(KEYS, max_size=1),
)


def made_up(random: Random) -> tuple[Frequencies, frozenset[str]]:
    """A document: few terms are in most of them, most in few; some are empty, some alike."""
    terms = [
        f"t{min(int(random.paretovariate(0.7)) - 1, 30)}" for _ in range(random.choice([0, 1, 2, 5, 12]))
    ]
    keys = {
        f"dept:{min(int(random.paretovariate(1)) - 1, 2):02d}",
        "status:gone" if random.random() < 0.1 else "on",
    }
    return dict(Counter(terms)), frozenset(keys)


class IndexMachine(RuleBasedStateMachine):
    """Adds, edits, deletions, compactions, snapshots and reloads, in any order."""

    ids = Bundle("ids")

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="waldeck-index-"))
        self.index = BM25Index(folder=self.folder)
        self.model = Model()
        self.next_id = 0

    def teardown(self) -> None:
        self.index.close()
        shutil.rmtree(self.folder)

    def add(self, id_: int, random: Random) -> None:
        frequencies, keys = made_up(random)
        self.index.add(id_, frequencies, keys, frequencies)
        self.model.documents[id_] = frequencies, keys

    def remove(self, id_: int) -> None:
        frequencies, keys = self.model.documents.pop(id_)
        self.index.remove(id_, frequencies, keys, frequencies)

    @rule(
        number=st.sampled_from([1, 3, 40, 150]),
        random=RANDOM,
        step=st.sampled_from([1, -7]),
    )
    def add_some(self, number: int, random: Random, step: int) -> None:
        for _ in range(number):
            self.next_id += 1
            self.add(self.next_id * step, random)

    @rule(share=st.sampled_from([0.02, 0.3, 1.0]), random=RANDOM)
    def remove_some(self, share: float, random: Random) -> None:
        for id_ in list(self.model.documents):
            if random.random() < share:
                self.remove(id_)

    @rule(random=RANDOM)
    def edit_some(self, random: Random) -> None:
        for id_ in list(self.model.documents):
            if random.random() < 0.1:
                self.remove(id_)
                self.add(id_, random)

    @rule()
    def compact(self) -> None:
        self.index.compact()

    @rule()
    def save_and_reload(self) -> None:
        save_snapshot(self.index, self.folder, "stamp")
        self.index.close()
        self.index, stamp = load_snapshot(self.folder)
        assert stamp == "stamp"

    @rule(weights=WEIGHTS, limit=st.sampled_from([1, 2, 10, 1000]), where=FILTERS)
    def search(self, weights: dict[str, float], limit: int, where: Filter) -> None:
        assert_same(self.index, self.model, weights, limit, where)

    @rule()
    def count_words_and_terms(self) -> None:
        living = [frequencies for frequencies, _ in self.model.documents.values()]
        held = Counter(term for frequencies in living for term in frequencies)
        for number in range(31):
            assert self.index.words.frequency(f"t{number}") == held[f"t{number}"]
            assert self.index.document_frequency(f"t{number}") == held[f"t{number}"]
        assert dict(self.index.words.with_prefix("t1")) == {
            w: n for w, n in held.items() if w.startswith("t1")
        }
        keys = Counter(key for _, own in self.model.documents.values() for key in own)
        assert dict(self.index.keys("dept:")) == {k: n for k, n in keys.items() if k.startswith("dept:")}
        total = sum(sum(frequencies.values()) for frequencies in living)
        assert self.index.avgdl == pytest.approx(total / len(living) if living else 0.0)
        assert len(self.index) == len(living)


@pytest.fixture(autouse=True, scope="module")
def small_world() -> Iterator[None]:
    """Let the shortcuts for common terms and large indices start at a few documents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "COMMON_LEAST", 5)
        patch.setattr(bounds, "DENSE_SHARE", 4)
        patch.setattr(bounds, "LISTED", 4)
        patch.setattr(bounds, "LISTED_LEAST", 5)
        patch.setattr(maxscore, "SEEDS", 2)
        patch.setattr(maxscore, "FEW_POSTINGS", 8)
        patch.setattr(maxscore, "SEED_BLOCKS", 1)
        patch.setattr(maxscore, "SELECTIVE", 3)
        yield


TestIndex = IndexMachine.TestCase
TestIndex.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("seed", range(4))
def test_many_documents_against_the_library(seed: int) -> None:
    random, model, index = Random(seed), Model(), BM25Index()
    for id_ in range(1500):
        frequencies, keys = made_up(random)
        model.documents[id_] = frequencies, keys
        index.add(id_, frequencies, keys)
    index.compact()
    for number in range(40):
        weights = {
            f"t{random.randrange(31)}": random.choice([0.5, 1.0, 2.0]) for _ in range(random.randint(1, 9))
        }
        where = [EVERYTHING, Filter((frozenset({"dept:01"}),)), Filter(none_of=frozenset({"status:gone"}))][
            number % 3
        ]
        assert_same(index, model, weights, random.choice([1, 5, 50]), where)


def test_where_the_library_is_right_scores_are_its_own() -> None:
    corpus = [
        ["chorale", "jazz"],
        ["judo"],
        ["jardin", "jardin", "partage"],
        ["danse"],
        ["danse", "salon", "tango"],
    ]
    index = BM25Index()
    for id_, terms in enumerate(corpus):
        index.add(id_, Counter(terms))
    library = BM25Okapi(corpus)
    for query in (["jardin"], ["chorale", "tango"], ["jardin", "judo", "judo"]):
        assert index.get_scores(query) == pytest.approx(library.get_scores(query), abs=1e-9, rel=0)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_few_documents_have_scores_above_zero(number: int) -> None:
    index = BM25Index()
    for id_ in range(number):
        index.add(id_, {"judo": 1, f"club{id_}": 1})
    assert [id_ for id_, score in index.top({"judo": 1.0}, 10) if score > 0] == list(range(number))
    assert [id_ for id_, _ in index.top({"club1": 1.0}, 10)] == ([1] if number > 1 else [])


def test_only_empty_documents() -> None:
    index = BM25Index()
    index.add(1, {})
    assert index.top({"judo": 1.0}, 10) == []
    index.compact()
    assert index.top({"judo": 1.0}, 10) == []
    assert index.members(EVERYTHING, 0, 10) == [1]


def test_rarer_words_weigh_more_also_beyond_half_of_the_documents() -> None:
    index = BM25Index()
    for id_ in range(100):
        index.add(
            id_, {"tous": 1, **({"moitie": 1} if id_ < 51 else {}), **({"quart": 1} if id_ < 25 else {})}
        )
    weights = [index.inverse_document_frequency(term) for term in ("quart", "moitie", "tous")]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0


def test_equal_documents_come_by_rising_id_wherever_they_are_kept() -> None:
    index = BM25Index()
    for id_ in (40, 10, 30):
        index.add(id_, {"judo": 2, "club": 1})
    index.compact()
    for id_ in (20, 50):
        index.add(id_, {"judo": 2, "club": 1})
    found = index.top({"judo": 0.3, "club": 0.7}, 10)
    assert [id_ for id_, _ in found] == [10, 20, 30, 40, 50]
    assert len({score for _, score in found}) == 1
    assert [id_ for id_, _ in index.top({"judo": 0.3, "club": 0.7}, 2)] == [10, 20]


def test_a_document_twice_or_never_there_is_refused() -> None:
    index = BM25Index()
    index.add(1, {"judo": 1}, ["dept:58"])
    with pytest.raises(ValueError, match="already"):
        index.add(1, {"judo": 1})
    with pytest.raises(KeyError):
        index.remove(2, {"judo": 1})
    with pytest.raises(ValueError, match="frequencies"):
        index.add(2, {"judo": 0})
    assert len(index) == 1


def test_terms_and_keys_may_hold_any_characters() -> None:
    index = BM25Index()
    strange = ["a\nb", "\x00", "\ud800", "é" * 300, "日本", ""]
    for id_, text in enumerate(strange):
        index.add(id_, {text: 1}, [f"name:{text}"], [text])
    index.compact()
    for id_, text in enumerate(strange):
        assert [found for found, _ in index.top({text: 1.0}, 10)] == [id_]
        assert index.members(Filter((frozenset({f"name:{text}"}),)), 0, 10) == [id_]
        assert index.words.frequency(text) == 1


def test_searches_and_changes_go_on_during_a_compaction() -> None:
    """Each search sees one moment: as many documents with the word as were there at some time."""
    index = BM25Index()
    for id_ in range(20_000):
        index.add(id_, {"club": 1, f"w{id_ % 500}": 1})
    failures: list[str] = []
    done = threading.Event()

    def search() -> None:
        while not done.is_set():
            found = index.top({"rare": 1.0, "club": 0.1}, 50)
            scores = [score for _, score in found]
            if len(found) != 50 or scores != sorted(scores, reverse=True):
                failures.append(f"{len(found)} found: {scores}")

    searchers = [threading.Thread(target=search) for _ in range(2)]
    for searcher in searchers:
        searcher.start()
    compaction = threading.Thread(target=index.compact)
    compaction.start()
    for id_ in range(100_000, 100_300):
        index.add(id_, {"rare": 1})
    for id_ in range(0, 300):
        index.remove(id_, {"club": 1, f"w{id_ % 500}": 1})
    compaction.join()
    done.set()
    for searcher in searchers:
        searcher.join()
    assert failures == []
    assert index.document_frequency("rare") == 300
    assert index.document_frequency("club") == 19_700
    assert [id_ for id_, _ in index.top({"rare": 1.0}, 3)] == [100_000, 100_001, 100_002]


def test_compaction_starts_by_itself_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "COMPACTION_LEAST", 100)
    index = BM25Index()
    for id_ in range(1_000):
        index.add(id_, {"club": 1}, [f"dept:{id_ % 3}"])
    index.compact()
    assert len(index) == index.document_frequency("club") == 1_000
    assert index.count(Filter((frozenset({"dept:1"}),))) == 333
    index.close()


def test_a_compaction_without_memory_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def too_large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(changing, "compact", too_large)
    index = BM25Index()
    index.add(1, {"club": 1})
    index.compact()
    assert not index.compacting
    assert "it goes on uncompacted" in caplog.text
    assert [id_ for id_, _ in index.top({"club": 1.0}, 5)] == [1]
    index.add(2, {"club": 1})
    assert index.document_frequency("club") == 2
