"""The Bot API server: HTTP on 127.0.0.1, faults on request, every call kept for tests to look at."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from sandbox import limits, methods, requests
from sandbox.errors import ApiError, Json
from sandbox.faults import FILE, Fault, Faults, FaultSwitches
from sandbox.people import People
from sandbox.state import TEST_TOKEN, State
from sandbox.updates import Updates

HOST = "127.0.0.1"
UPLOAD_LIMIT = 60_000_000
KEPT_CALLS = 20_000
WAIT_SECONDS = 20.0


@dataclass
class Call:
    """One request of the bot: its typed parameters, and its result or refusal at that time."""

    method: str
    params: Json
    result: Any = None
    error: ApiError | None = None
    at: float = field(default_factory=time.time)
    seconds: float = 0.0


class Sandbox(People, FaultSwitches):
    """A Bot API server for one bot, and the people who talk to it.

    Attributes:
        token: The only token that is let in.
        url: Base address; the bot appends ``/bot<token>/`` and ``/file/bot<token>/``.
        calls: Requests other than successful getUpdates, oldest first.
        violations: What Telegram would silently ignore and a test should not.
    """

    def __init__(
        self,
        token: str = TEST_TOKEN,
        *,
        username: str = "waldeck_test_bot",
        first_name: str = "Waldeck",
        privacy: bool = True,
        query_seconds: float = 15.0,
        flood: bool = False,
        http_webhooks: bool = False,
    ) -> None:
        self.token = token
        me = {
            "id": int(token.partition(":")[0]),
            "is_bot": True,
            "first_name": first_name,
            "username": username,
            "can_join_groups": True,
            "can_read_all_group_messages": not privacy,
            "supports_inline_queries": True,
        }
        self.state = State(me=me, query_seconds=query_seconds)
        self.updates = Updates(http_webhooks=http_webhooks)
        self.faults = Faults()
        self.limits = limits.Limits() if flood else None
        self.calls: deque[Call] = deque(maxlen=KEPT_CALLS)
        self._unseen: deque[Call] = deque(maxlen=KEPT_CALLS)
        self._called = asyncio.Event()
        self.app = web.Application(client_max_size=UPLOAD_LIMIT)
        self.app.router.add_route("*", "/bot{token}/{method}", self._handle)
        self.app.router.add_get("/file/bot{token}/{path:.*}", self._file)
        self.port = 0

    @property
    def me(self) -> Json:
        """The bot's own user."""
        return self.state.me

    @property
    def violations(self) -> list[str]:
        """What Telegram would silently ignore."""
        return self.state.violations

    @property
    def url(self) -> str:
        """Base address of the server."""
        return f"http://{HOST}:{self.port}"

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1; port 0 lets the system choose."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close the server and every connection."""
        self.updates.stop()
        await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        name = requests.method_named(request.match_info["method"])
        call = Call(name, {})
        fault = self.faults.take(name)
        if fault.broken == "drop":
            return _reset(request)
        await asyncio.sleep(fault.seconds)
        try:
            if request.match_info["token"] != self.token:
                raise ApiError(401, "Unauthorized")
            await self._carry_out(request, call, fault)
        except ApiError as error:
            call.error = error
        call.seconds = time.time() - call.at
        self._note(call)
        if fault.broken == "stall":
            await asyncio.Event().wait()
        if call.error:
            return web.json_response(call.error.body(), status=call.error.code)
        body = json.dumps({"ok": True, "result": call.result}).encode()
        if fault.broken == "half":
            return await _half(request, body)
        return web.Response(body=body, content_type="application/json")

    async def _carry_out(self, request: web.Request, call: Call, fault: Fault) -> None:
        raw = await requests.raw_parameters(request)
        call.params = raw
        if call.method not in requests.methods():
            raise methods.unknown(call.method)
        if fault.error:
            raise fault.error
        call.params, unknown = requests.typed(call.method, raw)
        self.violations.extend(f"{call.method}: unknown parameter {name!r}" for name in unknown)
        if self.limits:
            self.limits.check(call.method, call.params)
        result = await methods.carry_out(call.method, self.state, self.updates, call.params)
        call.result = json.loads(json.dumps(result))

    def _note(self, call: Call) -> None:
        if call.method == "getUpdates" and call.error is None:
            return
        self.calls.append(call)
        self._unseen.append(call)
        self._called.set()
        self.state.tell("call", call=call)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        fault = self.faults.take(FILE)
        if fault.broken == "drop":
            return _reset(request)
        await asyncio.sleep(fault.seconds)
        if fault.error:
            return web.json_response(fault.error.body(), status=fault.error.code)
        file = self.state.files.get(request.match_info["path"].rpartition("/")[2])
        if file is None or request.match_info["token"] != self.token:
            return web.Response(status=404)
        if fault.broken == "half":
            return await _half(request, file.data)
        if fault.broken == "stall":
            await asyncio.Event().wait()
        return web.Response(body=file.data)

    async def wait(
        self,
        method: str | None = None,
        timeout: float = WAIT_SECONDS,  # noqa: ASYNC109 - the error names the calls that came instead
        *,
        errors: bool = False,
    ) -> Call:
        """The next call of ``method`` not yet waited for; calls before it count as seen.

        Args:
            method: Name of the method, or None for any.
            timeout: Seconds until giving up.
            errors: Take refused calls too.

        Raises:
            AssertionError: No such call came in time.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            while self._unseen:
                call = self._unseen.popleft()
                if method in (None, call.method) and (errors or call.error is None):
                    return call
            self._called.clear()
            try:
                await asyncio.wait_for(self._called.wait(), end - loop.time())
            except TimeoutError:
                seen = [(call.method, str(call.error or "ok")) for call in self.calls]
                raise AssertionError(f"no {method} within {timeout} s; calls: {seen[-40:]}") from None


def _reset(request: web.Request) -> web.Response:
    if request.transport:
        request.transport.abort()
    return web.Response()


async def _half(request: web.Request, body: bytes) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": str(len(body))})
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    _reset(request)
    return response
