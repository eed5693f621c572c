"""Settings and database of the room that a command works on, with errors reported to the user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pokermasa.cli.command_line import WRONG_USAGE, fail
from pokermasa.server import settings
from pokermasa.server.storage.database import database, migration


def chosen(flags: dict[str, Any], config: Path | None) -> settings.Settings:
    try:
        return settings.load(flags, config)
    except settings.BadSettings as error:
        is_flag = flags.get(error.name) is not None
        hint = f"--{error.name.replace('_', '-')}" if is_flag else error.name
        if not hint and config is not None:
            hint = "--config"
        raise typer.BadParameter(str(error), param_hint=hint or None) from None


@contextmanager
def reached(command: str, chosen: settings.Settings) -> Iterator[None]:
    """Reports all database errors inside the block in one line and ends the command."""
    try:
        yield
    except ArgumentError as error:
        message = f"{shown(chosen)!r} is no database here ({_short(error)}); {database.EXAMPLES}"
        raise typer.BadParameter(message, param_hint="--database") from None
    except migration.WrongVersion as error:
        raise fail(command, f"{shown(chosen)}: {error}", WRONG_USAGE) from None
    except SQLAlchemyError as error:
        raise fail(command, f"{shown(chosen)}: {_short(error)}") from None


def shown(chosen: settings.Settings) -> str:
    """Return the location of the database without a password."""
    return re.sub(r"//[^/]*@|\?.*", _slashes, chosen.database) or str(chosen.data)


def _slashes(found: re.Match[str]) -> str:
    return "//" if found[0].startswith("//") else ""


def _short(error: Exception) -> str:
    """Return the first line of the error, without the statement and values that SQLAlchemy adds."""
    cause = getattr(error, "orig", None) or error
    return str(cause).partition("\n")[0]
