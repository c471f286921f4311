"""Work in a process of its own: what takes memory or time leaves with it, and questions are not held up."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping


class ChildFailed(Exception):
    """The process ended with an error, or took too long; the message is the end of what it wrote."""


async def run(
    module: str,
    *arguments: str,
    given: bytes = b"",
    environment: Mapping[str, str] | None = None,
    seconds: float = 300.0,
) -> bytes:
    """Run ``python -m module`` and return its standard output.

    The process does not outlive this call: it is killed when the task is cancelled.

    Args:
        module: Its name.
        arguments: Its arguments.
        given: Its standard input.
        environment: Variables to add to this process's own.
        seconds: How long it may take.

    Raises:
        ChildFailed: It ended with an error, or took longer.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
    try:
        output, errors = await asyncio.wait_for(process.communicate(given), seconds)
    except TimeoutError:
        raise ChildFailed(f"{module} took more than {seconds:.0f} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ChildFailed(errors.decode(errors="replace").strip()[-500:])
    return output
