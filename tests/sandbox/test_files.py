"""Files up and down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest

from tests.sandbox.conftest import Client

PIXEL = b"\x89PNG\r\n\x1a\n rest of a picture"


async def send(client: Client, method: str, fields: Mapping[str, str], **files: bytes) -> dict[str, Any]:
    form = aiohttp.FormData(dict(fields))
    for name, data in files.items():
        form.add_field(name, data, filename=f"{name}.csv")
    async with client.session.post(
        f"{client.sandbox.url}/bot{client.sandbox.token}/{method}", data=form
    ) as response:
        body: dict[str, Any] = await response.json()
        return body


async def test_a_document_goes_up_and_can_be_fetched(client: Client) -> None:
    chat = client.sandbox.private(client.sandbox.user())
    fields = {
        "chat_id": str(chat["id"]),
        "document": "attach://part",
        "caption": "<i>vu</i>",
        "parse_mode": "HTML",
    }
    sent = (await send(client, "sendDocument", fields, part=b"a;b\n"))["result"]
    assert sent["caption_entities"] == [{"type": "italic", "offset": 0, "length": 2}]
    assert sent["document"]["file_size"] == 4
    path = (await client.call("getFile", file_id=sent["document"]["file_id"]))["file_path"]
    async with client.session.get(f"{client.sandbox.url}/file/bot{client.sandbox.token}/{path}") as response:
        assert await response.read() == b"a;b\n"


@pytest.mark.parametrize(
    ("method", "kind", "data", "reason"),
    [
        ("sendDocument", "document", b"", "file must be non-empty"),
        ("sendPhoto", "photo", b"not a picture", "IMAGE_PROCESS_FAILED"),
    ],
)
async def test_files_that_are_refused(
    client: Client, method: str, kind: str, data: bytes, reason: str
) -> None:
    chat = client.sandbox.private(client.sandbox.user())
    body = await send(client, method, {"chat_id": str(chat["id"])}, **{kind: data})
    assert body["description"] == f"Bad Request: {reason}"


async def test_photo_and_album(client: Client) -> None:
    chat = client.sandbox.private(client.sandbox.user())
    fields = {"chat_id": str(chat["id"])}
    photo = (await send(client, "sendPhoto", fields, photo=PIXEL))["result"]["photo"][-1]
    media = [
        {"type": "photo", "media": photo["file_id"]},
        {"type": "photo", "media": photo["file_id"], "caption": "b"},
    ]
    first, second = await client.call("sendMediaGroup", chat_id=chat["id"], media=media)
    assert first["media_group_id"] == second["media_group_id"]
    assert second["caption"] == "b"
    edited = await client.call(
        "editMessageMedia",
        chat_id=chat["id"],
        message_id=first["message_id"],
        media={**media[0], "caption": "c"},
    )
    assert edited["caption"] == "c"


async def test_a_file_too_big_to_download(client: Client) -> None:
    user = client.sandbox.user()
    message = client.sandbox.send_file(client.sandbox.private(user), user, "a.csv", b"a", size=20_000_001)
    assert (
        await client.refusal("getFile", file_id=message["document"]["file_id"])
        == "Bad Request: file is too big"
    )
    assert "wrong file_id" in await client.refusal("getFile", file_id="none")


async def test_a_download_that_breaks_off(client: Client) -> None:
    user = client.sandbox.user()
    message = client.sandbox.send_file(client.sandbox.private(user), user, "a.csv", b"a" * 1000)
    path = (await client.call("getFile", file_id=message["document"]["file_id"]))["file_path"]
    client.sandbox.half("file")
    address = f"{client.sandbox.url}/file/bot{client.sandbox.token}/{path}"
    with pytest.raises(aiohttp.ClientError):
        async with client.session.get(address) as response:
            await response.read()
    async with client.session.get(address) as response:
        assert await response.read() == b"a" * 1000
