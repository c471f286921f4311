"""Refusals as Telegram words them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A JSON object of the Bot API."""


class ApiError(Exception):
    """A refusal: HTTP status, Telegram's description, and its ``parameters`` if any."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> Json:
        """The answer's JSON."""
        answer: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return answer | ({"parameters": self.parameters} if self.parameters else {})


def bad(reason: str) -> ApiError:
    """The usual refusal, 400 Bad Request."""
    return ApiError(400, f"Bad Request: {reason}")


def too_many(seconds: int) -> ApiError:
    """The refusal of somebody who sends too fast."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
