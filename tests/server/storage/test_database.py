"""Tests that only the storage package distinguishes SQLite and PostgreSQL."""

import re
from pathlib import Path

import pytest
from sqlalchemy.exc import ArgumentError

from pokermasa.cli import command_line
from pokermasa.server.storage.database import database
from tests.server.room import SAFE_PRAGMAS
from tests.test_house import HOUSE, imports_of, name

ONLY_IN_STORAGE = re.compile(r"exec_driver_sql|sqlalchemy\.dialects|dialect\.name|\btext\(")


def test_only_storage_contains_sql_for_a_specific_database() -> None:
    for path in (HOUSE / "server").rglob("*.py"):
        if (HOUSE / "server" / "storage") not in path.parents:
            source = path.read_text("utf-8")
            assert "sqlalchemy" not in source or not ONLY_IN_STORAGE.search(source), name(path)


def test_only_a_room_on_postgresql_loads_its_driver() -> None:
    arguments = ("psycopg", "database.postgres", "import postgres")
    files = [
        path
        for path in (HOUSE / "server").rglob("*.py")
        if any(word in path.read_text("utf-8") for word in arguments)
    ]
    found = [(path, i) for path in files for i in imports_of(path)]
    users = {path.name for path, i in found if i.top == "psycopg"}
    assert users == {"postgres.py", "postgres_committer.py"}
    asking = {name(path): i.lazy for path, i in found if i.module.endswith("database.postgres")}
    assert asking == {"server/storage/database/database.py": True}


@pytest.mark.parametrize("url", ["", "mysql://localhost/x", "room.db", "postgresql", "://"])
def test_a_url_of_another_database_is_refused(url: str) -> None:
    with pytest.raises(ArgumentError):
        database.open_database(url)


def test_a_database_password_is_never_shown() -> None:
    url = "postgresql://ada:s3cret@db.example.org:6543/masa?sslmode=require&password=s3cret"
    assert database.open_database(url).name == "postgresql://db.example.org:6543/masa"


@pytest.mark.parametrize(
    "words", [["serve", "--port", "0"], ["admin", "users"], ["admin", "audit"]]
)
def test_an_unreachable_server_is_reported_in_one_line_without_the_password(
    words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = "postgresql://masa:s3cret@127.0.0.1:1/room"
    code = command_line.run([*words, "--data", str(tmp_path), "--database", url])
    said = capfd.readouterr().err
    assert code == 1
    assert "127.0.0.1" in said
    assert "refused" in said
    assert "s3cret" not in said
    assert "Traceback" not in said


def test_by_default_every_commit_is_synced_to_disk() -> None:
    assert "synchronous=FULL" in SAFE_PRAGMAS
