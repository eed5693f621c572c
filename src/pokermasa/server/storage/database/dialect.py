"""Statements that SQLite and PostgreSQL do not share."""

from __future__ import annotations

from sqlalchemy import BigInteger, ColumnElement, Connection, literal, literal_column, text

from pokermasa.server.storage import schema as store

MIGRATING = 0x6D617361
"""The lock of whoever changes the tables."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""PostgreSQL's clock, in milliseconds."""


def is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def now(connection: Connection, own: int) -> ColumnElement[int]:
    """The time that leases go by: the database's, where machines with clocks of their own share
    one; *own*, which is the machine's, where it is a file."""
    if not is_server(connection):
        return literal(own, BigInteger)
    return server_now()


def server_now() -> ColumnElement[int]:
    """The time of a database server."""
    return literal_column(NOW, BigInteger)


def try_to_write(connection: Connection) -> None:
    """Nothing changes, but it has to reach the disk."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def migrate_alone(connection: Connection) -> None:
    """Two processes that start together change the tables once; a file is locked anyway."""
    if is_server(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})


def compare_bytes(connection: Connection) -> None:
    """Text is in the order of its bytes, whatever language the database was made for: keys are
    looked up by range. SQLite knows no other order."""
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
    """What each process has committed, so that it can ask after its connection was lost: see
    postgres_committer.py. A file is never lost in the middle of a commit."""
    if is_server(connection):
        connection.exec_driver_sql(
            "CREATE TABLE IF NOT EXISTS writer (owner varchar(40) PRIMARY KEY,"
            " connection bigint NOT NULL, commits bigint NOT NULL, seen bigint NOT NULL)"
        )


def count_on(connection: Connection) -> None:
    """After rows came with numbers of their own, new ones go on after the highest; SQLite does so
    by itself."""
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
