"""Tests of `masa admin`, backups, health, metrics, versions and logs."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pokermasa.cli.command_line import app
from pokermasa.server import log, settings
from pokermasa.server.admin import requests
from tests.server.room import Opened, Session, open_room, play_hands, run, seat

runner = CliRunner()


def masa(*arguments: str | Path | int) -> Result:
    return runner.invoke(app(arguments), [str(word) for word in arguments])  # type: ignore[arg-type]


def room_options(room: Opened) -> tuple[str | Path, ...]:
    """Return the command line options that name the data folder and the database of *room*."""
    data, url = room.settings.data, room.settings.database
    return ("--data", data, "--database", url) if url else ("--data", data)


@pytest.fixture(autouse=True)
def the_usual_log() -> Iterator[None]:
    """Restores the log configuration of the tests, because `masa serve` replaces it."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "LOOK", 0.02)
        with open_room(tmp_path_factory.mktemp("room")) as room:
            people = [room.person("Keeper"), room.guest()]
            id = room.table(people[0], private=True)["id"]

            async def main() -> None:
                room.lobby.tables[id].state.key = None
                clients = await seat(room, id, *people)
                await play_hands(clients, 2)
                for client in clients:
                    await client.close()

            run(main())
            yield room


def test_users_and_tables_are_listed(room: Opened) -> None:
    said = masa("admin", "users", *room_options(room))
    assert said.exit_code == 0, said.output
    assert "Keeper" in said.output
    said = masa("admin", "tables", *room_options(room))
    assert "Test" in said.output


def test_audit_and_backup_cover_every_chip_while_the_room_is_open(
    room: Opened, tmp_path: Path
) -> None:
    said = masa("admin", "audit", *room_options(room))
    assert (said.exit_code, said.output) == (0, "every chip is where the books say\n")
    copy = tmp_path / "copy"
    copy.mkdir()
    assert masa("admin", "backup", copy / "room.db", *room_options(room)).exit_code == 0
    assert (copy / "room.db").stat().st_mode & 0o077 == 0
    assert masa("admin", "audit", "--data", copy).exit_code == 0
    assert masa("admin", "backup", copy / "room.db", *room_options(room)).exit_code == 2
    database = sqlite3.connect(copy / "room.db")
    database.execute("UPDATE balance SET amount = amount + 1 WHERE book = 'account:1'")
    database.commit()
    database.close()
    said = masa("admin", "audit", "--data", copy)
    assert said.exit_code == 1
    assert "account:1 stands at" in said.output


def test_a_token_made_by_the_command_works_in_the_room(room: Opened) -> None:
    room.person("Owner of bots")
    who = ("owner of bots", "--label", "bot")
    made = masa("admin", "token", *who, *room_options(room))
    with room.http(Session("", made.stdout.strip())) as http:
        assert http.get("/api/me").json()["name"] == "Owner of bots"
    assert masa("admin", "token", "Nobody", *room_options(room)).exit_code == 1


def test_the_command_fails_where_there_is_no_room(tmp_path: Path) -> None:
    assert masa("admin", "audit", "--data", tmp_path).exit_code == 1
    assert not (tmp_path / "room.db").exists()


def test_health_and_metrics_are_served(room: Opened) -> None:
    with room.http() as http:
        assert http.get("/health").json()["ok"]
        text = http.get("/metrics").text
        assert "pokermasa_hands_total" in text
        assert "pokermasa_write_faults_total 0.0" in text


def test_flags_override_the_environment_which_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "room.toml"
    file.write_text(
        'port = 1\nact_time_ms = 6000\nhost = "0.0.0.0"\norigins = ["https://a.example"]\n'
    )
    monkeypatch.setenv("POKERMASA_PORT", "3")
    monkeypatch.setenv("POKERMASA_ACT_TIME_MS", "4000")
    loaded = settings.load({"port": 5, "host": None}, file)
    assert (loaded.port, loaded.act_time_ms, loaded.host) == (5, 4000, "0.0.0.0")
    assert loaded.origins == ("https://a.example",)
    file.write_text('colour = "red"')
    with pytest.raises(ValueError, match="colour"):
        settings.load({}, file)


def test_a_fault_is_logged_without_its_message() -> None:
    try:
        raise ValueError("the deck is As Kd")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "a fault at masa %s", ("m",), (ValueError, error, None)
        )
        for formatter in (log.LogLine(), log.JsonLine()):
            line = formatter.format(record)
            assert "ValueError" in line
            assert "As Kd" not in line
        assert json.loads(line)["message"] == "a fault at masa m"


def test_no_card_and_no_secret_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="pokermasa")
    with open_room(tmp_path) as room:
        people = [room.guest(), room.guest()]
        made = room.table(people[0], private=True)
        room.lobby.tables[made["id"]].state.key = None

        async def main() -> None:
            clients = await seat(room, made["id"], *people)
            await play_hands(clients, 1)
            for client in clients:
                await client.close()

        run(main())
    for record in caplog.records:
        message: Any = record.getMessage()
        assert made["key"] not in message
        assert all(person.secret not in message for person in people)


def test_every_setting_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "server.md").read_text("utf-8")
    for name in settings.Settings.model_fields:
        assert f"`{name}`" in text, name


def test_a_token_made_by_the_command_has_the_requested_scopes(room: Opened) -> None:
    room.person("Scoped")
    arguments: Any = ("admin", "token", "scoped", *room_options(room))
    made = masa(*arguments, "--scope", "host", "--scope", "read")
    with room.http(Session("", made.stdout.strip())) as http:
        assert http.post("/api/tables", json={"name": "By a token"}).status_code == 201
        assert http.post("/api/me/chips").json()["code"] == "NO_SCOPE"
    wrong = masa(*arguments, "--scope", "account")
    assert wrong.exit_code == 2
    assert all(scope in wrong.output for scope in ("play", "read", "host"))
