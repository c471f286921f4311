"""Which theme an association is likely to have: multinomial naive Bayes over the catalogue's own labels."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from retrieval.french import ANALYSIS_VERSION, terms
from storage.labelled import labelled
from storage.registers import themes

SMOOTHING = 0.1
"""Added to every count, so that a word never seen with a theme does not rule it out (Lidstone)."""

LENGTH_DAMPING = 0.3
"""The words' evidence is divided by their number to this power: they are not independent, as naive
Bayes believes, and without damping a long purpose drowns how common each theme is."""

RAREST = 3
"""Terms in fewer texts than this are left out: they tell nothing yet and are most of the vocabulary."""

MOST_TEXTS = 200_000
"""Enough to learn from: more add minutes and no accuracy that was measurable."""

LABEL_COPIES = 3
"""How many texts the official label of a theme counts for, so that a theme without examples has words."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A theme and its probability among all themes, as naive Bayes sees it."""

    theme: str
    probability: float


class ThemeClassifier:
    """The weight of each term for each theme that it was seen with; everything else shares one weight.

    With n(t, c) occurrences of term t in the texts of theme c, N(c) terms in them all, a vocabulary of V
    terms and smoothing α, naive Bayes adds up log((n(t, c) + α) / (N(c) + αV)) over a text's terms. That
    is log(n(t, c) / α + 1), zero wherever t was never seen with c, plus what depends on c alone: so only
    the pairs that were seen are kept, as one run of (theme, weight) for each term.

    Attributes:
        stamp: Analysis version and catalogue revision of the training.
    """

    def __init__(
        self,
        codes: Sequence[str],
        vocabulary: Sequence[str],
        arrays: Mapping[str, NDArray[np.generic]],
        stamp: tuple[int, int],
    ) -> None:
        """Put a model together.

        Args:
            codes: The C theme codes.
            vocabulary: The V terms.
            arrays: ``starts`` (V + 1): where each term's run begins; ``classes`` and ``weights`` (pairs):
                the runs; ``priors`` and ``totals`` (C): log of the theme's share, and log(N(c) / α + V).
            stamp: Analysis version and catalogue revision.
        """
        self.codes = list(codes)
        self.stamp = stamp
        self._numbers = {term: number for number, term in enumerate(vocabulary)}
        self._arrays = dict(arrays)

    @classmethod
    def train(cls, texts: Iterable[tuple[str, str]], labels: Mapping[str, str], revision: int = 0) -> Self:
        """Learn from (text, theme code) pairs.

        Args:
            texts: Texts of associations (title and purpose) with their theme; read once.
            labels: Theme code to its official label; these codes are the themes that can be proposed.
            revision: The catalogue's revision that the texts were read at.
        """
        codes = sorted(labels)
        numbers = {theme: number for number, theme in enumerate(codes)}
        counts = _Counts(len(codes))
        for text, theme in texts:
            if theme in numbers:
                counts.add(terms(text), numbers[theme])
        documents = counts.documents.copy()
        for theme, label in labels.items():
            for _ in range(LABEL_COPIES):
                counts.add(terms(label), numbers[theme])
        vocabulary, arrays = counts.arrays()
        arrays["priors"] = np.log((documents + 1) / (documents.sum() + len(codes))).astype(np.float32)
        return cls(codes, vocabulary, arrays, (ANALYSIS_VERSION, revision))

    def propose(self, text: str, limit: int = 3) -> list[Proposal]:
        """The most likely themes for a text, best first; none when no word of it was ever seen."""
        known = [self._numbers[term] for term in terms(text) if term in self._numbers]
        if not known:
            return []
        scores = self._evidence(known) / len(known) ** LENGTH_DAMPING + self._arrays["priors"]
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        best = np.argsort(-shares, kind="stable")[:limit]
        return [Proposal(self.codes[place], float(shares[place])) for place in best]

    def _evidence(self, known: list[int]) -> NDArray[np.float64]:
        """What the terms say for each theme, shape (C,), in nats."""
        starts, classes, weights = (self._arrays[name] for name in ("starts", "classes", "weights"))
        evidence = -len(known) * self._arrays["totals"].astype(np.float64)
        for term in known:
            run = slice(starts[term], starts[term + 1])
            evidence[classes[run]] += weights[run]
        return evidence

    def save(self, path: Path) -> None:
        """Write the model to ``path``, which holds the old or the new one at every moment."""
        texts = {"codes": self.codes, "vocabulary": list(self._numbers)}
        packed = {name: np.frombuffer("\n".join(lines).encode(), np.uint8) for name, lines in texts.items()}
        unfinished = path.with_suffix(".new")
        with unfinished.open("wb") as file:
            np.savez(file, allow_pickle=False, stamp=np.array(self.stamp), **packed, **self._arrays)
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self | None:
        """Read a model; None when there is none, it is damaged, or its analysis is not today's."""
        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            version, revision = (int(number) for number in arrays.pop("stamp"))
            codes, vocabulary = (
                arrays.pop(name).tobytes().decode().split("\n") for name in ("codes", "vocabulary")
            )
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return None
        return cls(codes, vocabulary, arrays, (version, revision)) if version == ANALYSIS_VERSION else None


class _Counts:
    """Occurrences of terms in themes, gathered text by text without an object per pair."""

    def __init__(self, themes: int) -> None:
        self.documents = np.zeros(themes, np.int64)
        self._themes = themes
        self._numbers: dict[str, int] = {}
        self._texts: Counter[int] = Counter()
        self._pairs: Counter[int] = Counter()

    def add(self, found: list[str], theme: int) -> None:
        self.documents[theme] += 1
        numbers = [self._numbers.setdefault(term, len(self._numbers)) for term in found]
        self._texts.update(set(numbers))
        self._pairs.update(number * self._themes + theme for number in numbers)

    def arrays(self) -> tuple[list[str], dict[str, NDArray[np.generic]]]:
        """The vocabulary kept, and the runs of (class, weight) term by term."""
        pairs = np.fromiter(self._pairs.keys(), np.int64, len(self._pairs))
        counts = np.fromiter(self._pairs.values(), np.int64, len(self._pairs))
        texts = np.array([self._texts[number] for number in range(len(self._numbers))], np.int64)
        kept = np.flatnonzero(texts >= RAREST)
        order = np.argsort(pairs, kind="stable")
        order = order[np.isin(pairs[order] // self._themes, kept)]
        pairs, counts = pairs[order], counts[order]
        terms_, classes = np.searchsorted(kept, pairs // self._themes), pairs % self._themes
        occurrences = np.bincount(classes, weights=counts, minlength=self._themes)
        names = list(self._numbers)
        return [names[number] for number in kept], {
            "starts": np.searchsorted(terms_, np.arange(len(kept) + 1)).astype(np.int32),
            "classes": classes.astype(np.int16),
            "weights": np.log(counts / SMOOTHING + 1).astype(np.float32),
            "totals": np.log(occurrences / SMOOTHING + len(kept)).astype(np.float32),
        }


def learn(database: Path, target: Path) -> None:
    """Train on the labelled associations of ``database`` and keep the model at ``target``."""
    revision, texts = labelled(database, MOST_TEXTS)
    labels = {theme.code: theme.label for theme in themes.every().values()}
    ThemeClassifier.train(texts, labels, revision).save(target)


if __name__ == "__main__":
    os.nice(10)  # People's questions come first.
    learn(Path(sys.argv[1]), Path(sys.argv[2]))
