"""Upgrades a database to this version, and refuses one that this version cannot read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database, dialect

MIGRATIONS = Path(__file__).parent / "migrations"
UNRELEASED = frozenset([f"{number:04}" for number in range(1, 19)])
"""Revisions of databases from before the first release, which no migration upgrades."""


class WrongVersion(RuntimeError):
    """Raised for a database that this version cannot open: a newer version or an unreleased one
    made it. The message can be shown to the operator as it is."""


async def migrate(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(upgrade)


def verify_version(url: str) -> None:
    """Raise `WrongVersion` if this version cannot open the database. Nothing is changed."""
    found = database.open_database(url)
    if found.file is not None and not found.file.exists():
        return
    engine = found.whole()
    try:
        with engine.begin() as connection:
            verify(connection)
    finally:
        engine.dispose()


def is_current(connection: Connection) -> bool:
    """Whether no migration is needed."""
    return set(revisions(connection)) == set(_known().get_heads())


def revisions(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def known_revisions() -> set[str]:
    return {script.revision for script in _known().walk_revisions()}


def upgrade(connection: Connection, to: str = "head") -> None:
    dialect.migrate_alone(connection)
    verify(connection)
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


def verify_revision(revision: str) -> None:
    """Raise `WrongVersion` for a *revision* that this version does not know."""
    if revision in UNRELEASED:
        raise WrongVersion(_lost(f"revision {revision}"))
    if revision not in known_revisions():
        raise WrongVersion(
            f"the database has version {revision}, which this program does not know: a newer "
            "version made it"
        )


def verify(connection: Connection) -> None:
    """Raise `WrongVersion` if this version cannot open the database."""
    # The tables first: another process may create them, with the revision, between the two reads.
    tables = inspect(connection).get_table_names()
    found = revisions(connection)
    for revision in found:
        verify_revision(revision)
    if not found and not store.metadata.tables.keys().isdisjoint(tables):
        raise WrongVersion(_lost("tables without a revision"))


def _lost(what: str) -> str:
    return (
        f"an unreleased version of pokermasa made this database ({what}), and no release can open "
        "it: its accounts, chips and hands are lost; choose another folder or database"
    )
