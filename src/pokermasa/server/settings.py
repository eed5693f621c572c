"""What a room can be told: by flag, by environment (`POKERMASA_PORT=…`) or in a TOML file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ConfigDict, Field

PREFIX = "POKERMASA_"


def data_folder() -> Path:
    return Path(platformdirs.user_data_dir("pokermasa", appauthor=False))


class Settings(BaseModel):
    """Times are milliseconds, chips are chips."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(8008, ge=0, le=65535)
    data: Path = Field(default_factory=data_folder)
    database: str = ""
    """A database URL; empty for a SQLite file in the data folder."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    origins: tuple[str, ...] = ()
    """Addresses, besides its own, whose pages may open a socket."""

    signup_grant: int = Field(10_000, ge=0)
    refill: int = Field(10_000, ge=0)
    refills_a_day: int = Field(3, ge=0)

    act_time: int = Field(20_000, ge=1)
    time_bank: int = Field(30_000, ge=0)
    grace: int = Field(15_000, ge=0)
    """More time for whoever lost the connection, and for everybody after a restart."""
    between_hands: int = Field(2_500, ge=0)
    bot_delay: int = Field(900, ge=0)
    house_tables: bool = True
    """Open a few tables with house bots."""

    lease: int = Field(10_000, ge=100)
    """How long a table stays with a process that says nothing."""
    outbox: int = Field(256, ge=1)
    """Messages a client may lag behind before it is cut off."""
    acts_a_second: float = Field(20, gt=0)
    """What one client may send."""
    log_level: str = "info"

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / 'room.db'}"

    @property
    def is_secure(self) -> bool:
        return self.tls_cert is not None


def load(flags: dict[str, Any], config: Path | None = None) -> Settings:
    """Flags win over the environment, the environment over the file, the file over the defaults."""
    values: dict[str, Any] = {}
    if config is not None:
        values |= tomllib.loads(config.read_text("utf-8"))
    for name in Settings.model_fields:
        text = os.environ.get(PREFIX + name.upper())
        if text is not None:
            values[name] = tuple(text.split(",")) if name == "origins" else text
    values |= {name: value for name, value in flags.items() if value is not None}
    return Settings(**values)
