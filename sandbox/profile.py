"""The bot's own profile: who it is, its command menus and descriptions, the chats it is in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sandbox import checks
from sandbox.errors import Json, bad
from sandbox.state import State

COMMANDS_LIMIT = 100
COMMAND_NAME = re.compile(r"[a-z0-9_]{1,32}")
COMMAND_DESCRIPTION_LIMIT = 256
LANGUAGE_CODE = re.compile(r"([a-z]{2})?")
TEXT_LIMITS = {"name": 64, "description": 512, "short_description": 120}
GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


def get_me(state: State, _: Json) -> Json:
    """GetMe."""
    return state.me


def set_commands(state: State, parameters: Json) -> bool:
    """SetMyCommands."""
    _check_scope(state, parameters)
    if len(parameters["commands"]) > COMMANDS_LIMIT:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in parameters["commands"]:
        if not COMMAND_NAME.fullmatch(command["command"].removeprefix("/")):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= COMMAND_DESCRIPTION_LIMIT:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    state.commands[_slot(parameters)] = parameters["commands"]
    state.tell("commands")
    return True


def get_commands(state: State, parameters: Json) -> list[Json]:
    """GetMyCommands: exactly this scope and language, as Telegram does."""
    _check_scope(state, parameters)
    return state.commands.get(_slot(parameters), [])


def delete_commands(state: State, parameters: Json) -> bool:
    """DeleteMyCommands."""
    _check_scope(state, parameters)
    state.commands.pop(_slot(parameters), None)
    state.tell("commands")
    return True


def menu(state: State, chat: Json, user: Json) -> list[Json]:
    """The commands that a person sees in a chat: the narrowest scope that has any, their language first."""
    language = str(user.get("language_code", ""))[:2]
    for scope in _scopes(state, chat, user):
        for code in (language, ""):
            if commands := state.commands.get((json.dumps(scope, sort_keys=True), code)):
                return commands
    return []


def _scopes(state: State, chat: Json, user: Json) -> Iterator[Json]:
    """Scopes in the order of https://core.telegram.org/bots/api#determining-list-of-commands."""
    here = {"chat_id": chat["id"]}
    if chat["type"] == "private":
        yield {"type": "chat", **here}
        yield {"type": "all_private_chats"}
    else:
        yield {"type": "chat_member", "user_id": user["id"], **here}
        administrator = state.members[chat["id"]].get(user["id"]) in ("creator", "administrator")
        if administrator:
            yield {"type": "chat_administrators", **here}
        yield {"type": "chat", **here}
        if administrator:
            yield {"type": "all_chat_administrators"}
        yield {"type": "all_group_chats"}
    yield {"type": "default"}


def _slot(parameters: Json) -> tuple[str, str]:
    scope = parameters.get("scope") or {"type": "default"}
    return json.dumps(scope, sort_keys=True), parameters.get("language_code", "")


def _check_scope(state: State, parameters: Json) -> None:
    scope = parameters.get("scope") or {}
    if "chat_id" in scope:
        checks.known_chat(state, scope["chat_id"])
    if not LANGUAGE_CODE.fullmatch(parameters.get("language_code", "")):
        raise bad("invalid language code specified")


def set_text(state: State, parameters: Json) -> bool:
    """SetMyName, SetMyDescription and SetMyShortDescription."""
    kind, limit = next(((kind, limit) for kind, limit in TEXT_LIMITS.items() if kind in parameters), ("", 0))
    text = parameters.get(kind, "")
    if len(text) > limit:
        raise bad(f"BOT_{kind.upper()}_TOO_LONG")
    if kind:
        state.descriptions[kind, parameters.get("language_code", "")] = text
    state.tell("profile")
    return True


def get_name(state: State, parameters: Json) -> Json:
    """GetMyName."""
    code = parameters.get("language_code", "")
    return {"name": state.descriptions.get(("name", code), state.me["first_name"])}


def get_description(state: State, parameters: Json) -> Json:
    """GetMyDescription."""
    return {"description": state.descriptions.get(("description", parameters.get("language_code", "")), "")}


def get_short_description(state: State, parameters: Json) -> Json:
    """GetMyShortDescription."""
    code = parameters.get("language_code", "")
    return {"short_description": state.descriptions.get(("short_description", code), "")}


def get_chat(state: State, parameters: Json) -> Json:
    """GetChat."""
    return {
        **checks.open_chat(state, parameters),
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(GIFTS, False),
    }


def get_chat_member(state: State, parameters: Json) -> Json:
    """GetChatMember."""
    chat = checks.open_chat(state, parameters)
    user = state.users.get(parameters["user_id"])
    if parameters["user_id"] == state.me["id"]:
        user = state.me
    if user is None:
        raise bad("PARTICIPANT_ID_INVALID")
    return member(user, state.members[chat["id"]].get(user["id"], "left"))


def get_chat_administrators(state: State, parameters: Json) -> list[Json]:
    """GetChatAdministrators."""
    chat = checks.open_chat(state, parameters)
    if chat["type"] == "private":
        raise bad("there are no administrators in the private chat")
    people = state.users | {state.me["id"]: state.me}
    return [
        member(people[user_id], status)
        for user_id, status in state.members[chat["id"]].items()
        if status in ("creator", "administrator")
    ]


def leave_chat(state: State, parameters: Json) -> bool:
    """LeaveChat."""
    chat = checks.open_chat(state, parameters)
    if chat["type"] == "private":
        raise bad("chat member status can't be changed in private chats")
    state.members[chat["id"]][state.me["id"]] = "left"
    return True


ADMINISTRATOR_RIGHTS = (
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
)


def member(user: Json, status: str) -> Json:
    """A ChatMember object."""
    found: Json = {"user": user, "status": status}
    if status == "creator":
        found["is_anonymous"] = False
    elif status == "administrator":
        found |= dict.fromkeys(ADMINISTRATOR_RIGHTS, False)
    elif status == "kicked":
        found["until_date"] = 0
    return found
