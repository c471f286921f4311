"""The living documents: one segment, the tier of later changes, the deleted ones, and exact statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval.filters import EVERYTHING, Filter
from retrieval.gains import WeightedTerm
from retrieval.moments import Deaths, Reading
from retrieval.okapi import Okapi, idf
from retrieval.postings import MAXIMUM_FREQUENCY
from retrieval.segment import Segment
from retrieval.tier import Tier
from retrieval.words import Words


class Collection:
    """Documents, changed one at a time; its user sees to it that only one thread is in here at once."""

    def __init__(self, segment: Segment, okapi: Okapi) -> None:
        self.segment, self.okapi = segment, okapi
        self.tier = Tier()
        self.words = Words(segment.arrays.words, segment.arrays.word_frequencies)
        self.deaths = Deaths(segment.size)
        self.total_length = int(segment.arrays.total_length[0])
        self.corpus_size = segment.size
        self.gone_terms: dict[str, int] = {}
        """Postings of deleted documents, by term."""
        self.gone_keys: dict[str, int] = {}
        self._version = 0

    def restore(
        self,
        *,
        version: int,
        totals: tuple[int, int],
        words: dict[str, int],
        gone_terms: dict[str, int],
        gone_keys: dict[str, int],
    ) -> None:
        """Take over the statistics that a snapshot kept, after its tier and deaths."""
        self._version = version
        self.corpus_size, self.total_length = totals
        self.words.changed = words
        self.gone_terms, self.gone_keys = gone_terms, gone_keys

    @property
    def average_length(self) -> float:
        """Mean length of the living documents, 0 when there is none."""
        return self.total_length / self.corpus_size if self.corpus_size else 0.0

    @property
    def changes(self) -> int:
        """Documents added and deleted since the segment was made."""
        return len(self.tier) + self.deaths.count

    def __contains__(self, id_: int) -> bool:
        return id_ in self.tier.numbers or self._living_document(id_) >= 0

    def _living_document(self, id_: int) -> int:
        document = self.segment.document(id_)
        return -1 if document >= 0 and self.deaths.stamps[document] else document

    def add(
        self, id_: int, frequencies: Mapping[str, int], keys: Iterable[str], words: Iterable[str]
    ) -> None:
        """Add a document.

        Raises:
            ValueError: It is there already, or a frequency is out of range.
        """
        if id_ in self:
            raise ValueError(f"document {id_} is in the index already")
        if (
            frequencies
            and not 0 < min(frequencies.values()) <= max(frequencies.values()) <= MAXIMUM_FREQUENCY
        ):
            raise ValueError(f"document {id_}: frequencies must lie between 1 and {MAXIMUM_FREQUENCY}")
        length = sum(frequencies.values())
        self.tier.add(id_, frequencies, set(keys), length)
        self.words.add(words)
        self.corpus_size += 1
        self.total_length += length
        self._version += 1

    def remove(
        self, id_: int, frequencies: Mapping[str, int], keys: Iterable[str], words: Iterable[str]
    ) -> None:
        """Take out a document, given as it was added.

        Raises:
            KeyError: There is no such document.
        """
        self._version += 1
        if id_ in self.tier.numbers:
            self.tier.remove(id_)
        else:
            document = self._living_document(id_)
            if document < 0:
                raise KeyError(id_)
            self.deaths.mark(document, self._version)
        for term in frequencies:
            self.gone_terms[term] = self.gone_terms.get(term, 0) + 1
        for key in set(keys):
            self.gone_keys[key] = self.gone_keys.get(key, 0) + 1
        self.words.remove(words)
        self.corpus_size -= 1
        self.total_length -= sum(frequencies.values())

    def frequency(self, term: str) -> int:
        """Number of living documents with the term."""
        _, first, end = self.segment.lookup(term)
        return end - first + self.tier.frequency(term) - self.gone_terms.get(term, 0)

    def inverse_document_frequency(self, term: str) -> float:
        """The weight of a term, above 0; see ``okapi.idf``."""
        return idf(self.corpus_size, self.frequency(term))

    def read(self, weights: Mapping[str, float], where: Filter) -> Reading:
        """Take down all that a search needs."""
        weighted = self._weighted(weights)
        return Reading(
            okapi=self.okapi,
            segment=self.segment,
            deaths=self.deaths if self.deaths.count else None,
            version=self._version,
            terms=[term for _, _, term in weighted if term.end > term.first],
            tier=self.tier.reading([term for term, _, _ in weighted], where),
            tier_weights=[weight for _, weight, _ in weighted],
            average_length=self.average_length,
            where=where,
        )

    def _weighted(self, weights: Mapping[str, float]) -> list[tuple[str, float, WeightedTerm]]:
        """Terms with their weights times idf, in the order in which scores are summed up everywhere."""
        weighted = []
        for term, weight in weights.items():
            number, first, end = self.segment.lookup(term)
            frequency = end - first + self.tier.frequency(term) - self.gone_terms.get(term, 0)
            if frequency and weight > 0:
                gain = weight * idf(self.corpus_size, frequency)
                weighted.append((term, gain, WeightedTerm(number, gain, first, end)))
        weighted.sort(key=lambda each: (each[2].end - each[2].first, each[0]))
        return weighted

    def contributions(self, weights: Mapping[str, float], ids: Sequence[int]) -> NDArray[np.float64]:
        """What each term adds to the score of each document; shape (ids, weights)."""
        reading = self.read(weights, EVERYTHING)
        gains = reading.gains()
        wanted = np.asarray(ids, np.int64)
        numbers = np.array([self.tier.numbers.get(id_, -1) for id_ in wanted.tolist()], np.int64)
        documents = self.segment.documents(wanted)
        if self.deaths.count:
            documents[self.deaths.stamps.take(documents, mode="clip") > 0] = -1
        in_tier, in_segment = np.flatnonzero(numbers >= 0), np.flatnonzero((documents >= 0) & (numbers < 0))
        in_segment = in_segment[np.argsort(documents[in_segment], kind="stable")]
        table = np.zeros((len(ids), len(weights)))
        columns = {term: column for column, term in enumerate(weights)}
        for term, gain, posting in self._weighted(weights):
            column = columns[term]
            if posting.end > posting.first:
                table[in_segment, column] = gains.of(posting, documents[in_segment])
            frequencies = self.tier.frequencies(term, numbers[in_tier])
            lengths = self.tier.lengths(numbers[in_tier])
            table[in_tier, column] = gain * self.okapi.factors(frequencies, lengths, self.average_length)
        return table

    def count(self, where: Filter) -> int:
        """Number of living documents that pass the filter."""
        if where.open:
            return self.corpus_size
        if len(where.all_of) == 1 and len(where.all_of[0]) == 1 and not where.none_of:
            (key,) = where.all_of[0]
            both = len(self.segment.members(key)) + len(self.tier.members(key))
            return both - self.gone_keys.get(key, 0)
        return len(self.passing(where))

    def passing(self, where: Filter) -> NDArray[np.int64]:
        """Ids of the living documents that pass the filter, rising."""
        documents = self.segment.selection(where).documents
        if self.deaths.count:
            documents = documents[self.deaths.stamps.take(documents) == 0]
        own = self.tier.allowed(where)
        ids = np.concatenate([self.segment.arrays.ids.take(documents), self.tier.ids.take(own)])
        ids.sort()
        return ids

    def keys(self, prefix: str) -> list[tuple[str, int]]:
        """(filter key, number of living documents that hold it) for that beginning, sorted by key."""
        arrays = self.segment.arrays
        first, end = arrays.keys.prefixed(prefix)
        sizes = np.diff(arrays.key_starts[first : end + 1]).tolist()
        held = dict(zip(arrays.keys.strings(first, end), sizes, strict=True))
        for key in self.tier.prefixed(prefix):
            held[key] = held.get(key, 0) + len(self.tier.members(key))
        living = ((key, size - self.gone_keys.get(key, 0)) for key, size in held.items())
        return sorted((key, size) for key, size in living if size > 0)
