"""Merging posting arrays into one segment on disk, a range of strings at a time, in flat memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.arrayfiles import ArrayFile, VocabularyFile
from retrieval.bounds import BoundsFiles
from retrieval.okapi import Okapi
from retrieval.postings import Postings, code_type, pair_keys, unpack_pairs
from retrieval.vocabulary import Vocabulary, partitions

STRINGS_AT_ONCE = 1 << 15
"""Strings of all sources together that are merged at once."""

Step = Callable[[float], None]
"""Hears the part that is done, from 0 to 1; raises to give up."""

Range = tuple[int, int, NDArray[np.unsignedinteger]]
"""First number and end of some strings of a source, and the place of each among the merged ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Posting arrays to merge, and the new number of each of their documents, rising; -1 leaves one out."""

    postings: Postings
    numbers: NDArray[np.int32]


def merge(sources: Sequence[Source], folder: Path, okapi: Okapi, total_length: int, step: Step) -> None:
    """Write the segment of all documents of ``sources``, which keep their order.

    Args:
        sources: What to merge; the numbers of each lie above those of the one before.
        folder: An existing, empty folder.
        okapi: The parameters that the segment's bounds are for.
        total_length: Sum of the lengths of the documents that stay.
        step: Told how far it is.
    """
    ids = np.concatenate([source.postings.ids[source.numbers >= 0] for source in sources])
    keys = [pair_keys(each.postings.pair_frequencies, each.postings.pair_lengths) for each in sources]
    pairs = np.unique(np.concatenate([np.zeros(1, np.int64), *keys]))
    frequencies, lengths = unpack_pairs(pairs)
    factors = okapi.factors(frequencies, lengths, total_length / len(ids) if len(ids) else 0.0)
    order = np.lexsort((pairs, factors))  # the pair of no posting stays the first
    frequencies, lengths, factors = frequencies[order], lengths[order], factors[order]
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    _write(folder, "ids", ids)
    _write(folder, "order", np.argsort(ids, kind="stable"))
    _write(folder, "pair_frequencies", frequencies)
    _write(folder, "pair_lengths", lengths)
    _write(folder, "total_length", np.array([total_length]))
    codes = [ranks[pairs.searchsorted(each)].astype(code_type(len(pairs))) for each in keys]
    with BoundsFiles(folder, ids, factors / okapi.largest, codes[0].dtype.type) as bounds:
        _merge_terms(sources, codes, folder, bounds, lambda done: step(0.7 * done))
    _merge_keys(sources, folder, lambda done: step(0.7 + 0.2 * done))
    _merge_words(sources, folder, lambda done: step(0.9 + 0.1 * done))


def _write(folder: Path, name: str, array: NDArray[Any]) -> None:
    with ArrayFile(folder / f"{name}.npy", array.dtype.type) as file:
        file.append(array)


def _merge_terms(
    sources: Sequence[Source],
    new_codes: Sequence[NDArray[Any]],
    folder: Path,
    bounds: BoundsFiles,
    step: Step,
) -> None:
    with ExitStack() as stack:
        documents = stack.enter_context(ArrayFile(folder / "documents.npy", np.int32))
        codes = stack.enter_context(ArrayFile(folder / "codes.npy", new_codes[0].dtype.type))
        terms = stack.enter_context(_Strings(folder, "terms", "term_starts"))
        for strings, ranges in _ranges([source.postings.terms for source in sources], step):
            parts = [
                _members(source, source.postings.term_starts, source.postings.documents, each)
                for source, each in zip(sources, ranges, strict=True)
            ]
            order, places, members = _in_order([part[:2] for part in parts])
            numbered = [
                new.take(source.postings.codes[span])[living]
                for new, source, (*_, span, living) in zip(new_codes, sources, parts, strict=True)
            ]
            pairs = np.concatenate(numbered)[order]
            documents.append(members)
            codes.append(pairs)
            first = len(terms)
            counts = terms.append(strings, places)
            bounds.append(first, counts, members, pairs)


def _merge_keys(sources: Sequence[Source], folder: Path, step: Step) -> None:
    with (
        ArrayFile(folder / "key_documents.npy", np.int32) as documents,
        _Strings(folder, "keys", "key_starts") as keys,
    ):
        for strings, ranges in _ranges([source.postings.keys for source in sources], step):
            parts = [
                _members(source, source.postings.key_starts, source.postings.key_documents, each)[:2]
                for source, each in zip(sources, ranges, strict=True)
            ]
            _, places, members = _in_order(parts)
            documents.append(members)
            keys.append(strings, places)


def _merge_words(sources: Sequence[Source], folder: Path, step: Step) -> None:
    with (
        ArrayFile(folder / "word_frequencies.npy", np.int64) as frequencies,
        VocabularyFile(folder, "words") as words,
    ):
        for strings, ranges in _ranges([source.postings.words for source in sources], step):
            counts = np.zeros(len(strings), np.int64)
            for source, (first, end, places) in zip(sources, ranges, strict=True):
                counts[places] += source.postings.word_frequencies[first:end]
            kept = np.flatnonzero(counts)
            words.append([strings[place] for place in kept.tolist()])
            frequencies.append(counts[kept])


def _ranges(vocabularies: Sequence[Vocabulary], step: Step) -> Iterator[tuple[list[bytes], list[Range]]]:
    """Yield range after range the merged strings, and where each vocabulary has its own of them."""
    total = sum(map(len, vocabularies)) or 1
    for bounds in partitions(vocabularies, max(1, STRINGS_AT_ONCE // len(vocabularies))):
        lists = [
            vocabulary.slice(first, end)
            for vocabulary, (first, end) in zip(vocabularies, bounds, strict=True)
        ]
        strings = sorted(set().union(*lists))
        kind = np.uint16 if len(strings) <= 1 << 16 else np.uint32  # one for each posting: they add up
        place = {string: number for number, string in enumerate(strings)}
        yield (
            strings,
            [
                (first, end, np.fromiter(map(place.__getitem__, own), kind, len(own)))
                for (first, end), own in zip(bounds, lists, strict=True)
            ],
        )
        step(sum(end for _, end in bounds) / total)


def _members(
    source: Source, starts: NDArray[np.int64], documents: NDArray[np.int32], strings: Range
) -> tuple[NDArray[np.unsignedinteger], NDArray[np.int32], slice, NDArray[np.bool_] | slice]:
    """Place and new document number of the living postings of a range; where they are; which of them live."""
    first, end, places = strings
    span = slice(int(starts[first]), int(starts[end]))
    numbers = source.numbers.take(documents[span])
    places = np.repeat(places, np.diff(starts[first : end + 1]))
    living = numbers >= 0
    if living.all():
        return places, numbers, span, slice(None)
    return places[living], numbers[living], span, living


def _in_order(
    parts: Sequence[tuple[NDArray[np.unsignedinteger], NDArray[np.int32]]],
) -> tuple[NDArray[np.int64], NDArray[np.unsignedinteger], NDArray[np.int32]]:
    """Put the postings of all sources in the order of strings and documents: order, places, numbers."""
    places = np.concatenate([part[0] for part in parts])
    # Documents rise within a string of a source and from source to source: a stable sort keeps that.
    order = np.argsort(places, kind="stable")
    return order, places[order], np.concatenate([part[1] for part in parts])[order]


class _Strings:
    """A vocabulary and the starts of its postings, written together, without strings that have none."""

    def __init__(self, folder: Path, name: str, starts: str) -> None:
        self._stack = ExitStack()
        self._vocabulary = self._stack.enter_context(VocabularyFile(folder, name))
        self._starts = self._stack.enter_context(ArrayFile(folder / f"{starts}.npy", np.int64))
        self._starts.append(np.zeros(1, np.int64))
        self._length = self._end = 0

    def __len__(self) -> int:
        return self._length

    def append(self, strings: Sequence[bytes], places: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
        """Add the strings that occur in ``places``; how many postings each of them has."""
        counts = np.bincount(places, minlength=len(strings))
        kept = np.flatnonzero(counts)
        self._vocabulary.append([strings[place] for place in kept.tolist()])
        self._starts.append(self._end + np.cumsum(counts[kept]))
        self._length += len(kept)
        self._end += len(places)
        return counts[kept]

    def __enter__(self) -> _Strings:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)
