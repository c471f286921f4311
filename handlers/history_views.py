"""What the history looks like: who changed what and when, with old and new values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from handlers import card_views, entry_views
from handlers import names as people
from handlers.context import Context
from handlers.markup import Rich, bold, italic, joined, plain, shortened
from storage.batches import Batch
from storage.model import Change, Entry

NAME_UNITS = 120
PERSON_UNITS = 60
REASON_UNITS = 160
MOST_DIFFERENCES = 6
ENTRY_UNITS = 780
"""So that a page of five fits one message whatever was changed."""
VALUE_UNITS = (250, 120, 60, 30, 12)
"""How much of each value is shown: the most for which the entry fits."""


async def names(context: Context) -> dict[int, str]:
    """What the admins are called, by user id."""
    known = {
        owner: await people.in_telegram(context, owner) or context.say("an-owner", id=str(owner))
        for owner in context.settings.owner_ids
    }
    return known | {admin.user_id: admin.name for admin in await context.stores.admins.list()}


def batch(context: Context, one: Batch, people: Mapping[int, str]) -> Rich:
    """One import, or the taking back of one, as a whole."""
    head = plain(f"{moment(context, one.at)} · {who(context, one.actor_id, people)} · ")
    name = bold(shortened(one.file, NAME_UNITS))
    if one.undoes is not None:
        lines = [head + italic(context.say("change-import-undone", number=str(one.undoes))), name]
    else:
        counts = context.say("change-import-counts", added=one.added, changed=one.changed)
        what = context.say("change-import", number=str(one.id))
        lines = [head + italic(what), name, plain(counts)]
    if one.undone_at is not None:
        lines.append(italic(context.say("change-undone")))
    return joined(lines)


def entry(context: Context, change: Change, people: Mapping[int, str]) -> Rich:
    """One change: when and by whom, of which association, what became of its fields."""
    head = plain(f"{moment(context, change.at)} · {who(context, change.actor_id, people)} · ")
    head = head + italic(context.say(f"change-{change.action.value}"))
    association = change.after or change.before or Entry()
    name = bold(shortened(card_views.title(context, association), NAME_UNITS))
    below = []
    if change.reason:
        below.append(plain(context.say("change-reason", reason=shortened(change.reason, REASON_UNITS))))
    if change.undone_by is not None:
        below.append(italic(context.say("change-undone")))
    room = ENTRY_UNITS - joined([head, name, *below]).units - 1
    return joined([head, name, _what(context, change, room), *below])


def _what(context: Context, change: Change, room: int) -> Rich:
    """Old and new values; an addition or a deletion needs none."""
    found = Rich()
    if change.before is None or change.after is None:
        return found
    shown = dict(list(change.differences.items())[:MOST_DIFFERENCES])
    for units in VALUE_UNITS:
        found = entry_views.differences(context, shown, units)
        if found.units <= room:
            break
    return found


def moment(context: Context, at: int) -> str:
    """Day and time, in the server's time zone."""
    return context.say("moment", at=datetime.fromtimestamp(at, UTC).astimezone())


def who(context: Context, actor_id: int | None, people: Mapping[int, str]) -> str:
    """The actor's name."""
    if actor_id is None:
        return context.say("the-command-line")
    return shortened(people.get(actor_id) or context.say("a-person", id=str(actor_id)), PERSON_UNITS)
