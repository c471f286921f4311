"""Which association is meant: by words, by RNA number, or from a card's button."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import Update

from handlers import card_views, flows, markup
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_steps import TARGET
from handlers.flow_views import question
from handlers.flows import Flow, Move, Session, Step
from handlers.markup import joined, shortened
from handlers.questions import question_text
from retrieval.search import Question
from storage.errors import NotFound
from storage.identity import plain
from storage.model import Association

EXPECTED = "expected"
"""Key of a session's values: the last change of the association that the person has seen."""
FOUND = "found"
"""Key of a session's values: ids found by the words typed last; missing before any were typed."""
MOST = 8
LABEL_UNITS = 60


async def find(context: Context, words: str) -> list[Association]:
    """Associations that words, an RNA number or ``#`` and an id can mean, the likeliest first."""
    words = words.strip()
    if words.startswith("#") and words[1:].isdecimal():
        found = await context.catalogue.get(int(words[1:]))
    else:
        found = await context.stores.associations.by_rna(words)
    if found is not None:
        return [found]
    answer = await context.catalogue.search(Question(words, context.language, MOST))
    likely = [hit.association for hit in answer.hits]
    named = [one for one in likely if plain(one.title) == plain(words)]
    return named if len(named) == 1 else likely


async def start(update: Update, context: Context, flow: Flow, step: str) -> None:
    """A command with or without words: go on to ``step`` with the association meant, or ask which it is."""
    message = update.effective_message
    words = question_text(message) if message is not None else ""
    found = await find(context, words) if words else []
    if len(found) == 1:
        await begin(update, context, flow, step, found[0].id)
    else:
        ids = [one.id for one in found]
        await flows.begin(update, context, flow, "find", {FOUND: ids} if words else {})


async def begin(update: Update, context: Context, flow: Flow, step: str, id_: int) -> None:
    """Begin a conversation about one association as it is now."""
    expected = await context.catalogue.association_revision(id_)
    await flows.begin(update, context, flow, step, {TARGET: id_, EXPECTED: expected})


async def target(session: Session, id_: int) -> Association:
    """Make an association the session's own, with the last change that the person sees of it.

    Raises:
        NotFound: There is no such association any more.
    """
    expected = await session.context.catalogue.association_revision(id_)
    association = await session.context.catalogue.get(id_)
    if association is None:
        raise NotFound("association", id_)
    session.values.update({TARGET: id_, EXPECTED: expected})
    return association


async def _prompt(session: Session) -> View:
    ids = session.values.get(FOUND)
    if ids == []:
        session.notice = markup.plain(session.context.say("find-nothing"))
    return choices(session, await session.context.stores.associations.get_many(ids or []))


async def _read(session: Session, text: str) -> Move:
    found = await find(session.context, text)
    session.values[FOUND] = [one.id for one in found]
    if len(found) == 1:
        await target(session, found[0].id)
        return None
    return session.step


async def _choose(session: Session, argument: str) -> Move:
    if argument.isdecimal() and int(argument) in session.values.get(FOUND, []):
        await target(session, int(argument))
        return None
    return session.step


def choices(session: Session, found: Sequence[Association]) -> View:
    """Ask which association is meant; those found as buttons."""
    say = session.context.say
    lines = [
        markup.plain(f"{number}. {card_views.name_and_place(session.context, one, 120)}")
        for number, one in enumerate(found, 1)
    ]
    rows = [
        [
            session.button(
                shortened(f"{number}. {card_views.title(session.context, one)}", LABEL_UNITS), "pick", one.id
            )
        ]
        for number, one in enumerate(found, 1)
    ]
    text = say(f"find-{session.flow.kind}") if not found else say("find-which")
    return question(session, joined([text, *lines]), rows)


FIND = Step(_prompt, _read, _choose)
"""Asks for an association; words typed again search again."""
