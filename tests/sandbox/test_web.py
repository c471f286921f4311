"""The chat page's side of the server: closed to others, deaf to nonsense."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from sandbox import cast
from sandbox.server import Sandbox
from sandbox.web import PAGE, Page

HERE = {"user": cast.MEMBER_ID, "chat": cast.MEMBER_ID}


class Browser:
    """Requests as the page sends them."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox, people: cast.Cast) -> None:
        self.session = session
        self.sandbox = sandbox
        self.people = people

    async def act(self, name: str, **body: Any) -> tuple[int, Any]:
        async with self.session.post(f"{self.sandbox.url}/act/{name}", json=body) as response:
            return response.status, await response.json()

    async def get(self, path: str, **headers: str) -> tuple[int, str, Any]:
        async with self.session.get(self.sandbox.url + path, headers=headers) as response:
            return response.status, await response.text(errors="replace"), response.headers


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    sandbox = Sandbox(username="waldeck_demo_bot")
    people = cast.gather(sandbox)
    Page(sandbox, people)
    async with sandbox as server, aiohttp.ClientSession() as session:
        yield Browser(session, server, people)


async def test_every_file_of_the_page_is_served_and_names_no_other_address(browser: Browser) -> None:
    for name in sorted(file.name for file in PAGE.iterdir()):
        status, text, headers = await browser.get(f"/page/{name}")
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        addresses = set(re.findall(r"https?://[^\s\"'`$)]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not [
            address for address in addresses if not re.match(r"https?://[\w.-]+\.example", address)
        ], name
        assert "innerHTML" not in text


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/%2e%2e%2fserver.py", "/page/none.js", "/none"])
async def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert (await browser.get(path))[0] == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_other_hosts_and_other_sites_are_turned_away(browser: Browser, headers: dict[str, str]) -> None:
    for path in ("/", "/state", "/events", f"/bot{browser.sandbox.token}/getMe"):
        assert (await browser.get(path, **headers))[0] == 403
    async with browser.session.post(f"{browser.sandbox.url}/act/say", json=HERE, headers=headers) as response:
        assert response.status == 403
    assert browser.sandbox.updates.pending == 0


async def test_only_this_machine_is_listened_to(browser: Browser) -> None:
    assert browser.sandbox.url == f"http://127.0.0.1:{browser.sandbox.port}"
    assert browser.sandbox.port > 0


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("say", {}),
        ("say", {"user": 1, "chat": 1, "text": "a"}),
        ("say", {"user": "503", "chat": 503, "text": "a"}),
        ("say", {**HERE, "text": " "}),
        ("say", {**HERE, "text": 4}),
        ("say", {**HERE, "text": "a" * 200_000}),
        ("say", {**HERE, "chat": cast.OWNER_ID, "text": "a"}),
        ("say", {**HERE, "text": "a", "reply_to": 99}),
        ("edit", {**HERE, "message": 99, "text": "a"}),
        ("press", {**HERE, "message": None, "data": "a"}),
        ("choose", {**HERE, "result": ["a"]}),
        ("send", {**HERE, "kind": "location", "latitude": "a", "longitude": 1}),
        ("send", {**HERE, "kind": "location", "latitude": 1e9, "longitude": 1}),
        ("send", {**HERE, "kind": "update"}),
        ("language", {**HERE, "language": "xx"}),
        ("fault", {**HERE, "scope": "everything", "kind": "slow"}),
        ("fault", {**HERE, "scope": "files", "kind": "explode"}),
        ("again", {}),
    ],
)
async def test_acts_that_make_no_sense_are_refused(browser: Browser, name: str, body: dict[str, Any]) -> None:
    status, answer = await browser.act(name, **body)
    assert status == 400
    assert answer["description"].startswith("Bad Request: ")
    assert browser.sandbox.updates.pending == 0


async def test_bodies_that_are_no_objects_and_unknown_acts(browser: Browser) -> None:
    for data in (b"", b"[1]", b'"a"', b"\xff", b'{"a":'):
        async with browser.session.post(f"{browser.sandbox.url}/act/say", data=data) as response:
            assert response.status == 400
    assert (await browser.act("explode"))[0] == 404


async def test_a_text_longer_than_telegram_takes_becomes_several_messages(browser: Browser) -> None:
    status, _ = await browser.act("say", **HERE, text="🎻" * 3000)
    assert status == 200
    texts = [message["text"] for message in browser.sandbox.state.messages.values()]
    assert [len(text) for text in texts] == [2048, 952]


async def test_events_reach_the_page_as_they_happen(browser: Browser) -> None:
    async with browser.session.get(f"{browser.sandbox.url}/events") as events:
        assert events.content_type == "text/event-stream"
        await browser.act("say", **HERE, text="<script>alert(1)</script>")
        async with browser.session.post(
            f"{browser.sandbox.url}/bot{browser.sandbox.token}/getMe"
        ) as response:
            assert response.status == 200
        seen: list[Any] = []
        while "call" not in [event["event"] for event in seen]:
            line = await events.content.readline()
            if line.startswith(b"data: "):
                seen.append(json.loads(line[6:]))
    assert [event["event"] for event in seen] == ["message", "update", "call"]
    assert seen[0]["message"]["text"] == "<script>alert(1)</script>"
    assert seen[2]["call"]["method"] == "getMe"


async def test_the_snapshot_holds_what_happened_before(browser: Browser) -> None:
    await browser.act("say", **HERE, text="bonjour")
    await browser.act("fault", **HERE, scope="sending", kind="slow")
    await browser.act("privacy", **HERE, on=False)
    await browser.act("language", user=cast.STRANGER_ID, chat=cast.STRANGER_ID, language="fr")
    state = json.loads((await browser.get("/state"))[1])
    assert [person["part"] for person in state["people"]] == ["member", "admin", "owner", "stranger"]
    assert [message["text"] for message in state["messages"]] == ["bonjour"]
    assert state["faults"] == {"sending": "slow"}
    assert state["privacy"] is False
    assert state["languages"][str(cast.STRANGER_ID)] == "fr"
    friends = state["chats"][-1]
    assert browser.sandbox.me["id"] not in friends["members"]


async def upload(browser: Browser, name: str, data: bytes, **fields: str) -> int:
    form = aiohttp.FormData(
        {"user": str(cast.ADMIN_ID), "chat": str(cast.ADMIN_ID), **fields}, quote_fields=False
    )
    form.add_field("file", data, filename=name)
    async with browser.session.post(f"{browser.sandbox.url}/upload", data=form) as response:
        return response.status


async def test_files_of_the_page_reach_the_bot_and_are_never_shown_as_pages(browser: Browser) -> None:
    assert await upload(browser, "liste é.html", b"<script>alert(1)</script>", caption="la liste") == 200
    assert await upload(browser, "image.svg", b"\x89PNG\r\n\x1a\n<svg onload='alert(1)'/>") == 200
    page, picture = browser.sandbox.state.messages.values()
    assert (page["document"]["file_name"], page["caption"]) == ("liste é.html", "la liste")
    _, _, headers = await browser.get(f"/sent/{page['document']['file_id']}")
    assert headers["Content-Type"] == "application/octet-stream"
    assert headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''liste%20%C3%A9.html")
    _, _, headers = await browser.get(f"/sent/{picture['document']['file_id']}")
    assert headers["Content-Type"] == "image/png"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_uploads_for_other_people_s_chats_are_refused(browser: Browser) -> None:
    assert await upload(browser, "a.csv", b"a", chat=str(cast.OWNER_ID)) == 400
    assert await upload(browser, "a.csv", b"a", user="x") == 400
    async with browser.session.post(f"{browser.sandbox.url}/upload", data={"user": "502"}) as response:
        assert response.status == 400


async def test_a_page_that_goes_away_is_forgotten(browser: Browser) -> None:
    before = len(browser.sandbox.state.listeners)
    async with browser.session.get(f"{browser.sandbox.url}/events") as events:
        await events.content.readline()
        assert len(browser.sandbox.state.listeners) == before + 1
    async with asyncio.timeout(10):
        while len(browser.sandbox.state.listeners) > before:
            await browser.act("say", **HERE, text="encore là ?")
