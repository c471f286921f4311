"""Logging: one line an event, as text or JSON, without tokens, secrets or what people wrote."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable
from typing import Any, Literal

from pythonjsonlogger.json import JsonFormatter

from handlers.context import current_update

TOKEN = re.compile(r"\b\d{5,20}:[A-Za-z0-9_-]{30,}")
OURS = ("bot", "handlers", "retrieval", "storage")
TEXT = "%(asctime)s %(levelname)s %(name)s [%(update)s] %(message)s"
JSON = "%(asctime)s %(levelname)s %(name)s %(update)s %(message)s"


class Redaction:
    """Takes secrets out of a finished line, wherever in it they came from."""

    def __init__(self, secrets: Iterable[str]) -> None:
        known = "|".join(re.escape(secret) for secret in secrets if secret)
        self._pattern = re.compile(f"{known}|{TOKEN.pattern}" if known else TOKEN.pattern)

    def __call__(self, line: str) -> str:
        """The line with each secret replaced."""
        return self._pattern.sub("[secret]", line)


class TextFormatter(logging.Formatter):
    """A line of text; the lines of a traceback are joined, so that an event stays one line."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__(TEXT)
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """One redacted line."""
        return self._redact(super().format(record)).replace("\n", " ⏎ ")


class JsonLine(JsonFormatter):
    """A JSON object a line."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__(JSON, json_ensure_ascii=False, rename_fields={"asctime": "at", "levelname": "level"})
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """One redacted line."""
        return self._redact(super().format(record))


def _mark(record: logging.LogRecord) -> bool:
    """Note which update is being answered, and keep what people wrote out of libraries' records."""
    record.update = current_update.get() or "-"
    if isinstance(record.args, dict):
        record.args = (_number(record.args),)
    elif record.args and not record.name.startswith(OURS):
        record.args = tuple(_number(argument) for argument in record.args)
    return True


def _number(argument: Any) -> Any:
    # PTB logs an update that it can't read whole, text and names included.
    if isinstance(argument, dict) and "update_id" in argument:
        return f"<update {argument['update_id']}>"
    return argument


def configure(level: str, form: Literal["text", "json"], secrets: Iterable[str]) -> None:
    """Send the process's log to standard error.

    Args:
        level: The least level of events; of the libraries' never less than INFO.
        form: ``text`` or ``json``.
        secrets: Values that no line may hold, beside anything that looks like a bot token.
    """
    redact = Redaction(secrets)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextFormatter(redact) if form == "text" else JsonLine(redact))
    handler.addFilter(_mark)
    logging.basicConfig(level="INFO" if level == "DEBUG" else level, handlers=[handler], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    # httpx logs every request with the token in its address.
    for noisy in ("httpx", "httpcore", "apscheduler", "tornado.access", "matplotlib"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.captureWarnings(True)
