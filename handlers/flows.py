"""Guided conversations: a small step machine whose state is a draft in SQLite and survives a restart."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from telegram import InlineKeyboardButton, Update

from handlers import delivery, flow_views
from handlers.access import FLOW
from handlers.context import Context
from handlers.delivery import View
from handlers.flow_views import PENDING
from handlers.markup import Rich
from handlers.permissions import Role, person
from storage.drafts import Draft


@dataclass
class Session:
    """One person's conversation while one update of theirs is handled.

    Attributes:
        context: Of the update.
        user_id: Whose conversation it is.
        chat_id: Their private chat.
        flow: Which conversation.
        step: Where it stands: a key of ``flow.steps``.
        values: What was given so far, as JSON holds it.
        trail: Steps already passed, for « Back ».
        stamp: Carried by the buttons of the present step; any other button is out of date.
        seen: Message id of the last text taken, so that one delivered twice counts once.
        notice: What to say above the next question; not kept.
    """

    context: Context
    user_id: int
    chat_id: int
    flow: Flow
    step: str
    values: dict[str, Any] = field(default_factory=dict)
    trail: list[str] = field(default_factory=list)
    stamp: str = ""
    seen: int = 0
    notice: Rich | None = None

    @property
    def current(self) -> Step:
        """The present step's definition."""
        return self.flow.steps[self.step]

    @property
    def last(self) -> str:
        """The flow's last step: the review of all that was given."""
        return self.flow.order[-1]

    def button(self, label: str, verb: str, argument: str | int = "") -> InlineKeyboardButton:
        """A button of this step; its label is a text as it is."""
        return InlineKeyboardButton(label, callback_data=f"{FLOW}{self.stamp}:{verb}:{argument}")

    def go(self, step: str) -> None:
        """Go on to ``step``; « Back » returns to the present one."""
        if step != self.step:
            self.trail.append(self.step)
            self.step = step

    def back(self) -> None:
        """Return to the step before."""
        if self.trail:
            self.step = self.trail.pop()

    def advance(self) -> None:
        """Go to the next step of the way, or back to the review if the person came from there."""
        if self.trail and self.trail[-1] == self.last:
            self.back()
        else:
            place = self.flow.order.index(self.step)
            self.go(self.flow.order[place + 1])

    async def show(self) -> View:
        """Keep the conversation under a new stamp and make the present step's question."""
        self.stamp = secrets.token_urlsafe(6)
        content = {"values": self.values, "trail": self.trail, "stamp": self.stamp, "seen": self.seen}
        await self.context.stores.drafts.save(self.user_id, self.chat_id, self.flow.kind, self.step, content)
        return await self.current.prompt(self)

    async def end(self) -> None:
        """The conversation is over; its buttons say so from now on."""
        await self.context.stores.drafts.delete(self.user_id)


Move = str | View | None
"""After a step: the name of another one, None for the next, or a last view that ends the conversation."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to ask for.

    Attributes:
        prompt: Makes the question to show, with its buttons.
        read: Takes the text a person typed; None when the step is answered by buttons, so that a text is
            an unrelated question. Raises ``ChangeRefused`` for what can't be taken.
        choose: Takes the argument of a pressed button; raises the same.
        skip: Leaves the step out; None when it must be answered.
    """

    prompt: Callable[[Session], Awaitable[View]]
    read: Callable[[Session, str], Awaitable[Move]] | None = None
    choose: Callable[[Session, str], Awaitable[Move]] | None = None
    skip: Callable[[Session], Move] | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """One guided conversation.

    Attributes:
        kind: Its name, kept in drafts.
        role: Who may hold it; asked again at every step.
        steps: Step by name.
        order: The way from the first step to the last, the review.
    """

    kind: str
    role: Role
    steps: Mapping[str, Step]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a conversation is to begin: its kind, first step and what is known already."""

    kind: str
    step: str
    values: dict[str, Any]
    trail: list[str]


async def begin(
    update: Update,
    context: Context,
    flow: Flow,
    step: str,
    values: Mapping[str, Any],
    *,
    trail: Sequence[str] = (),
    notice: Rich | None = None,
) -> None:
    """Start a conversation in the person's private chat.

    When another is under way, the person chooses which of the two to go on with.

    Args:
        update: What the person did.
        context: Of the update.
        flow: Which conversation.
        step: Where it begins.
        values: What is known already.
        trail: Steps that « Back » leads to.
        notice: What to say above the first question.
    """
    user, chat, message = person(update), update.effective_chat, update.effective_message
    if user is None or chat is None or message is None:
        return
    if chat.type != chat.PRIVATE:
        await delivery.reply(message, flow_views.in_private(context))
        return
    # A first model takes some seconds: it is begun now, to be there at the step that asks for the theme.
    context.bot_data.proposals.prepare(context.catalogue.revision)
    draft = await context.stores.drafts.load(user.id)
    if draft is None:
        session = Session(
            context,
            user.id,
            chat.id,
            flow,
            step,
            {**values},
            [*trail],
            seen=message.message_id,
            notice=notice,
        )
        view = await session.show()
    else:
        view = await _choice(context, draft, Beginning(flow.kind, step, {**values}, [*trail]))
    await delivery.reply(message, view)


async def _choice(context: Context, draft: Draft, beginning: Beginning) -> View:
    content = draft.content
    content["values"][PENDING] = asdict(beginning)
    content["stamp"] = secrets.token_urlsafe(6)
    await context.stores.drafts.save(draft.user_id, draft.chat_id, draft.kind, draft.step, content)
    return flow_views.choice(context, draft.kind, beginning.kind, f"{FLOW}{content['stamp']}:")
