"""The command menu that a person sees."""

from __future__ import annotations

from sandbox import profile
from sandbox.errors import Json
from tests.sandbox.conftest import Client


async def set_menu(client: Client, name: str, scope: Json | None = None, language: str = "") -> None:
    commands = [{"command": name, "description": "a"}]
    scope = scope or {"type": "default"}
    await client.call("setMyCommands", commands=commands, scope=scope, language_code=language)


async def test_the_narrowest_scope_wins_and_then_the_language(client: Client) -> None:
    state = client.sandbox.state
    camille = client.sandbox.user("Camille", language_code="fr")
    robin = client.sandbox.user("Robin", language_code="en")
    private, group = client.sandbox.private(camille), client.sandbox.group(members=(camille, robin))

    def seen(chat: Json, user: Json) -> list[str]:
        return [command["command"] for command in profile.menu(state, chat, user)]

    assert seen(private, camille) == []
    await set_menu(client, "start")
    await set_menu(client, "commencer", language="fr")
    assert seen(private, camille) == ["commencer"]
    assert seen(group, robin) == ["start"]
    await set_menu(client, "search", {"type": "all_group_chats"})
    assert seen(group, camille) == ["search"]
    await set_menu(client, "prive", {"type": "all_private_chats"}, "fr")
    await set_menu(client, "ajouter", {"type": "chat", "chat_id": camille["id"]})
    assert seen(private, camille) == ["ajouter"]
    await set_menu(client, "gerer", {"type": "chat_administrators", "chat_id": group["id"]})
    assert seen(group, robin) == ["search"]
    state.members[group["id"]][robin["id"]] = "administrator"
    assert seen(group, robin) == ["gerer"]
    await client.call("deleteMyCommands", scope={"type": "chat", "chat_id": camille["id"]})
    assert seen(private, camille) == ["prive"]
