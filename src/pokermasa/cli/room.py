"""Which room a command is about: its settings and its database, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pokermasa.cli.command_line import fail
from pokermasa.server import settings
from pokermasa.server.storage import schema as store


def chosen(flags: dict[str, Any], config: Path | None) -> settings.Settings:
    try:
        return settings.load(flags, config)
    except settings.BadSettings as error:
        is_flag = flags.get(error.name) is not None
        hint = f"--{error.name.replace('_', '-')}" if is_flag else error.name or "--config"
        raise typer.BadParameter(str(error), param_hint=hint) from None


@contextmanager
def reached(command: str, chosen: settings.Settings) -> Iterator[None]:
    """Whatever the database refuses within is told in a line."""
    try:
        yield
    except (ArgumentError, ModuleNotFoundError) as error:
        words = (
            f"{chosen.database!r} is no database here ({_short(error)}); as in sqlite:///room.db"
        )
        raise typer.BadParameter(words, param_hint="--database") from None
    except (SQLAlchemyError, store.NewerDatabase) as error:
        raise fail(command, f"{chosen.database or chosen.data}: {_short(error)}") from None


def _short(error: Exception) -> str:
    """Without the statement and its values, which SQLAlchemy adds in further lines."""
    cause = getattr(error, "orig", None) or error
    return str(cause).partition("\n")[0]
