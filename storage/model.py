"""What the store keeps: associations as plain, immutable records."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum


class Status(StrEnum):
    """Where an association stands in its life."""

    ACTIVE = "active"
    DISSOLVED = "dissolved"
    REPLACED = "replaced"
    """Registered anew under another number, given in ``replaced_by``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a register or an admin says of one association; either title or purpose is filled.

    Attributes:
        rna_id: Number in the RNA (``W`` and nine digits, or an older form), or None.
        title: As declared; empty when unknown.
        short_title: Acronym or short name, or None.
        purpose: The objet, verbatim as declared; empty when the register gives none.
        theme: Six-digit WALDEC code, or None.
        city: Name of the commune as declared, or None.
        postcode: Five digits, or None.
        commune_code: INSEE code of the commune, or None.
        website: Complete http(s) address, or None.
        founded: ISO date of creation, or None.
        status: Active, dissolved or replaced.
        replaced_by: RNA number that took over, with status ``replaced`` only.
    """

    rna_id: str | None = None
    title: str = ""
    short_title: str | None = None
    purpose: str = ""
    theme: str | None = None
    city: str | None = None
    postcode: str | None = None
    commune_code: str | None = None
    website: str | None = None
    founded: str | None = None
    status: Status = Status.ACTIVE
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Association(Entry):
    """An entry as stored.

    Attributes:
        id: Row id; never used again after a deletion.
        source: The register or ``telegram`` it came from.
        created_at: Unix time in seconds.
        updated_at: Unix time in seconds.
    """

    id: int
    source: str = ""
    created_at: int = 0
    updated_at: int = 0


ENTRY_FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Entry))
"""Columns of ``associations`` that a register or an admin may set, in their fixed order."""


class Action(StrEnum):
    """What a change did."""

    ADD = "add"
    EDIT = "edit"
    DELETE = "delete"
    UNDO = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of the history; never altered once written.

    Attributes:
        id: The catalogue's revision with this change.
        association_id: What was changed.
        action: Add, edit, delete or undo.
        before: The entry as it was, or None when it did not exist.
        after: The entry as it became, or None when it no longer exists.
        actor_id: Telegram user id, or None for the command line.
        reason: What the actor gave as reason, or None.
        at: Unix time in seconds.
        batch: The import (or undo of one) that this is part of, or None.
        undoes: The change that this one takes back, or None.
        undone_by: The change that takes this one back, unless that was taken back in turn, or None.
    """

    id: int
    association_id: int
    action: Action
    before: Entry | None
    after: Entry | None
    actor_id: int | None
    reason: str | None
    at: int
    batch: int | None
    undoes: int | None
    undone_by: int | None = None

    @property
    def differences(self) -> dict[str, tuple[str | None, str | None]]:
        """Field → (old value, new value), for the fields that differ."""
        old, new = self.before or Entry(), self.after or Entry()
        return {
            name: (getattr(old, name), getattr(new, name))
            for name in ENTRY_FIELDS
            if getattr(old, name) != getattr(new, name)
        }
