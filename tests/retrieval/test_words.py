"""Words near a mistyped one: none is missed, whatever was changed since the index was made."""

from __future__ import annotations

from random import Random

import numpy as np
from rapidfuzz.distance import OSA

from retrieval.vocabulary import Vocabulary
from retrieval.words import Words

LETTERS = "abcdezé0ж"


def _word(random: Random) -> str:
    return "".join(random.choices(LETTERS, k=random.randint(1, 7)))


def test_no_word_within_so_many_mistakes_is_missed() -> None:
    random = Random(1901)
    kept = {_word(random): random.randint(1, 9) for _ in range(3000)}
    words = Words(Vocabulary.of(kept), np.array([kept[word] for word in sorted(kept)], np.int64))
    for word in random.sample(sorted(kept), 200):
        words.remove([word])
    words.add(added := [_word(random) for _ in range(200)])
    living = {w: f for letter in LETTERS for w, f in words.with_prefix(letter)}
    assert set(added) <= set(living)
    for _ in range(200):
        typed, letter, mistakes = _word(random), random.choice(LETTERS), random.choice([1, 2])
        near = {
            other: frequency
            for other, frequency in living.items()
            if other[0] == letter and OSA.distance(other, typed) <= mistakes
        }
        found = dict(words.neighbours(letter, typed, mistakes))
        assert near.items() <= found.items()
        assert found.items() <= living.items()
