"""What a person types and presses within a guided conversation, and what else they do meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from telegram import CallbackQuery, Message, Update
from telegram.ext import ApplicationHandlerStop, BaseHandler, MessageHandler, filters

from handlers import add, delete, delivery, edit, flow_views, limits, questions, suggest
from handlers.access import FLOW, button, command, pressed
from handlers.buckets import Verdict
from handlers.context import Context
from handlers.delivery import View
from handlers.explaining import explained
from handlers.flow_views import PENDING
from handlers.flows import Flow, Move, Session
from handlers.permissions import Role, allowed, person
from handlers.views import line
from storage.drafts import Draft
from storage.errors import ChangeRefused

FLOWS: dict[str, Flow] = {flow.kind: flow for flow in (add.FLOW, edit.FLOW, delete.FLOW, suggest.FLOW)}
QUESTION = "question"
"""Key of a draft's values: the last text taken, when it looks like a question."""


def resumed(context: Context, draft: Draft) -> Session | None:
    """The conversation kept in a draft; None when this version knows no such conversation or step."""
    flow = FLOWS.get(draft.kind)
    if flow is None or draft.step not in flow.steps:
        return None
    return Session(context, draft.user_id, draft.chat_id, flow, draft.step, **draft.content)


async def _session(update: Update, context: Context) -> Session | None:
    user = person(update)
    draft = await context.stores.drafts.load(user.id) if user is not None else None
    return resumed(context, draft) if draft is not None else None


async def text(update: Update, context: Context) -> None:
    """Take what a person types as the answer to the present step, if it waits for one.

    Raises:
        ApplicationHandlerStop: It was taken, or refused with a reason; it is no question.
    """
    message, session = update.effective_message, await _session(update, context)
    if session is None or message is None or message.text is None:
        return
    if session.current.read is None:
        context.interrupted = session.stamp
        return
    if message.message_id > session.seen and await _in_measure(update, context, session):
        session.seen = message.message_id
        await delivery.reply(message, await _taken(session, message))
    raise ApplicationHandlerStop


async def _in_measure(update: Update, context: Context, session: Session) -> bool:
    """Whether to serve the text: each is a write to the disk, so what members send is limited."""
    if session.flow.role is not Role.MEMBER:
        return True
    verdict = limits.verdict_on(update, context)
    if verdict is Verdict.TELL and update.effective_message is not None:
        await delivery.reply(update.effective_message, line(context.say("too-many")))
    return verdict is Verdict.SERVE


async def _taken(session: Session, message: Message) -> View:
    """The next view after a text."""
    if not await allowed(session.context, session.user_id, session.flow.role) and not _suggests(session):
        return await _ended_by_demotion(session)
    if message.forward_origin is not None:
        session.notice = flow_views.notice(session.context, "flow-forwarded")
        return await session.show()
    words = message.text or ""
    session.values.pop(QUESTION, None)
    read = session.current.read
    assert read is not None  # noqa: S101 - for the type checker: ``text`` has looked
    try:
        move = await read(session, words)
    except ChangeRefused as error:
        session.notice = await explained(session.context, error)
        return await session.show()
    if words.rstrip().endswith("?"):
        session.values[QUESTION] = words
    return await _moved(session, move)


async def _moved(session: Session, move: Move) -> View:
    if isinstance(move, View):
        await session.end()
        return move
    if move is None:
        session.advance()
    else:
        session.go(move)
    return await session.show()


async def press(update: Update, context: Context) -> None:
    """Carry out a button of the present step; buttons of earlier steps say that they are out of date."""
    query, session = update.callback_query, await _session(update, context)
    if query is None:
        return
    stamp, verb, argument = pressed(update)
    if session is None or session.stamp != stamp:
        await delivery.answer(query, context.say("flow-over" if session is None else "flow-passed"))
        return
    await delivery.answer(query)
    if not await allowed(context, session.user_id, session.flow.role):
        view = await (session.show() if _suggests(session) else _ended_by_demotion(session))
        await delivery.edit(query, view)
    elif verb == "ask":
        await _asked_instead(query, session)
    else:
        await delivery.edit(query, await _chosen(session, verb, argument))


async def _chosen(session: Session, verb: str, argument: str) -> View:
    """The next view after a button."""
    step = session.current
    try:
        if verb == "cancel":
            await session.end()
            return line(session.context.say("cancelled"))
        if verb == "new":
            return await _other(session)
        if verb == "pick" and step.choose is not None:
            return await _moved(session, await step.choose(session, argument))
        if verb == "skip" and step.skip is not None:
            return await _moved(session, step.skip(session))
        if verb == "back":
            session.back()
        return await session.show()
    except ChangeRefused as error:
        session.notice = await explained(session.context, error)
        return await session.show()


async def _other(session: Session) -> View:
    """Give up the present conversation for the one that waits."""
    pending: dict[str, Any] = session.values.get(PENDING, {})
    flow = FLOWS.get(pending.get("kind", ""))
    if flow is None or not await allowed(session.context, session.user_id, flow.role):
        return await session.show()
    other = replace(
        session, flow=flow, step=pending["step"], values=pending["values"], trail=pending["trail"]
    )
    return await other.show()


async def _asked_instead(query: CallbackQuery, session: Session) -> None:
    """The last text was a question: take it back and answer it."""
    words = session.values.pop(QUESTION, None)
    session.back()
    view = await session.show()
    if words and isinstance(query.message, Message):
        await questions.ask(query.message, session.context, words)
        await delivery.reply(query.message, view)


def _suggests(session: Session) -> bool:
    """Whether what somebody who is no admin any more was adding goes on as a suggestion."""
    if session.flow is not add.FLOW:
        return False
    session.flow = suggest.FLOW
    session.notice = flow_views.notice(session.context, "flow-demoted-suggest")
    return True


async def _ended_by_demotion(session: Session) -> View:
    await session.end()
    return flow_views.given_up(session.context, "flow-demoted", session.values)


async def wordless(update: Update, context: Context) -> None:
    """Say that a picture or a voice is no answer to the present step.

    Raises:
        ApplicationHandlerStop: A conversation is under way.
    """
    message, session = update.effective_message, await _session(update, context)
    if session is None or message is None or session.current.read is None:
        return
    session.notice = flow_views.notice(context, "flow-wordless")
    await delivery.reply(message, await session.show())
    raise ApplicationHandlerStop


async def cancel(update: Update, context: Context) -> None:
    """/cancel: give up the conversation under way."""
    user, message = person(update), update.effective_message
    if message is not None:
        given_up = user is not None and await context.stores.drafts.delete(user.id)
        await delivery.reply(message, line(context.say("cancelled" if given_up else "nothing-to-cancel")))


async def interrupted(update: Update, context: Context) -> None:
    """Note that a command comes while a conversation is under way."""
    session = await _session(update, context)
    if session is not None:
        context.interrupted = session.stamp


async def still_there(update: Update, context: Context) -> None:
    """After the answer to a command or an unrelated question: the conversation waits."""
    session = await _session(update, context) if context.interrupted else None
    if session is not None and session.stamp == context.interrupted and update.effective_message:
        view = flow_views.waiting(session, "flow-waiting")
        await delivery.reply(update.effective_message, view)


def handlers() -> list[BaseHandler[Update, Context, None]]:
    """What this module hears."""
    return [command("cancel", cancel), button(FLOW, r"[\w-]{8}:[a-z]+:[\w.-]{0,40}", press)]


def beforehand() -> list[BaseHandler[Update, Context, None]]:
    """What comes before everything else: texts that answer a step, and commands noted as interruptions."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    media = filters.PHOTO | filters.VOICE | filters.AUDIO | filters.VIDEO | filters.Sticker.ALL
    media = media | filters.VIDEO_NOTE | filters.ANIMATION | filters.POLL
    return [
        MessageHandler(private & filters.COMMAND, interrupted),
        MessageHandler(private & filters.TEXT, text),
        MessageHandler(private & media, wordless),
    ]


def afterwards() -> list[BaseHandler[Update, Context, None]]:
    """What comes after everything else."""
    private = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    return [MessageHandler(private & filters.TEXT, still_there)]
