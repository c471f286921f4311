"""Commands and their names, and the menus that Telegram shows of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from handlers.context import App, Services
from handlers.permissions import Role
from handlers.texts import LANGUAGES

logger = logging.getLogger(__name__)
MEMBER, ADMIN, OWNER = Role.MEMBER, Role.ADMIN, Role.OWNER


@dataclass(frozen=True, slots=True)
class Command:
    """A command under its English and French name; either works for everybody.

    The text ``command-<name>`` describes it in menus.
    """

    name: str
    french: str
    role: Role = Role.MEMBER
    groups: bool = False

    def named(self, language: str) -> str:
        """Its name in a language."""
        return self.french if language == "fr" else self.name


COMMANDS = (
    Command("search", "chercher", groups=True),
    Command("themes", "themes", groups=True),
    Command("place", "lieu"),
    Command("suggest", "proposer"),
    Command("language", "langue"),
    Command("privacy", "confidentialite"),
    Command("help", "aide", groups=True),
    Command("cancel", "annuler"),
    Command("add", "ajouter", ADMIN),
    Command("edit", "modifier", ADMIN),
    Command("delete", "supprimer", ADMIN),
    Command("undo", "defaire", ADMIN),
    Command("history", "historique", ADMIN),
    Command("import", "importer", ADMIN),
    Command("export", "exporter", ADMIN),
    Command("stats", "statistiques", ADMIN),
    Command("synonyms", "synonymes", ADMIN),
    Command("backup", "sauvegarde", OWNER),
    Command("admins", "admins", OWNER),
)
"""In the order of the menus."""

_BY_NAME = {command.name: command for command in COMMANDS}


def names(name: str) -> list[str]:
    """Both names of the command called ``name`` in English."""
    command = _BY_NAME[name]
    return sorted({command.name, command.french})


def beyond_members(role: Role) -> list[Command]:
    """What a person of the role may do that members may not."""
    return [command for command in COMMANDS if MEMBER < command.role <= role]


async def set_menus(application: App) -> None:
    """Publish descriptions and menus for everyone and each admin; what Telegram refuses is only logged."""
    bot, services = application.bot, application.bot_data
    for scope, commands in (
        (BotCommandScopeAllPrivateChats(), _for_role(MEMBER)),
        (BotCommandScopeAllGroupChats(), [command for command in COMMANDS if command.groups]),
    ):
        await _publish(bot, services, scope, commands)
    await _describe(bot, services)
    people = dict.fromkeys(services.settings.owner_ids, OWNER)
    for admin in await services.stores.admins.list():
        people.setdefault(admin.user_id, Role[admin.role.upper()])
    for user_id, role in people.items():
        await set_menu(bot, services, user_id, role)


async def set_menu(bot: Bot, services: Services, user_id: int, role: Role) -> None:
    """Publish a person's own menu after their role or language changed."""
    chosen = await services.stores.preferences.language(user_id)
    await _publish(bot, services, BotCommandScopeChat(user_id), _for_role(role), chosen)


def _for_role(role: Role) -> list[Command]:
    return [command for command in COMMANDS if command.role <= role]


async def _publish(
    bot: Bot,
    services: Services,
    scope: BotCommandScope,
    commands: Iterable[Command],
    chosen: str | None = None,
) -> None:
    """Set one menu for clients of any language, and for each language that we speak."""
    for code in (None, *LANGUAGES):
        language = chosen or code or services.settings.default_language
        menu = [BotCommand(c.named(language), _description(services, language, c)) for c in commands]
        try:
            await bot.set_my_commands(menu, scope=scope, language_code=code)
        except TelegramError as error:
            logger.info("menu of %s not set: %s", scope.type, error)


def _description(services: Services, language: str, command: Command) -> str:
    return services.texts.format(language, f"command-{command.name}")


async def _describe(bot: Bot, services: Services) -> None:
    for code in (None, *LANGUAGES):
        language = code or services.settings.default_language
        try:
            await bot.set_my_description(
                services.texts.format(language, "bot-description"), language_code=code
            )
            await bot.set_my_short_description(
                services.texts.format(language, "bot-short-description"), language_code=code
            )
        except TelegramError as error:
            logger.info("description not set: %s", error)
