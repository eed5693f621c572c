"""Which room a command is about: its settings and its database, or what is wrong with them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pokermasa.cli import fail
from pokermasa.cli.hand_file import problem
from pokermasa.server import settings, store


def chosen(flags: dict[str, Any], config: Path | None) -> settings.Settings:
    try:
        return settings.load(flags, config)
    except OSError as error:
        raise typer.BadParameter(problem(error), param_hint="--config") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        words = f"{config} is no TOML file: {error}"
        raise typer.BadParameter(words, param_hint="--config") from None
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)[0]
        name = ".".join(map(str, wrong["loc"]))
        where = f"--{name.replace('_', '-')}" if flags.get(name) is not None else name
        words = f"{str(wrong['input'])[:80]!r}: {wrong['msg']}"
        raise typer.BadParameter(words, param_hint=where) from None


@contextmanager
def reached(command: str, chosen: settings.Settings) -> Iterator[None]:
    """Whatever the database refuses within is told in a line."""
    try:
        store.verify_version(chosen.database_url)
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
