"""Conversations with Telegram: one module each, with views and permissions."""
