"""The theme classifier at work: trained by a process of its own, kept beside the database, renewed."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from retrieval import children
from retrieval.classifier import Proposal, ThemeClassifier

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 6.0
"""How long a person waits for proposals at most; without them all themes are offered."""
OUTGROWN = 1.2
FEW_CHANGES = 100


class ThemeProposals:
    """Proposes themes for texts, by the newest model there is.

    Args:
        database: The database to learn from; the model is kept beside it.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file = database.with_name(f"{database.name}.themes.npz")
        self._model: ThemeClassifier | None = None
        self._training: asyncio.Task[None] | None = None

    def prepare(self, revision: int) -> None:
        """Begin to train if there is no model yet, or the catalogue has outgrown it.

        Args:
            revision: The catalogue's last change.
        """
        self._model = self._model or ThemeClassifier.load(self._file)
        learnt = self._model.stamp[1] if self._model is not None else None
        idle = self._training is None or self._training.done()
        if idle and (learnt is None or revision > learnt * OUTGROWN + FEW_CHANGES or revision < learnt):
            self._training = asyncio.create_task(self._train())

    async def themes(self, text: str, revision: int, limit: int = 3) -> list[Proposal]:
        """The likeliest themes of a text, best first; none while the first model is still in the making."""
        self.prepare(revision)
        if self._model is None and self._training is not None:
            await asyncio.wait([self._training], timeout=PATIENCE_SECONDS)
        return self._model.propose(text, limit) if self._model is not None else []

    async def close(self) -> None:
        """Give up a training under way."""
        if self._training is not None:
            self._training.cancel()
            await asyncio.wait([self._training])

    async def _train(self) -> None:
        try:
            await children.run("retrieval.classifier", str(self._database), str(self._file))
        except children.ChildFailed as error:
            logger.error("no theme classifier: %s", error)
        self._model = ThemeClassifier.load(self._file) or self._model
