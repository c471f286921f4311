"""Settings from the environment or ``.env``: read once, checked, every fault named at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from storage.errors import WaldeckError

OFFICIAL_API = "https://api.telegram.org"
TOKEN = re.compile(r"\d{5,20}:[A-Za-z0-9_-]{30,}")
# Telegram's rule for setWebhook's secret_token.
WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
OFF = "off"


class Settings(BaseSettings):
    """What an operator may set; ``.env.example`` explains each."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True, frozen=True
    )

    telegram_bot_token: SecretStr | None = None
    telegram_api_url: str = OFFICIAL_API
    owner_ids: Annotated[frozenset[Annotated[int, Field(gt=0)]], NoDecode] = frozenset()
    database_path: Path = Path("data/waldeck.sqlite3")
    default_language: Literal["fr", "en"] = "fr"
    results_per_page: int = Field(default=5, ge=1, le=10)
    questions_per_minute: int = Field(default=20, ge=1, le=1000)
    query_retention_days: int = Field(default=90, ge=1, le=3650)
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(default=8080, ge=1, le=65535)
    health_listen: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=0, le=65535)
    backup_dir: Path | None = None
    backup_keep: int = Field(default=7, ge=1, le=1000)
    backup_at: time | None = time(hour=3, minute=30)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @property
    def backups(self) -> Path:
        """Folder of the daily backups: BACKUP_DIR, or ``backups`` beside the database."""
        return self.backup_dir or self.database_path.parent / "backups"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must never be seen in a log or a report."""
        held = (self.telegram_bot_token, self.webhook_secret)
        return tuple(secret.get_secret_value() for secret in held if secret is not None)

    @field_validator("owner_ids", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return re.findall(r"[^,;\s]+", value) if isinstance(value, str) else value

    @field_validator("backup_at", mode="before")
    @classmethod
    def _may_be_off(cls, value: object) -> object:
        return None if isinstance(value, str) and value.strip().lower() == OFF else value

    @field_validator("telegram_bot_token", "webhook_secret")
    @classmethod
    def _well_formed(cls, value: SecretStr | None, info: Any) -> SecretStr | None:
        form = TOKEN if info.field_name == "telegram_bot_token" else WEBHOOK_SECRET
        if value is not None and not form.fullmatch(value.get_secret_value()):
            raise ValueError("malformed")
        return value

    @field_validator("telegram_api_url", "webhook_url")
    @classmethod
    def _address(cls, value: str | None, info: Any) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        schemes = ("https",) if info.field_name == "webhook_url" else ("http", "https")
        if parts.scheme not in schemes or not parts.hostname:
            raise ValueError("no address")
        return value.rstrip("/")


@dataclass(frozen=True, slots=True)
class SettingFault:
    """One setting that can't be used as it is.

    Attributes:
        name: As in the environment.
        value: As given; None for a secret.
    """

    name: str
    value: str | None


class InvalidSettings(WaldeckError):
    """Some settings can't be used.

    Attributes:
        faults: All of them, in the order of ``.env.example``.
    """

    code = "invalid-settings"

    def __init__(self, faults: list[SettingFault]) -> None:
        super().__init__(", ".join(fault.name for fault in faults))
        self.faults = faults


class MissingToken(WaldeckError):
    """The service can't run without TELEGRAM_BOT_TOKEN."""

    code = "missing-token"


def read_settings(**given: Any) -> Settings:
    """Read the settings; ``given`` ones, from the command line, come before the environment's.

    Raises:
        InvalidSettings: Some can't be used; all of them are named.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise InvalidSettings(list(_faults(error).values())) from None


def _faults(error: ValidationError) -> dict[str, SettingFault]:
    faults = {}
    for detail in error.errors():
        name = str(detail["loc"][0])
        secret = name in ("telegram_bot_token", "webhook_secret")
        faults[name] = SettingFault(name.upper(), None if secret else str(detail["input"]))
    return faults
