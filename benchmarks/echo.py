"""A bare python-telegram-bot echo bot: what a message costs before anybody looks at it."""

from __future__ import annotations

import os
from typing import Any

from telegram import Update
from telegram.ext import Application, ContextTypes, MessageHandler, filters


async def _echo(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    if update.message and update.message.text:
        await update.message.reply_text(update.message.text)


def main() -> None:
    """Run until stopped, with the settings of Waldeck's environment."""
    base = os.environ["TELEGRAM_API_URL"]
    application: Application[Any, Any, Any, Any, Any, Any] = (
        Application.builder()
        .token(os.environ["TELEGRAM_BOT_TOKEN"])
        .base_url(f"{base}/bot")
        .base_file_url(f"{base}/file/bot")
        .build()
    )
    application.add_handler(MessageHandler(filters.TEXT, _echo))
    application.run_polling()


if __name__ == "__main__":
    main()
