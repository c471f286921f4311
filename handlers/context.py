"""What every handler is given: the catalogue, the stores, the texts, and the person's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from telegram import Update, User
from telegram.ext import Application, CallbackContext, ExtBot

from handlers.buckets import Limits
from handlers.inbox import Inbox
from handlers.recent import Recent
from handlers.spool import Spool
from handlers.texts import LANGUAGES, Texts
from storage.preferences import Place

if TYPE_CHECKING:
    from handlers.stores import Stores
    from retrieval.catalogue import Catalogue
    from retrieval.proposals import ThemeProposals

REMEMBERED = 10_000
"""How many people, and how many answers, are kept in mind."""

current_update: ContextVar[int | None] = ContextVar("current_update", default=None)
"""Number of the update being answered, for the log."""


class Settings(Protocol):
    """The settings that handlers read."""

    @property
    def owner_ids(self) -> Collection[int]:
        """Telegram user ids of the owners."""

    @property
    def default_language(self) -> str:
        """For people whose own language is neither French nor English."""

    @property
    def results_per_page(self) -> int:
        """Associations in one answer."""

    @property
    def questions_per_minute(self) -> int:
        """Limit per person."""

    @property
    def query_retention_days(self) -> int:
        """How long questions are kept."""


class Choices(NamedTuple):
    """What a person chose: language and commune, None where they did not."""

    language: str | None
    place: Place | None


class Services:
    """What lives as long as the process; ``bot.application`` fills it in before the first update."""

    settings: Settings
    texts: Texts
    catalogue: Catalogue
    stores: Stores
    proposals: ThemeProposals
    spool: Spool
    inbox: Inbox

    def __init__(self) -> None:
        self.limits = Limits()
        self.deciding = asyncio.Lock()
        """Held while what a member suggests is kept or refused: two admins may press at once."""
        self.answers: Recent[tuple[int, int], int] = Recent(REMEMBERED)
        """(chat, message) of a question to the message that answers it, which follows its edits."""
        self.waiting: Recent[int, str] = Recent(REMEMBERED)
        """Person to the question that waits for their location."""
        self.names: Recent[int, str] = Recent(REMEMBERED)
        """Owner or new admin to what Telegram calls them."""
        self._people: Recent[int, Choices] = Recent(REMEMBERED)

    def telegram_language(self, user: User) -> str:
        """The language of the person's Telegram client, or the default where we don't speak it."""
        code = (user.language_code or "")[:2].lower()
        return code if code in LANGUAGES else self.settings.default_language

    def known_language(self, user: User) -> str:
        """The language to speak with a person, as far as memory tells."""
        choices = self._people.get(user.id)
        return (choices and choices.language) or self.telegram_language(user)

    async def choices(self, user_id: int) -> Choices:
        """What a person chose for themselves; read once, then from memory."""
        known = self._people.get(user_id)
        if known is None:
            preferences = self.stores.preferences
            known = Choices(await preferences.language(user_id), await preferences.place(user_id))
            self._people.put(user_id, known)
        return known

    def forget_choices(self, user_id: int) -> None:
        """Read a person's choices anew next time; to be called after each change of them."""
        self._people.pop(user_id)


class Context(CallbackContext[ExtBot[int], dict[Any, Any], dict[Any, Any], Services]):
    """The context of one update; ``language`` is that of the person behind it."""

    language: str = "fr"
    user: User | None = None
    interrupted: str | None = None
    """Stamp of the person's guided conversation when this update is no answer to it."""

    @classmethod
    def from_update(cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]) -> Self:
        """Build the context of an update and choose its language from memory."""
        self = super().from_update(update, application)
        if isinstance(update, Update):
            current_update.set(update.update_id)
        self.user = user = update.effective_user if isinstance(update, Update) else None
        services = self.bot_data
        self.language = services.known_language(user) if user else services.settings.default_language
        return self

    @property
    def settings(self) -> Settings:
        """What the operator set."""
        return self.bot_data.settings

    @property
    def catalogue(self) -> Catalogue:
        """Search and change."""
        return self.bot_data.catalogue

    @property
    def stores(self) -> Stores:
        """Everything else that is kept."""
        return self.bot_data.stores

    @property
    def private(self) -> bool:
        """Whether the update came from a private chat."""
        return self._chat_id is not None and self._chat_id == self._user_id

    async def place(self) -> Place | None:
        """The commune that the person behind the update set as theirs."""
        return (await self.bot_data.choices(self.user.id)).place if self.user is not None else None

    def in_background(self, update: Update, work: Coroutine[Any, Any, None]) -> None:
        """Let the person go on meanwhile; a fault goes to the error handler, as that of the update.

        Work that the end of the process cuts short is begun anew with its update at the next start.
        """
        inbox = self.bot_data.inbox
        inbox.hold(update)
        task = self.application.create_task(work, update=update)
        task.add_done_callback(lambda ended: None if ended.cancelled() else inbox.release(update))

    def say(self, message_id: str, **arguments: Any) -> str:
        """A text in the person's language, not escaped."""
        return self.bot_data.texts.format(self.language, message_id, **arguments)


App = Application[ExtBot[int], Context, dict[Any, Any], dict[Any, Any], Services, Any]
"""The application's type, for registration and menus."""

Handler = Callable[[Update, Context], Coroutine[Any, Any, None]]
"""What hears an update."""
