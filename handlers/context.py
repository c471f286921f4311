"""What every handler is given: the catalogue, the stores, the texts, and the person's language."""

from __future__ import annotations

from collections.abc import Collection
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, Self

from telegram import Update, User
from telegram.ext import Application, CallbackContext, ExtBot

from handlers.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from handlers.stores import Stores
    from retrieval.catalogue import Catalogue

REMEMBERED_LANGUAGES = 10_000

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


class Services:
    """What lives as long as the process; ``bot.application`` fills it in before the first update."""

    settings: Settings
    texts: Texts
    catalogue: Catalogue
    stores: Stores

    def __init__(self) -> None:
        self._languages: dict[int, str | None] = {}

    def telegram_language(self, user: User) -> str:
        """The language of the person's Telegram client, or the default where we don't speak it."""
        code = (user.language_code or "")[:2].lower()
        return code if code in LANGUAGES else self.settings.default_language

    def known_language(self, user: User) -> str:
        """The language to speak with a person, as far as memory tells."""
        return self._languages.get(user.id) or self.telegram_language(user)

    async def language(self, user: User) -> str:
        """The language that the person chose, else that of their Telegram client."""
        if user.id not in self._languages:
            self.remember_language(user.id, await self.stores.preferences.language(user.id))
        return self.known_language(user)

    def remember_language(self, user_id: int, chosen: str | None) -> None:
        """Keep a person's choice (None: no choice) in memory, forgetting the oldest beyond a bound."""
        self._languages.pop(user_id, None)
        self._languages[user_id] = chosen
        if len(self._languages) > REMEMBERED_LANGUAGES:
            del self._languages[next(iter(self._languages))]


class Context(CallbackContext[ExtBot[None], dict[Any, Any], dict[Any, Any], Services]):
    """The context of one update; ``language`` is that of the person behind it."""

    language: str = "fr"

    @classmethod
    def from_update(cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]) -> Self:
        """Build the context of an update and choose its language from memory."""
        self = super().from_update(update, application)
        if isinstance(update, Update):
            current_update.set(update.update_id)
        user = update.effective_user if isinstance(update, Update) else None
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

    def say(self, message_id: str, **arguments: Any) -> str:
        """A text in the person's language, not escaped."""
        return self.bot_data.texts.format(self.language, message_id, **arguments)


App = Application[ExtBot[None], Context, dict[Any, Any], dict[Any, Any], Services, Any]
"""The application's type, for registration and menus."""
