"""Settings from the environment or ``.env``: read once, checked, every fault named at once."""

from __future__ import annotations

import re
from datetime import time
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

TOKEN = re.compile(r"\d{5,20}:[A-Za-z0-9_-]{30,}")


class Settings(BaseSettings):
    """What an operator may set; ``.env.example`` explains each."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True, frozen=True
    )

    telegram_bot_token: SecretStr | None = None
    telegram_api_url: str = "https://api.telegram.org"
    owner_ids: Annotated[frozenset[int], NoDecode] = frozenset()
    database_path: Path = Path("data/waldeck.sqlite3")
    default_language: Literal["fr", "en"] = "fr"
    results_per_page: int = Field(default=5, ge=1, le=10)
    questions_per_minute: int = Field(default=20, ge=1, le=1000)
    query_retention_days: int = Field(default=90, ge=1, le=3650)
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(default=8443, ge=1, le=65535)
    health_listen: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=0, le=65535)
    backup_dir: Path | None = None
    backup_keep: int = Field(default=7, ge=1, le=1000)
    backup_at: time | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @field_validator("owner_ids", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return [part for part in re.split(r"[,;\s]+", value) if part]
        return value

    @field_validator("telegram_bot_token")
    @classmethod
    def _token_form(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not TOKEN.fullmatch(value.get_secret_value()):
            raise ValueError("token_form")
        return value

    @field_validator("telegram_api_url")
    @classmethod
    def _api_url(cls, value: str) -> str:
        if not re.match(r"https?://[^/\s]+", value):
            raise ValueError("url_form")
        return value.rstrip("/")


