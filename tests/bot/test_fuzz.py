"""Whatever people type, send or press: no fault in the log, nothing that Telegram would refuse.

``FUZZ_EXAMPLES`` sets how many lists of messages are tried (50 by default), ``FUZZ_LENGTH`` how many messages
each holds at most (20 by default, half of it at least): 1,334 lists of 100 are about 100,000 messages.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import RunningBot
from tests.support import OWNER_ID, Talk, talk

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "50"))
LENGTH = int(os.environ.get("FUZZ_LENGTH", "20"))
QUIET_SECONDS = 0.15
PATIENCE = 60.0
EXPECTED_REFUSALS = (
    "query is too old",
    "message is not modified",
    "chat not found",
    "message to edit not found",
)

COMMANDS = [
    "start",
    "help",
    "search",
    "themes",
    "place",
    "language",
    "privacy",
    "suggest",
    "cancel",
    "add",
    "edit",
    "delete",
    "undo",
    "history",
    "import",
    "export",
    "stats",
    "synonyms",
    "backup",
    "admins",
    "chercher",
    "aide",
    "lieu",
    "langue",
    "ajouter",
    "modifier",
    "supprimer",
    "annuler",
    "unknown",
]

pytestmark = pytest.mark.asyncio(loop_scope="session")

hostile = st.sampled_from(
    [
        "<b>gras", "</b>", "&amp;&lt;&#x41;", "'; DROP TABLE associations; --", "\u202egauche", "\u0000nul",
        "🙂" * 50,
        "a" * 4096, "le la les", "|||", "a | b | c | d | e | f", "\n\n\n", "é" * 300, "W000000001", "-danse",
        '"phrase', "près de moi", "58000", "%_%", "{ $name }", "@waldeck_test_bot", "/", "//",
        "/search@autre_bot x",
    ]
)  # fmt: skip
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200) | hostile
typed = words | st.builds("/{} {}".format, st.sampled_from(COMMANDS), words) | st.sampled_from(
    [f"/{name}" for name in COMMANDS]
)  # fmt: skip
document = st.builds(
    lambda name, data: {"name": name, "data": data},
    st.sampled_from(["a.csv", "a.jsonl", "a.txt", "a.zip", "a.csv.gz", "photo.png", "é\u202e.csv"]),
    st.binary(min_size=1, max_size=400) | st.just("titre;objet\nChœur;chanter\n".encode()),
)
other = st.sampled_from(
    [
        {"sticker": {"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 1, "height": 1,
                     "is_animated": False, "is_video": False}},
        {"voice": {"file_id": "v", "file_unique_id": "v", "duration": 1}},
        {"location": {"latitude": 47.0, "longitude": 3.1}},
        {"contact": {"phone_number": "1", "first_name": "X", "user_id": 77}},
        {"photo": [{"file_id": "p", "file_unique_id": "p", "width": 1, "height": 1}], "caption": "<i>"},
    ]
)  # fmt: skip
pressed = st.text("abcdefghijklmnopqrstuvwxyz:_-0123456789lw", min_size=1, max_size=60)
act = (
    st.tuples(st.just("say"), typed)
    | st.tuples(st.just("file"), document)
    | st.tuples(st.just("send"), other)
    | st.tuples(st.just("press"), pressed)
    | st.tuples(st.just("real press"), st.integers(0, 50))
    | st.tuples(st.just("inline"), words)
)


def carry_out(who: Talk, kind: str, what: Any) -> None:
    sandbox = who.sandbox
    mine = [m for (chat, _), m in sandbox.state.messages.items() if chat == who.chat["id"]]
    from_bot = [m for m in mine if m["from"]["id"] == sandbox.me["id"]]
    if kind == "say":
        sandbox.say(who.chat, who.user, what[:4096])
    elif kind == "file":
        sandbox.send_file(who.chat, who.user, what["name"], what["data"])
    elif kind == "send":
        sandbox.send(who.chat, who.user, **what)
    elif kind == "inline":
        sandbox.inline(who.user, what[:256])
    elif kind == "press" and from_bot:
        sandbox.press(who.user, from_bot[-1], what, check=False)
    elif kind == "real press" and from_bot:
        press_a_real_button(who, from_bot, what)


def press_a_real_button(who: Talk, messages: list[Any], number: int) -> None:
    found = [
        (message, button["callback_data"])
        for message in messages[-5:]
        for row in message.get("reply_markup", {}).get("inline_keyboard", [])
        for button in row
        if "callback_data" in button
    ]
    if found:
        message, data = found[number % len(found)]
        who.sandbox.press(who.user, message, data)


async def quiet(bot: RunningBot) -> None:
    """Wait until the bot has nothing more to say."""
    async with asyncio.timeout(PATIENCE):
        before = -1
        while len(bot.sandbox.calls) != before:
            before = len(bot.sandbox.calls)
            await asyncio.sleep(QUIET_SECONDS)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(acts=st.lists(act, min_size=LENGTH // 2, max_size=LENGTH), as_owner=st.booleans())
async def test_nothing_anybody_sends_is_a_fault(
    bot: RunningBot, acts: list[tuple[str, Any]], as_owner: bool
) -> None:
    bot.sandbox.calls.clear()
    bot.sandbox.state.messages.clear()
    who = talk(bot.sandbox, "Odile", id=OWNER_ID) if as_owner else talk(bot.sandbox)
    logged = len(bot.process.log)
    for kind, what in acts:
        carry_out(who, kind, what)
    await quiet(bot)
    assert bot.process.process.returncode is None
    news = bot.process.log[logged:]
    assert "ERROR" not in news, news
    refused = [(c.method, str(c.error)) for c in bot.sandbox.calls if c.error]
    assert [r for r in refused if not any(text in r[1].lower() for text in EXPECTED_REFUSALS)] == []
    assert not bot.sandbox.violations
