"""Tells systemd that the service is ready and its event loop alive (sd_notify's datagram protocol)."""

from __future__ import annotations

import asyncio
import os
import socket


def notify(state: str) -> None:
    """Send ``state`` (``READY=1``, ``WATCHDOG=1``, ``STOPPING=1``) to systemd, if it started us."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # A leading @ stands for the abstract namespace, whose names begin with a zero byte.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(state.encode(), address.replace("@", "\0", 1))


async def keep_alive() -> None:
    """Say at half of WatchdogSec that the event loop turns; return at once where nobody asks."""
    interval = int(os.environ.get("WATCHDOG_USEC", "0")) / 2_000_000
    while interval:
        notify("WATCHDOG=1")
        await asyncio.sleep(interval)
