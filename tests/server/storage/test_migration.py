"""Tests that the migrations create the tables of schema.py, and that a database of another
version is refused."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from typer.testing import CliRunner

from pokermasa.cli.command_line import app
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.backup import room_dump
from pokermasa.server.storage.database import database, dialect, migration
from tests.server.store import POSTGRES, Store


def engine_of(folder: Path) -> Engine:
    """Return the engine of a database without tables."""
    if Store.kind == POSTGRES:
        cluster = Store.cluster()
        folder = folder.resolve()
        Store.databases[folder] = cluster.new_database()
        return database.open_database(cluster.url(Store.databases[folder])).whole()
    folder.mkdir()
    return database.open_database(f"sqlite:///{folder / 'room.db'}").whole()


def tables(connection: Connection) -> dict[str, Any]:
    """Everything that the database says about the tables of `schema.py`."""
    found = inspect(connection)

    def listed(constraints: Any) -> list[str]:
        return sorted([repr(sorted(one.items())) for one in constraints])

    return {
        name: {
            "columns": [
                {**column, "type": repr(column["type"])} for column in found.get_columns(name)
            ],
            "primary key": found.get_pk_constraint(name),
            "foreign keys": listed(found.get_foreign_keys(name)),
            "unique": listed(found.get_unique_constraints(name)),
            "indexes": listed(found.get_indexes(name)),
            "checks": listed(found.get_check_constraints(name)),
        }
        for name in found.get_table_names()
        if name not in ("alembic_version", "writer")
    }


@pytest.mark.both_stores
def test_the_migrations_create_exactly_the_tables_of_the_schema(tmp_path: Path) -> None:
    migrated, created = engine_of(tmp_path / "migrated"), engine_of(tmp_path / "created")
    with migrated.begin() as connection:
        migration.upgrade(connection)
        made = tables(connection)
    with created.begin() as connection:
        store.metadata.create_all(connection)
        dialect.compare_bytes(connection)
        wanted = tables(connection)
    for engine in (migrated, created):
        engine.dispose()
    assert made.keys() == store.metadata.tables.keys()
    for name, table in wanted.items():
        for what, described in table.items():
            assert made[name][what] == described, f"{what} of {name}"


def test_the_schema_of_a_revision_never_changes() -> None:
    """A database of this revision is not migrated again, so its tables must stay as they are. For
    another schema add a migration (and freeze `opening.py` if it is the first one)."""
    made = []
    for name in (sqlite.dialect(), postgresql.dialect()):
        for table in store.metadata.sorted_tables:
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            made.append(str(CreateTable(table).compile(dialect=name)))
            made += [str(CreateIndex(index).compile(dialect=name)) for index in indexes]
    known = {"opening": "afc3add85b9c98a4"}
    assert migration.known_revisions() == set(known)
    assert sha256("".join(made).encode()).hexdigest()[:16] == known["opening"]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Engine, list[str]]]:
    """Return the engine of a room's database, and the command line options that name it."""
    url = Store.url_of(tmp_path) or f"sqlite:///{tmp_path / 'room.db'}"
    engine = database.open_database(url).whole()
    yield engine, ["--data", str(tmp_path), "--database", url]
    engine.dispose()


def refused(where: list[str]) -> str:
    """Return the message that every command prints before it ends with code 2."""
    said = []
    for text in (["serve", "--port", "0"], ["admin", "audit"], ["admin", "doctor"]):
        result = CliRunner().invoke(app(text), [*text, *where])
        assert result.exit_code == 2, result.output
        (line,) = [line for line in result.output.splitlines() if " WARNING " not in line]
        said.append(line.partition(": ")[2])
    assert len(set(said)) == 1
    return said[0]


@pytest.mark.both_stores
@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE alembic_version SET version_num = '0001'",
        "UPDATE alembic_version SET version_num = '0018'",
        "DELETE FROM alembic_version",
        "DROP TABLE alembic_version",
    ],
)
def test_a_room_of_an_unreleased_version_is_refused_with_the_data_that_is_lost(
    room: tuple[Engine, list[str]], changed: str
) -> None:
    engine, where = room
    with engine.begin() as connection:
        connection.exec_driver_sql(changed)
        before = tables(connection)
    message = refused(where)
    assert "an unreleased version of pokermasa made this database" in message
    assert "its accounts, chips and hands are lost" in message
    with engine.begin() as connection:
        assert tables(connection) == before
        with pytest.raises(migration.WrongVersion):
            migration.upgrade(connection)


@pytest.mark.both_stores
def test_a_room_of_a_newer_version_is_refused(room: tuple[Engine, list[str]]) -> None:
    engine, where = room
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert "version 9999, which this program does not know: a newer version" in refused(where)


@pytest.mark.parametrize(
    ("revision", "words"), [("0018", "an unreleased version"), ("9999", "a newer version")]
)
def test_a_backup_of_another_version_is_refused(revision: str, words: str) -> None:
    line = b'{"format": 1, "revision": "%s", "made": 1}' % revision.encode()
    with pytest.raises(room_dump.NoDump, match=words):
        room_dump.head(iter([line]))
