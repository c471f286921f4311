"""Many associations read at once: every distinct word is stemmed once, and arrays do the counting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from retrieval.documents import fields, keys
from retrieval.french import STOP_WORDS, distinct_stems
from retrieval.inversion import Inverted, Lists, assembled, ranked, turned
from storage.associations import Searched


def inverted_rows(rows: Iterable[tuple[Any, ...]]) -> Inverted:
    """Invert associations, given as ``searched`` reads them, as ``document`` reads each."""
    ids: list[int] = []
    said, every_key = Lists(), Lists()
    owners: list[int] = []
    weights: list[int] = []
    spelled: list[bool] = []
    for number, row in enumerate(map(Searched._make, rows)):
        ids.append(row.id)
        own = fields(row)
        for field in own:
            said.append(field.words)
            owners.append(number)
            weights.append(field.weight)
            spelled.append(field.spelled)
        every_key.append(keys(row, own))
    field_of, entries = said.owners(), said.entries
    words = said.strings
    telling = ~np.fromiter((word in STOP_WORDS for word in words), np.bool_, len(words))[entries]
    mute = np.bincount(field_of, telling, len(owners)) == 0
    owner = np.array(owners, np.int32)[field_of]
    weight = np.array(weights, np.int8)[field_of]
    counted = np.flatnonzero((telling | mute[field_of]) & (weight > 0))
    stems = Lists()
    stems.append(distinct_stems(words))
    strings, stem_of = stems.ranked()
    terms = turned(strings, stem_of[entries[counted]], owner[counted], weight[counted])
    raw = np.flatnonzero(np.array(spelled, np.bool_)[field_of])
    strings, place = ranked(words)
    own_words = turned(strings, place[entries[raw]], owner[raw], weight[raw])
    return assembled(ids, terms, every_key.turned(), own_words)
