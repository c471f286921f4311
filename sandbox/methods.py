"""The methods of the Bot API that the sandbox carries out, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox import editing, profile, queries, sending
from sandbox.errors import ApiError, Json
from sandbox.state import State
from sandbox.updates import Updates

Method = Callable[[State, Json], Any]

METHODS: dict[str, Method] = {
    "getMe": profile.get_me,
    "getChat": profile.get_chat,
    "getChatAdministrators": profile.get_chat_administrators,
    "getChatMember": profile.get_chat_member,
    "leaveChat": profile.leave_chat,
    "setMyCommands": profile.set_commands,
    "getMyCommands": profile.get_commands,
    "deleteMyCommands": profile.delete_commands,
    "setMyName": profile.set_text,
    "setMyDescription": profile.set_text,
    "setMyShortDescription": profile.set_text,
    "getMyName": profile.get_name,
    "getMyDescription": profile.get_description,
    "getMyShortDescription": profile.get_short_description,
    "sendMessage": sending.send_message,
    "sendDocument": sending.send_document,
    "sendPhoto": sending.send_photo,
    "sendMediaGroup": sending.send_media_group,
    "sendChatAction": sending.send_chat_action,
    "getFile": sending.get_file,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "editMessageReplyMarkup": editing.edit_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "setMessageReaction": editing.react,
    "answerCallbackQuery": queries.answer_callback_query,
    "answerInlineQuery": queries.answer_inline_query,
}


async def carry_out(name: str, state: State, updates: Updates, parameters: Json) -> Any:
    """Do what a request asks and return its ``result``.

    Raises:
        ApiError: Telegram would refuse it; 501 for a method that the sandbox does not model.
    """
    if name == "getUpdates":
        return await updates.fetch(parameters)
    if name == "setWebhook":
        return updates.set_webhook(parameters)
    if name == "deleteWebhook":
        return updates.delete_webhook(parameters)
    if name == "getWebhookInfo":
        return _webhook_info(updates)
    return METHODS[name](state, parameters)


def _webhook_info(updates: Updates) -> Json:
    info: Json = {
        "url": updates.webhook.get("url", ""),
        "has_custom_certificate": False,
        "pending_update_count": updates.pending,
    }
    return info | ({"last_error_message": updates.failure} if updates.failure else {})


def unknown(name: str) -> ApiError:
    """The refusal of a method that is not in ``methods.json``: loud, so that a gap is noticed."""
    return ApiError(501, f"Not Implemented: the sandbox does not model {name}")
