"""Posting arrays: the documents, terms, filter keys and words of a part of the catalogue, as plain arrays."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from retrieval.vocabulary import Vocabulary

_PARTS = ("blob", "starts", "heads")


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Documents numbered from 0, with what the index knows of them.

    BM25 gives all postings with the same frequency in documents of the same length the same factor.
    So each posting holds the number of its (frequency, length) pair, and a table of some thousand
    factors serves the whole index.

    Attributes:
        ids: Association id of each document.
        pair_frequencies: Weighted term frequency of each pair; pair 0 is (0, 0): no posting.
        pair_lengths: Length in weighted terms of the pair's documents.
        terms: The terms.
        term_starts: Where each term's postings begin, and the end; shape (terms + 1,).
        documents: Document number of each posting, rising within a term.
        codes: Pair number of each posting.
        keys: The filter keys.
        key_starts: As ``term_starts``, in ``key_documents``.
        key_documents: Document number of each key's members, rising within a key.
        words: The raw words, for spelling.
        word_frequencies: Number of documents with each word.
    """

    ids: NDArray[np.int64]
    pair_frequencies: NDArray[np.int64]
    pair_lengths: NDArray[np.int64]
    terms: Vocabulary
    term_starts: NDArray[np.int64]
    documents: NDArray[np.int32]
    codes: NDArray[np.unsignedinteger]
    keys: Vocabulary
    key_starts: NDArray[np.int64]
    key_documents: NDArray[np.int32]
    words: Vocabulary
    word_frequencies: NDArray[np.int64]


def pair_keys(frequencies: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for each (frequency, length), to compare pairs by."""
    return (lengths << np.int64(MAXIMUM_FREQUENCY.bit_length())) | frequencies


def unpack_pairs(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Frequencies and lengths of what ``pair_keys`` gave."""
    return keys & MAXIMUM_FREQUENCY, keys >> np.int64(MAXIMUM_FREQUENCY.bit_length())


MAXIMUM_FREQUENCY = (1 << 20) - 1
"""Largest weighted frequency of a term in a document that postings can hold."""


def code_type(pairs: int) -> type[np.unsignedinteger]:
    """The narrowest type that numbers so many pairs."""
    return np.uint16 if pairs <= 1 << 16 else np.uint32


def save(postings: Postings, folder: Path) -> None:
    """Write each array to a file of its own in an existing folder."""
    for field in fields(postings):
        value = getattr(postings, field.name)
        parts = (
            {f".{part}": getattr(value, part) for part in _PARTS}
            if isinstance(value, Vocabulary)
            else {"": value}
        )
        for suffix, array in parts.items():
            np.save(folder / f"{field.name}{suffix}.npy", array, allow_pickle=False)


P = TypeVar("P", bound=Postings)


def load(kind: type[P], array: Callable[[str], NDArray[Any]]) -> P:
    """Put together what ``save`` wrote.

    Args:
        kind: ``Postings`` or a class derived from it.
        array: Gives the array in the file of that name, without its ending.
    """

    def vocabulary(name: str) -> Vocabulary:
        return Vocabulary(*(array(f"{name}.{part}") for part in _PARTS))

    arguments: dict[str, Any] = {
        field.name: (vocabulary if field.type == "Vocabulary" else array)(field.name)
        for field in fields(kind)
    }
    return kind(**arguments)


_ALIGNMENT = 64


def pack(postings: Postings, path: Path) -> None:
    """Write all arrays into one file, one .npy after the other."""
    with path.open("wb") as file:
        for array in _parts(postings):
            npy.write_array(file, array, allow_pickle=False)
            file.write(b"\0" * (-file.tell() % _ALIGNMENT))


def unpack(path: Path) -> tuple[Postings, mmap.mmap]:
    """Map what ``pack`` wrote; the arrays, and the mapping that they look into."""
    with path.open("rb") as file:
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        block = np.frombuffer(mapping, np.uint8)

        def array() -> NDArray[Any]:
            npy.read_magic(file)
            shape, _, kind = npy.read_array_header_1_0(file)
            start, size = file.tell(), int(np.prod(shape)) * kind.itemsize
            file.seek(start + size + -(start + size) % _ALIGNMENT)
            return block[start : start + size].view(kind).reshape(shape)

        arguments: dict[str, Any] = {
            field.name: Vocabulary(array(), array(), array()) if field.type == "Vocabulary" else array()
            for field in fields(Postings)
        }
    return Postings(**arguments), mapping


def _parts(postings: Postings) -> Iterator[NDArray[Any]]:
    for field in fields(postings):
        value = getattr(postings, field.name)
        yield from (value.blob, value.starts, value.heads) if isinstance(value, Vocabulary) else (value,)
