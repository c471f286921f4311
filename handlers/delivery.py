"""Sending and editing: replies that stay in their topic, and the refusals that are no faults."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import CallbackQuery, InlineKeyboardMarkup, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated

from handlers.markup import Rich

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_TOO_OLD = "query is too old"
_UNCHANGED = "message is not modified"
_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")


@dataclass(frozen=True, slots=True)
class View:
    """One message: its text and the buttons under it."""

    text: Rich
    keyboard: InlineKeyboardMarkup | None = None


async def reply(message: Message, view: View) -> Message:
    """Answer a message with a view, in its chat and topic, even if the message is gone by now."""
    try:
        return await message.reply_text(
            view.text.html,
            parse_mode=ParseMode.HTML,
            reply_markup=view.keyboard,
            link_preview_options=_NO_PREVIEW,
            do_quote=True,
            allow_sending_without_reply=True,
        )
    except ChatMigrated as error:
        return await message.get_bot().send_message(
            error.new_chat_id,
            view.text.html,
            parse_mode=ParseMode.HTML,
            reply_markup=view.keyboard,
            link_preview_options=_NO_PREVIEW,
        )


async def answer(query: CallbackQuery, text: str | None = None, *, alert: bool = False) -> None:
    """Answer a press; one that waited too long needs no answer any more."""
    try:
        await query.answer(text, show_alert=alert)
    except BadRequest as error:
        if _TOO_OLD not in error.message.lower():
            raise


async def edit(query: CallbackQuery, view: View) -> bool:
    """Replace the message under a pressed button; False when that message can't be edited any more."""
    try:
        await query.edit_message_text(
            view.text.html,
            parse_mode=ParseMode.HTML,
            reply_markup=view.keyboard,
            link_preview_options=_NO_PREVIEW,
        )
    except BadRequest as error:
        reason = error.message.lower()
        if any(gone in reason for gone in _GONE):
            return False
        if _UNCHANGED not in reason:
            raise
    return True
