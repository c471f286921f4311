"""Requests to Telegram over aiohttp, which takes a fifth of the time that PTB's own httpx takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData

DEFAULT = BaseRequest.DEFAULT_NONE
"""Stands for « as this was built with »."""
T = TypeVar("T")
_UNCONNECTED = (
    *(aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError),
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout),
)
_WRITTEN = "http11.send_request_body.complete"
"""httpcore's name for the moment from which the system delivers a request whatever becomes of us."""


def never_arrived(error: NetworkError) -> bool:
    """Whether a request certainly did not reach Telegram, since no connection came about."""
    return isinstance(error.__cause__, _UNCONNECTED)


class AiohttpRequest(HTTPXRequest):
    """A pool of connections for the requests of the bot.

    Files go up as ``HTTPXRequest`` sends them: they are few, and it gives each piece its own time limit.

    Args:
        connection_pool_size: Connections, at most.
        read_timeout: Seconds to wait for the next bytes of an answer.
        connect_timeout: Seconds until a connection stands.
        pool_timeout: Seconds to wait for one to be free.
        leaving: Called with the address of a request when its body is handed to the system, which delivers
            it whatever becomes of us.
    """

    def __init__(
        self,
        connection_pool_size: int,
        *,
        read_timeout: float = 5.0,
        connect_timeout: float = 5.0,
        pool_timeout: float = 1.0,
        leaving: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(
            connection_pool_size,
            read_timeout=read_timeout,
            connect_timeout=connect_timeout,
            pool_timeout=pool_timeout,
            httpx_kwargs={"event_hooks": {"request": [self._watch]}},
        )
        self._leaving = leaving
        self._size = connection_pool_size
        self._read, self._connect, self._pool = read_timeout, connect_timeout, pool_timeout
        self._session: aiohttp.ClientSession | None = None

    async def initialize(self) -> None:
        """Open the pool."""
        await super().initialize()
        if self._session is None:
            # The certificates that httpx trusts, so that files and words go to the same server.
            connector = aiohttp.TCPConnector(limit=self._size, ssl=httpx.create_ssl_context())
            headers = {"User-Agent": self.USER_AGENT}
            traces = aiohttp.TraceConfig()
            traces.on_request_chunk_sent.append(self._chunk_leaves)
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers=headers,
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[traces],
            )

    async def _chunk_leaves(
        self, _session: aiohttp.ClientSession, _context: object, sent: aiohttp.TraceRequestChunkSentParams
    ) -> None:
        self._leaving(str(sent.url))

    async def _watch(self, request: httpx.Request) -> None:
        async def trace(event: str, _: dict[str, Any]) -> None:
            if event == _WRITTEN:
                self._leaving(str(request.url))

        request.extensions["trace"] = trace

    async def shutdown(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None
        await super().shutdown()

    async def do_request(  # noqa: PLR0917 - python-telegram-bot's signature
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = DEFAULT,
        write_timeout: Any = DEFAULT,
        connect_timeout: Any = DEFAULT,
        pool_timeout: Any = DEFAULT,
    ) -> tuple[int, bytes]:
        """Ask, and return the answer's status and body.

        Raises:
            TimedOut: Telegram may have carried it out all the same.
            NetworkError: The connection failed.
        """
        if request_data is not None and request_data.contains_files:
            return await super().do_request(
                url, method, request_data, read_timeout, write_timeout, connect_timeout, pool_timeout
            )
        if self._session is None:
            raise RuntimeError("initialize() was not called")
        connect = _given(connect_timeout, self._connect)
        pool = _given(pool_timeout, self._pool)
        timeout = aiohttp.ClientTimeout(
            total=None,
            connect=None if pool is None or connect is None else pool + connect,
            sock_connect=connect,
            sock_read=_given(read_timeout, self._read),
        )
        address = urlsplit(url)
        try:
            async with self._session.request(
                method,
                url,
                data=request_data.json_parameters if request_data is not None else None,
                timeout=timeout,
                proxy=_proxy(address.scheme, address.hostname or ""),
                allow_redirects=False,
            ) as response:
                return response.status, await response.read()
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error


def _given(value: Any, otherwise: T) -> T:
    """A time limit given with a request, or that of the pool."""
    given: T = otherwise if isinstance(value, type(DEFAULT)) else value
    return given


@cache
def _proxy(scheme: str, host: str) -> str | None:
    """What the environment (HTTPS_PROXY, NO_PROXY) says; aiohttp would look it up for every request."""
    return None if proxy_bypass(host) else getproxies().get(scheme)
