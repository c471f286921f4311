"""Sending and editing: replies that stay in their topic, and the refusals that are no faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from telegram import (
    Bot,
    CallbackQuery,
    ForceReply,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResult,
    InlineQueryResultsButton,
    LinkPreviewOptions,
    Message,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated

from handlers.markup import Rich

Keyboard = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_TOO_OLD = "query is too old"
_UNCHANGED = "message is not modified"
_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message to edit",
)


@dataclass(frozen=True, slots=True)
class View:
    """One message: its text, the buttons under it, and texts that follow as messages of their own."""

    text: Rich
    keyboard: Keyboard | None = None
    more: tuple[Rich, ...] = ()


async def reply(message: Message, view: View) -> Message:
    """Answer a message with a view, in its chat and topic, even if the message is gone by now."""
    try:
        sent = await message.reply_text(**_content(view), do_quote=True, allow_sending_without_reply=True)
    except ChatMigrated as error:
        sent = await message.get_bot().send_message(error.new_chat_id, **_content(view))
    for text in view.more:
        await sent.reply_text(**_content(View(text)), do_quote=False)
    return sent


async def send(bot: Bot, chat_id: int, view: View) -> Message:
    """Send a view that answers nothing, such as a reminder."""
    sent = await bot.send_message(chat_id, **_content(view))
    for text in view.more:
        await bot.send_message(chat_id, **_content(View(text)))
    return sent


async def answer(query: CallbackQuery, text: str | None = None, *, alert: bool = False) -> None:
    """Answer a press; one that waited too long needs no answer any more."""
    try:
        await query.answer(text, show_alert=alert)
    except BadRequest as error:
        if _TOO_OLD not in error.message.lower():
            raise


async def answer_inline(
    query: InlineQuery,
    results: Sequence[InlineQueryResult],
    *,
    next_offset: str,
    button: InlineQueryResultsButton | None,
    cache_time: int,
) -> None:
    """Answer an inline query, for this person only; one that waited too long needs no answer any more."""
    try:
        await query.answer(
            results, cache_time=cache_time, is_personal=True, next_offset=next_offset, button=button
        )
    except BadRequest as error:
        if _TOO_OLD not in error.message.lower():
            raise


async def edit(query: CallbackQuery, view: View) -> None:
    """Replace the message under a pressed button, or send anew where it can't be edited any more."""
    message = query.message
    if message is None:
        await query.edit_message_text(**_content(view))
        return
    bot, chat_id, replaced = message.get_bot(), message.chat.id, False
    try:
        replaced = await replace(bot, chat_id, message.message_id, view)
    except ChatMigrated as error:
        chat_id = error.new_chat_id
    for one in (*(() if replaced else (view,)), *map(View, view.more)):
        await bot.send_message(chat_id, **_content(one))


async def replace(bot: Any, chat_id: int, message_id: int, view: View) -> bool:
    """Replace a message of the bot's own; False when it is gone, or can't be edited to look like that."""
    if not isinstance(view.keyboard, InlineKeyboardMarkup | None):
        return False
    try:
        await bot.edit_message_text(chat_id=chat_id, message_id=message_id, **_content(view))
    except BadRequest as error:
        reason = error.message.lower()
        if any(gone in reason for gone in _GONE):
            return False
        if _UNCHANGED not in reason:
            raise
    return True


def _content(view: View) -> dict[str, Any]:
    return {
        "text": view.text.html,
        "parse_mode": ParseMode.HTML,
        "reply_markup": view.keyboard,
        "link_preview_options": _NO_PREVIEW,
    }
