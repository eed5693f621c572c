"""Statements that differ between SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, literal, literal_column, text

from pokermasa.server.storage import schema as store

MIGRATING = 0x6D617361
"""Key of the PostgreSQL advisory lock that is held during migrations."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The clock of the PostgreSQL server, in milliseconds since 1970."""


def is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def now(connection: Connection, own: int) -> ColumnElement[int]:
    """Return the time by which leases expire: that of the database server, which several machines
    share, or *own*, the time of this machine, if the database is a file."""
    if not is_server(connection):
        return literal(own, BigInteger)
    return server_now()


def server_now() -> ColumnElement[int]:
    """Return the time of a database server."""
    return literal_column(NOW, BigInteger)


def try_to_write(connection: Connection) -> None:
    """Write to the disk without changing any data."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def migrate_alone(connection: Connection) -> None:
    """Lock migrations, so that of two processes that start together only one migrates, and the
    other one sees all tables or none."""
    if is_server(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        return
    driver: Any = connection.connection.driver_connection
    if not driver.in_transaction:  # Python's driver starts none before a table is created
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def compare_bytes(connection: Connection) -> None:
    """Make PostgreSQL compare text by bytes, whatever the locale of the database, because keys are
    looked up by range. SQLite always does."""
    if not is_server(connection):
        return
    statements = connection.execute(
        text(
            "SELECT format('ALTER TABLE %I ALTER COLUMN %I TYPE %s COLLATE \"C\"',"
            " t.relname, a.attname, format_type(a.atttypid, a.atttypmod))"
            " FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid"
            " WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace"
            " AND a.attnum > 0 AND NOT a.attisdropped AND a.attcollation = 'default'::regcollation"
        )
    ).scalars()
    for statement in statements.all():
        connection.exec_driver_sql(statement)


def make_writers(connection: Connection) -> None:
    """Create the table in which each process counts its commits, so that it can ask for the result
    of a commit after its connection was lost: see postgres_committer.py. Not needed for a file."""
    if is_server(connection):
        connection.exec_driver_sql(
            "CREATE TABLE IF NOT EXISTS writer (owner varchar(40) PRIMARY KEY,"
            " connection bigint NOT NULL, commits bigint NOT NULL, seen bigint NOT NULL)"
        )


def count_on(connection: Connection) -> None:
    """Set the id sequences above the highest existing ids, after rows with ids were inserted.
    SQLite does this by itself."""
    if not is_server(connection):
        return
    for table in store.metadata.sorted_tables:
        if (column := table.autoincrement_column) is not None:
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'),"
                    f" max({column.name})) FROM {table.name} HAVING max({column.name}) > 0"
                )
            )
