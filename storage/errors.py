"""What can go wrong with the store, as exceptions that carry what a person needs to know.

WaldeckError
├── StorageError            about the database file: the person can mend it
│   ├── NewerDatabase       written by a newer version of Waldeck
│   ├── DamagedDatabase     not SQLite, or its check fails
│   ├── UnwritableDatabase  read-only file, folder or file system, or no room left
│   ├── BusyDatabase        another process has been writing for too long
│   └── ClosedDatabase      used after closing
└── ChangeRefused           about one change of the catalogue: nothing was written
    ├── InvalidEntry        a field can't be kept as typed
    ├── NotFound            no such association, change or import
    ├── AlreadyExists       the same association is there already
    └── Conflict            somebody changed it since
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from storage.model import Association, Change


class WaldeckError(Exception):
    """Something a person can act upon.

    Attributes:
        code: Names the sentence in the texts that explains it.
        arguments: Values for that sentence.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **arguments: str | int) -> None:
        super().__init__(message)
        self.arguments: dict[str, str | int] = arguments

    @property
    def text_id(self) -> str:
        """Name of the sentence, made precise by the reason when there is one: ``code-reason``."""
        reason = self.arguments.get("reason")
        return f"{self.code}-{reason}" if reason else self.code


class StorageError(WaldeckError):
    """Something about the database file that a person can mend; the message says what and how."""

    code = "database"


class NewerDatabase(StorageError):
    """The file was written by a newer version of Waldeck (arguments: path, version, known)."""

    code = "database-newer"


class DamagedDatabase(StorageError):
    """The file is not an SQLite database, or is damaged (arguments: path, detail)."""

    code = "database-damaged"


class UnwritableDatabase(StorageError):
    """Nothing can be written (arguments: path, reason).

    The reason is ``read-only`` (file, folder or file system), ``no-room`` (disk full),
    ``no-folder`` (can't be created or opened) or ``disk`` (the disk reports an error).
    """

    code = "database-unwritable"


class BusyDatabase(StorageError):
    """Another process keeps the database locked, such as a long import (arguments: path)."""

    code = "database-busy"


class ClosedDatabase(StorageError):
    """The database was used after closing (arguments: path)."""

    code = "database-closed"


class ChangeRefused(WaldeckError):
    """One change of the catalogue can't be made; nothing was written."""

    code = "change-refused"


class InvalidEntry(ChangeRefused):
    """A field can't be kept as typed.

    Attributes:
        field: Name of the field, or ``title`` when both title and purpose are empty.
        reason: ``empty``, ``long``, ``malformed``, ``unknown`` or ``characters``.
    """

    code = "invalid-entry"

    def __init__(self, field: str, reason: str, **arguments: str | int) -> None:
        super().__init__(f"{field}: {reason}", field=field, reason=reason, **arguments)
        self.field = field
        self.reason = reason

    @property
    def text_id(self) -> str:
        """``invalid-entry-<field>-<reason>``."""
        return f"{self.code}-{self.field.replace('_', '-')}-{self.reason}"


class NotFound(ChangeRefused):
    """No such association, change or import (arguments: kind, id)."""

    code = "not-found"

    def __init__(self, kind: str, id_: int) -> None:
        super().__init__(f"no {kind} {id_}", kind=kind, id=id_)


class AlreadyExists(ChangeRefused):
    """The same association is there already.

    Attributes:
        association: The one that is there.
    """

    code = "already-exists"

    def __init__(self, association: Association) -> None:
        super().__init__(f"the same as association {association.id}", id=association.id)
        self.association = association


class Conflict(ChangeRefused):
    """The association was changed since, by somebody else or by the same person.

    Attributes:
        change: The newer change that stands in the way; an undo of the same change
            means that it was taken back already.
        total: How many associations are concerned (more than 1 for a whole import only).
    """

    code = "conflict"

    def __init__(self, change: Change, total: int = 1) -> None:
        super().__init__(f"changed since by change {change.id}", id=change.id, total=total)
        self.change = change
        self.total = total
