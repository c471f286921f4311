"""Answers to callback and inline queries."""

from __future__ import annotations

from sandbox import checks
from sandbox.errors import Json, bad
from sandbox.state import State
from sandbox.text import CAPTION_LIMIT, TEXT_LIMIT, formatted

TOAST_LIMIT = 200
RESULTS_LIMIT = 50
RESULT_ID_BYTES = 64
NEXT_OFFSET_BYTES = 64
START_PARAMETER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def answer_callback_query(state: State, parameters: Json) -> bool:
    """AnswerCallbackQuery."""
    text = parameters.get("text", "")
    if len(text) > TOAST_LIMIT:
        raise bad("MESSAGE_TOO_LONG")
    query = state.close_query(parameters["callback_query_id"])
    if query is None:
        raise bad(TOO_OLD)
    state.tell(
        "answered",
        query_id=parameters["callback_query_id"],
        user_id=query["user_id"],
        text=text,
        alert=bool(parameters.get("show_alert")),
        url=parameters.get("url"),
    )
    return True


def answer_inline_query(state: State, parameters: Json) -> bool:
    """AnswerInlineQuery."""
    results = parameters["results"]
    if len(results) > RESULTS_LIMIT:
        raise bad("RESULTS_TOO_MUCH")
    if len(parameters.get("next_offset", "").encode()) > NEXT_OFFSET_BYTES:
        raise bad("NEXT_OFFSET_INVALID")
    if len({result.get("id") for result in results}) != len(results):
        raise bad("RESULT_ID_DUPLICATE")
    shown = [_result(state, result) for result in results]
    button = _button(parameters)
    query = state.close_query(parameters["inline_query_id"])
    if query is None:
        raise bad(TOO_OLD)
    state.tell(
        "inline",
        query_id=parameters["inline_query_id"],
        user_id=query["user_id"],
        results=shown,
        next_offset=parameters.get("next_offset", ""),
        button=button,
    )
    return True


def _result(state: State, result: Json) -> Json:
    """The result with its message's text parsed, as it would be sent."""
    if not 1 <= len(str(result.get("id", "")).encode()) <= RESULT_ID_BYTES:
        raise bad("RESULT_ID_INVALID")
    if result.get("type") == "article" and not result.get("title"):
        raise bad("ARTICLE_TITLE_EMPTY")
    content = result.get("input_message_content")
    if result.get("type") == "article" and not content:
        raise bad("can't parse inline query result: Can't find field \"input_message_content\"")
    message: Json = {}
    if content and "message_text" in content:
        parameters = {"text": content["message_text"], **content}
        message = formatted(parameters, "text", TEXT_LIMIT, state.violations)
    elif result.get("caption"):
        message = formatted(result, "caption", CAPTION_LIMIT, state.violations)
    if keyboard := checks.markup(result, inline_only=True):
        message["reply_markup"] = keyboard
    return {**result, "message": message}


def _button(parameters: Json) -> Json | None:
    button: Json | None = parameters.get("button")
    if button and (start := button.get("start_parameter")) is not None:
        if not 1 <= len(start) <= RESULT_ID_BYTES:
            raise bad("START_PARAM_EMPTY" if not start else "START_PARAM_TOO_LONG")
        if not set(start) <= START_PARAMETER:
            raise bad("START_PARAM_INVALID")
    return button
