"""The changes since the segment was made, in memory and searchable at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.filters import Documents, Filter, select
from retrieval.growing import Growing
from retrieval.okapi import Okapi
from retrieval.postings import MAXIMUM_FREQUENCY, Postings, code_type, pair_keys, unpack_pairs
from retrieval.vocabulary import Vocabulary

_FREQUENCY_BITS = MAXIMUM_FREQUENCY.bit_length()


@dataclass(frozen=True, slots=True, eq=False)
class TierReading:
    """What a search needs of the tier, as it was at one moment.

    Attributes:
        ids: Association id of each document.
        lengths: Length of each document.
        postings: Document number and frequency, packed, of the postings of each term of the search.
        allowed: Documents that pass the search's filter, or None for all.
    """

    ids: NDArray[np.int64]
    lengths: NDArray[np.int64]
    postings: list[NDArray[np.int64]]
    allowed: Documents | None

    def scores(self, weights: Sequence[float], okapi: Okapi, average_length: float) -> NDArray[np.float64]:
        """Score of each document, 0 for those that may not be found; ``weights`` include the idf."""
        if not self.postings:
            return np.zeros(len(self.ids))
        packed = np.concatenate(self.postings)
        documents = packed >> _FREQUENCY_BITS
        factors = okapi.factors(packed & MAXIMUM_FREQUENCY, self.lengths.take(documents), average_length)
        factors *= np.repeat(weights, [len(each) for each in self.postings])
        scores: NDArray[np.float64] = np.bincount(documents, factors, len(self.ids)).astype(
            np.float64, copy=False
        )
        if self.allowed is None:
            return scores
        kept = np.zeros(len(scores))
        kept[self.allowed] = scores[self.allowed]
        return kept


EMPTY = TierReading(np.zeros(0, np.int64), np.zeros(0, np.int64), [], None)


class Tier:
    """Documents added since the segment was made, the deleted ones among them included."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        """Number of each living document by its id."""
        self._dead: set[int] = set()
        self._ids = Growing()
        self._lengths = Growing()
        self._postings: dict[str, array[int]] = {}
        self._keys: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, id_: int, frequencies: Mapping[str, int], keys: Iterable[str], length: int) -> int:
        """Append a document; its number."""
        number = len(self._ids)
        self._ids.append(id_)
        self._lengths.append(length)
        base = number << _FREQUENCY_BITS
        for term, frequency in frequencies.items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = array("q")
            postings.append(base | frequency)
        for key in keys:
            members = self._keys.get(key)
            if members is None:
                members = self._keys[key] = array("i")
            members.append(number)
        self.numbers[id_] = number
        return number

    def remove(self, id_: int) -> None:
        """Mark a living document as deleted."""
        self._dead.add(self.numbers.pop(id_))

    @property
    def deaths(self) -> int:
        """Number of deleted documents."""
        return len(self._dead)

    def allowed(self, where: Filter) -> Documents:
        """Living documents that pass the filter, rising."""
        found = select(where, self.members, len(self))
        if not self._dead:
            return found
        return found[~np.isin(found, np.fromiter(self._dead, np.int32, len(self._dead)))]

    def frequency(self, term: str) -> int:
        """Number of documents with the term, the deleted ones included."""
        return len(self._postings.get(term, ()))

    def postings(self, term: str) -> NDArray[np.int64]:
        """Document numbers and frequencies, packed; a copy."""
        return np.frombuffer(self._postings.get(term, _NOTHING)[:], np.int64)

    def members(self, key: str) -> Documents:
        """Documents that hold a filter key, the deleted ones included; a copy."""
        return np.frombuffer(self._keys.get(key, _NOBODY)[:], np.int32)

    def prefixed(self, prefix: str) -> list[str]:
        """The filter keys that begin with ``prefix``."""
        return [key for key in self._keys if key.startswith(prefix)]

    def reading(self, terms: Sequence[str], where: Filter) -> TierReading:
        """What a search for ``terms`` needs."""
        if not len(self):
            return EMPTY
        return TierReading(
            ids=self.ids,
            lengths=self._lengths.view,
            postings=[self.postings(term) for term in terms],
            allowed=None if where.open and not self._dead else self.allowed(where),
        )

    @property
    def ids(self) -> NDArray[np.int64]:
        """Association id of each document."""
        return self._ids.view

    def frequencies(self, term: str, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Frequency of a term in each of some documents."""
        packed = self.postings(term)
        if not len(packed):
            return np.zeros(len(numbers), np.int64)
        documents = packed >> _FREQUENCY_BITS
        places = np.minimum(documents.searchsorted(numbers), len(packed) - 1)
        return np.where(documents[places] == numbers, packed[places] & MAXIMUM_FREQUENCY, 0)

    def lengths(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Length of each of some documents."""
        return self._lengths.view[numbers]

    def frozen(self) -> FrozenTier:
        """The tier as it is now; it may be changed further while the result is read."""
        return FrozenTier(
            self.ids, self._lengths.view, dict(self._postings), dict(self._keys), frozenset(self._dead)
        )

    @classmethod
    def restored(cls, arrays: Postings, dead: Iterable[int]) -> Tier:
        """The tier that ``FrozenTier.arrays`` was made of."""
        tier = cls()
        lengths = np.zeros(len(arrays.ids), np.int64)
        lengths[arrays.documents] = arrays.pair_lengths.take(arrays.codes)
        packed = (arrays.documents.astype(np.int64) << _FREQUENCY_BITS) | arrays.pair_frequencies.take(
            arrays.codes
        )
        tier._ids.extend(arrays.ids)
        tier._lengths.extend(lengths)
        tier._postings = _arrays("q", arrays.terms, arrays.term_starts, packed)
        tier._keys = _arrays("i", arrays.keys, arrays.key_starts, arrays.key_documents)
        tier._dead = set(dead)
        living = np.delete(np.arange(len(arrays.ids)), list(tier._dead))
        tier.numbers = dict(zip(arrays.ids[living].tolist(), living.tolist(), strict=True))
        return tier


@dataclass(frozen=True, slots=True, eq=False)
class FrozenTier:
    """A tier at one moment; postings and members that came later may stand behind those of then."""

    ids: NDArray[np.int64]
    lengths: NDArray[np.int64]
    postings: dict[str, array[int]]
    keys: dict[str, array[int]]
    dead: frozenset[int]

    def arrays(self, words: Mapping[str, int]) -> Postings:
        """As posting arrays, to merge or to save; ``words`` are its raw words with frequencies."""
        terms, term_starts, packed = _inverted("q", self.postings, len(self.ids) << _FREQUENCY_BITS)
        keys, key_starts, key_documents = _inverted("i", self.keys, len(self.ids))
        documents = packed >> _FREQUENCY_BITS
        pairs = pair_keys(packed & MAXIMUM_FREQUENCY, self.lengths[documents])
        distinct = np.unique(np.concatenate([np.zeros(1, np.int64), pairs]))
        frequencies, lengths = unpack_pairs(distinct)
        names = sorted(words)
        return Postings(
            ids=self.ids,
            pair_frequencies=frequencies,
            pair_lengths=lengths,
            terms=terms,
            term_starts=term_starts,
            documents=documents.astype(np.int32),
            codes=distinct.searchsorted(pairs).astype(code_type(len(distinct))),
            keys=keys,
            key_starts=key_starts,
            key_documents=key_documents.astype(np.int32),
            words=Vocabulary.of(names),
            word_frequencies=np.array([words[name] for name in names], np.int64),
        )


def _inverted(
    kind: str, groups: Mapping[str, array[int]], end: int
) -> tuple[Vocabulary, NDArray[np.int64], NDArray[np.int64]]:
    """Vocabulary, starts and numbers of a mapping of strings to rising numbers, of those below ``end``."""
    strings = sorted(groups)
    copies = [groups[string][:] for string in strings]
    numbers = np.frombuffer(b"".join(copies), np.dtype(kind)).astype(np.int64)
    below = np.concatenate([np.zeros(1, np.int64), np.cumsum(numbers < end)])
    ends = np.cumsum(np.fromiter(map(len, copies), np.int64, len(copies)))
    starts = below[np.concatenate([np.zeros(1, np.int64), ends])]
    return Vocabulary.of(strings), starts, numbers[numbers < end]


def _arrays(
    kind: str, vocabulary: Vocabulary, starts: NDArray[np.int64], numbers: NDArray[Any]
) -> dict[str, array[int]]:
    """Undo ``_inverted``."""
    groups = {}
    block = numbers.astype(np.dtype(kind)).tobytes()
    cuts = (starts * np.dtype(kind).itemsize).tolist()
    for string, (first, end) in zip(vocabulary.strings(0, len(vocabulary)), pairwise(cuts), strict=True):
        groups[string] = array(kind, block[first:end])
    return groups


_NOTHING: array[int] = array("q")
_NOBODY: array[int] = array("i")
