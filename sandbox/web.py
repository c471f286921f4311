"""The chat page over HTTP: its files, its events, its acts; closed to other hosts and other sites."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Awaitable, Callable
from importlib.resources import files
from urllib.parse import quote

from aiohttp import web
from aiohttp.web_exceptions import HTTPException

from sandbox import stream
from sandbox.acts import Acts
from sandbox.cast import Cast
from sandbox.errors import ApiError, Json, bad
from sandbox.sending import picture_type
from sandbox.server import Sandbox

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PAGE = files("sandbox").joinpath("page")
PAGE_FILES = frozenset(file.name for file in PAGE.iterdir() if file.is_file())
NAMES_OF_THIS_MACHINE = ("127.0.0.1", "localhost")
SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Page:
    """The page of one sandbox.

    Attributes:
        running: Whether the bot's process runs; the page says so.
    """

    def __init__(self, sandbox: Sandbox, people: Cast) -> None:
        self.sandbox = sandbox
        self.people = people
        self.acts = Acts(sandbox, people)
        self.running = False
        sandbox.app.middlewares.append(self._guard)
        sandbox.app.router.add_get("/", self._file)
        sandbox.app.router.add_get("/page/{name}", self._file)
        sandbox.app.router.add_get("/state", self._state)
        sandbox.app.router.add_get("/settings", self._settings)
        sandbox.app.router.add_get("/events", self._events)
        sandbox.app.router.add_get("/sent/{file_id}", self._sent)
        sandbox.app.router.add_post("/act/{name}", self._act)
        sandbox.app.router.add_post("/upload", self._upload)

    def set_running(self, running: bool) -> None:
        """Tell the page that the bot's process started or ended."""
        self.running = running
        self.sandbox.state.tell("running", running=running)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only this machine by its own names, and only pages that this server sent."""
        hosts = [f"{name}:{self.sandbox.port}" for name in NAMES_OF_THIS_MACHINE]
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin and origin not in [f"http://{host}" for host in hosts]):
            return web.Response(status=403, text="Forbidden", headers=SAFETY)
        try:
            response = await handler(request)
        except HTTPException as refusal:
            refusal.headers.update(SAFETY)
            raise
        except ApiError as error:
            response = web.json_response(error.body(), status=error.code)
        if not response.prepared:
            for name, value in SAFETY.items():
                response.headers.setdefault(name, value)
        return response

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        if name not in PAGE_FILES:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        charset = None if kind.startswith("image/") else "utf-8"
        return web.Response(body=PAGE.joinpath(name).read_bytes(), content_type=kind, charset=charset)

    async def _state(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(stream.snapshot(self.sandbox, self.people, self.running))

    async def _settings(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(stream.settings(self.sandbox, self.people))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events until the page goes away."""
        response = web.StreamResponse(headers={**SAFETY, "Content-Type": "text/event-stream"})
        events = stream.Stream(self.sandbox)
        try:
            await response.prepare(request)
            await response.write(b"retry: 500\n\n")
            while (line := await events.next()) is not None:
                await response.write(f"data: {line}\n\n".encode())
        except ConnectionResetError:
            return response
        finally:
            events.close()
        return response

    async def _act(self, request: web.Request) -> web.StreamResponse:
        try:
            body = json.loads(await request.text())
        except ValueError:
            raise bad("can't parse JSON") from None
        return web.json_response(
            {"ok": True, "result": self.acts.carry_out(request.match_info["name"], body)}
        )

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        """A document of the page: the form's ``file``, with ``user``, ``chat`` and a ``caption``."""
        form = await request.post()
        upload = form.get("file")
        if not isinstance(upload, web.FileField):
            raise bad("no file")
        user, chat = self.acts.place({name: _integer(form.get(name)) for name in ("user", "chat")})
        kind = mimetypes.guess_type(upload.filename)[0] or upload.content_type
        caption: Json = {"caption": str(form["caption"])[:1024]} if form.get("caption") else {}
        self.sandbox.send_file(chat, user, upload.filename, upload.file.read(), mime_type=kind, **caption)
        return web.json_response({"ok": True})

    async def _sent(self, request: web.Request) -> web.StreamResponse:
        """A file of a message: pictures are shown, everything else is only ever saved."""
        file = self.sandbox.state.files.get(request.match_info["file_id"])
        if file is None:
            raise web.HTTPNotFound
        kind = None if "save" in request.query else picture_type(file.data)
        how = "inline" if kind else "attachment"
        return web.Response(
            body=file.data,
            content_type=kind or "application/octet-stream",
            headers={"Content-Disposition": f"{how}; filename*=UTF-8''{quote(file.name, safe='')}"},
        )


def _integer(value: object) -> int | None:
    return int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else None
