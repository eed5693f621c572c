"""Bringing a database to this version, and refusing one from a newer."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.storage import database, dialect

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(RuntimeError):
    """The database was made by a newer version: this one would damage it."""


async def migrate(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(upgrade)


def verify_version(url: str) -> None:
    """Refuse a database from a newer version, before anything is opened."""
    found = database.of(url)
    if found.file is not None and not found.file.exists():
        return
    engine = found.whole()
    try:
        with engine.begin() as connection:
            _verify(connection)
    finally:
        engine.dispose()


def is_current(connection: Connection) -> bool:
    """Whether nothing is to be migrated."""
    return set(revisions(connection)) == set(_known().get_heads())


def revisions(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def known_revisions() -> set[str]:
    return {script.revision for script in _known().walk_revisions()}


def upgrade(connection: Connection, to: str = "head") -> None:
    dialect.migrate_alone(connection)
    _verify(connection)
    if is_current(connection):
        return
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    dialect.make_writers(connection)
    dialect.compare_bytes(connection)


@cache
def _known() -> ScriptDirectory:
    return ScriptDirectory(str(MIGRATIONS))


def _verify(connection: Connection) -> None:
    newer = set(revisions(connection)) - known_revisions()
    if newer:
        raise NewerDatabase(
            f"the database has version {', '.join(sorted(newer))}, which this program does not know"
        )
