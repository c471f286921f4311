"""The stores that conversations use, all over one database."""

from __future__ import annotations

from pathlib import Path

from storage.admins import Admins
from storage.associations import Associations
from storage.backups import backup
from storage.batches import Batches
from storage.changes import Changes
from storage.database import Database
from storage.drafts import Drafts
from storage.feedback import Feedback
from storage.handled import Handled
from storage.preferences import Preferences
from storage.searches import Searches
from storage.statistics import Statistics
from storage.suggestions import Suggestions
from storage.synonyms import Synonyms


class Stores:
    """One store per table; changing associations goes through the catalogue only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.admins = Admins(database)
        self.associations = Associations(database)
        self.batches = Batches(database)
        self.changes = Changes(database)
        self.drafts = Drafts(database)
        self.feedback = Feedback(database)
        self.handled = Handled(database)
        self.preferences = Preferences(database)
        self.searches = Searches(database)
        self.statistics = Statistics(database)
        self.suggestions = Suggestions(database)
        self.synonyms = Synonyms(database)

    async def backup(self, target: Path) -> Path:
        """Copy the whole database to ``target`` while it is in use; the copy is verified.

        Raises:
            StorageError: It can't be read, or ``target`` not written.
        """
        return await backup(self._database.path, target)
