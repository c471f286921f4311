"""Why a change was refused, in words: what is wrong, what stands in the way, what to do."""

from __future__ import annotations

from handlers import card_views, entry_views, history_views
from handlers.context import Context
from handlers.keyboards import deep_link
from handlers.markup import Rich, joined, link, plain
from handlers.texts import MissingText
from storage.errors import AlreadyExists, ChangeRefused, Conflict, InvalidEntry


async def explained(context: Context, error: ChangeRefused) -> Rich:
    """A sentence or two, with the change or the association that stands in the way."""
    if isinstance(error, Conflict):
        if error.total > 1:
            return plain(context.say("conflict-import", total=error.total))
        return joined(
            [
                context.say("conflict"),
                history_views.entry(context, error.change, await history_views.names(context)),
            ]
        )
    if isinstance(error, AlreadyExists):
        name = card_views.title(context, error.association)
        return plain(context.say("already-exists") + " ") + link(
            name, deep_link(context, error.association.id)
        )
    return plain(_sentence(context, error))


def _sentence(context: Context, error: ChangeRefused) -> str:
    """The most precise sentence that the texts have; of a field without one of its own, by its name."""
    try:
        return context.say(error.text_id, **error.arguments)
    except MissingText:
        if not isinstance(error, InvalidEntry):
            return context.say(error.code, **error.arguments)
        named = {**error.arguments, "field": entry_views.field_name(context, error.field)}
        return context.say(f"{error.code}-{error.reason}", **named)
