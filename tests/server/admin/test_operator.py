"""Tests of mistakes an operator can make when starting a room, and of their messages."""

import asyncio
import logging
import os
import secrets
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from pokermasa.cli.command_line import app
from pokermasa.server import log, settings
from pokermasa.server.address import Networks
from pokermasa.server.connection import http_protocol
from pokermasa.server.connection.connection_limit import ConnectionLimit
from pokermasa.server.connection.listener import bind
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import data_folder, sqlite
from pokermasa.server.storage.database.process import Process
from tests.server.room import PATIENCE, Opened, open_room
from tests.server.wired import opened


def serve(*arguments: object) -> Any:
    said = [str(word) for word in ("serve", *arguments)]
    return CliRunner().invoke(app(said), said, env={"COLUMNS": "300"})


@pytest.fixture(autouse=True)
def the_usual_log() -> Iterator[None]:
    """Restores the log configuration of the tests, because `masa serve` replaces it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    order = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-keyout", str(key), "-out", str(cert)]
    try:
        subprocess.run([*order.split(), *names], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not here")
    return cert, key


# Starting


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = serve("--port", port, "--data", tmp_path)
    assert said.exit_code == 1
    assert f"port {port} is in use" in said.output
    assert "Traceback" not in said.output


def test_a_missing_or_invalid_certificate_is_reported(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    cert, key = certificate
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("not PEM")
    for given, text in (
        (("--tls-cert", tmp_path / "no.pem"), "no.pem cannot be read"),
        (("--tls-cert", cert, "--tls-key", tmp_path / "no.pem"), "no.pem cannot be read"),
        (("--tls-cert", tmp_path, "--tls-key", key), "cannot be read"),
        (("--tls-cert", wrong, "--tls-key", key), "no certificate and its key"),
        (("--tls-cert", cert, "--tls-key", wrong), "no certificate and its key"),
        (("--tls-cert", cert), "no certificate and its key"),
    ):
        said = serve("--port", 0, "--data", tmp_path / "data", *given)
        assert (said.exit_code, text in said.output) == (1, True), said.output
        assert not isinstance(said.exception, ssl.SSLError)
    said = serve("--port", 0, "--tls-key", key, "--data", tmp_path / "data")
    assert said.exit_code == 2
    assert "tls_key without tls_cert" in said.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 3", "no setting prot: did you mean port"),
        ("port = = 3", "not TOML"),
        ("\x00", "not TOML"),
        ("port = 'x'", "port: "),
        ("log_level = 'loud'", "log_level: "),
        ("origins = ['example.org']", "is no origin"),
        ("origins = ['https://example.org/']", "is no origin"),
        ("origins = ['*']", "is no origin"),
        ("proxies = 'the proxy'", "proxies: "),
    ],
)
def test_invalid_settings_are_refused_with_a_message(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "room.toml"
    file.write_text(text)
    said = serve("--config", file)
    assert said.exit_code == 2
    assert words in said.output
    assert serve("--config", tmp_path / "none.toml").exit_code == 2


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--rules", "limit", "--big", 5), "the big blind must be even"),
        (("--big", 4), "big without tables"),
    ],
)
def test_house_tables_that_cannot_be_opened_are_refused_with_the_reason(
    tmp_path: Path, flags: tuple[Any, ...], words: str
) -> None:
    tables = ("--tables", 1) if "--rules" in flags else ()
    said = serve(*flags, *tables, "--data", tmp_path / "room")
    assert said.exit_code == 2
    assert words in said.output
    assert "--config" not in said.output, "there is none"
    assert not (tmp_path / "room").exists()


def test_a_misspelt_variable_is_named_with_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POKERMASA_PROT", "pokermasa_port", "POKERMASA_XYZZY"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("POKERMASA_ACT_TIME_MS", "1")
    assert settings.misspelt() == [
        "POKERMASA_PROT is no setting: did you mean POKERMASA_PORT?",
        "POKERMASA_XYZZY is no setting",
        "pokermasa_port is no setting: did you mean POKERMASA_PORT?",
    ]


@pytest.mark.parametrize("house_tables", [True, False])
def test_a_room_that_cannot_write_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house_tables: bool
) -> None:
    """Holds with and without house tables."""
    with open_room(tmp_path, house_tables=house_tables):
        pass
    monkeypatch.setenv("POKERMASA_HOUSE_TABLES", str(house_tables))
    url = f"sqlite+aiosqlite:///file:{tmp_path / 'room.db'}?mode=ro&uri=true"
    said = serve("--port", 0, "--data", tmp_path, "--database", url)
    assert said.exit_code == 1
    assert "room.db cannot be written: attempt to write a readonly database" in said.output
    with pytest.raises(data_folder.CannotKeep):
        data_folder.prepare(Settings(data=tmp_path, database=url))


def test_an_unusable_data_folder_or_database_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a database, whatever its name may be" * 100)
    for folder in (file, file / "below"):
        said = serve("--port", 0, "--data", folder)
        assert (said.exit_code, "cannot be made" in said.output) == (1, True)
    said = serve("--port", 0, "--data", tmp_path, "--database", f"sqlite+aiosqlite:///{file}")
    assert (said.exit_code, "is not a database" in said.output) == (1, True)
    url = "postgresql://masa@127.0.0.1:1/masa"
    said = serve("--port", 0, "--data", tmp_path / "room", "--database", url)
    words = "Connection refused. The room needs a database that it may write\n"
    assert (said.exit_code, said.output.endswith(words)) == (1, True)


# Addresses to listen on


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_listening_on_all_ipv6_addresses_includes_all_ipv4_addresses(tmp_path: Path) -> None:
    """IPv4 and IPv6 clients are each counted by their own address."""
    listening = bind("::", 0)
    settings = Settings(data=tmp_path, house_tables=False, study_workers=0)
    room = Opened(settings)
    port = listening[0].getsockname()[1]
    assert {one.getsockname()[1] for one in listening} == {port}
    assert [one.family for one in listening] == [socket.AF_INET6, socket.AF_INET]
    seen: set[str] = set()
    enter = ConnectionLimit.enter

    def note(self: Any, address: str | None) -> Any:
        seen.add(str(address))
        return enter(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ConnectionLimit, "enter", note)
        room.sockets = listening
        room.start()
        try:
            for host in ("127.0.0.1", "[::1]"):
                answer = httpx.get(f"http://{host}:{port}/health", timeout=PATIENCE)
                assert answer.status_code == 200
        finally:
            room.stop()
    assert seen == {"127.0.0.1", "::/64"}


def test_a_room_that_runs_as_root_is_warned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The port is in use, so the room stops here.
    with socket.create_server(("127.0.0.1", 0)) as other:
        where = ("--port", other.getsockname()[1], "--data", tmp_path)
        for user, is_warned in ((0, True), (1000, False)):
            monkeypatch.setattr(os, "geteuid", lambda user=user: user)
            assert ("the room runs as root" in serve(*where).output) is is_warned


@pytest.mark.parametrize("is_new", [True, False])
def test_a_full_disk_at_start_is_reported_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_new: bool,
) -> None:
    """A new room has no space for its database tables. An existing room has none for new poker
    tables."""
    monkeypatch.setenv("POKERMASA_STUDY_WORKERS", "0")
    most = 4
    if not is_new:
        with open_room(tmp_path, house_tables=False):
            pass
        with sqlite3.connect(tmp_path / "room.db") as connection:
            (most,) = connection.execute("PRAGMA page_count").fetchone()
    full = (*sqlite.PRAGMAS, f"max_page_count={most}")
    monkeypatch.setattr(sqlite, "PRAGMAS", full)
    said = serve("--port", 0, "--data", tmp_path)
    line = said.output.strip().splitlines()[-1]
    assert (said.exit_code, line) == (
        1,
        "masa serve: the room cannot open: database or disk is full",
    )
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("is_there", [True, False])
def test_a_backup_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    room, folder = tmp_path / "room", tmp_path / "backups"
    folder.mkdir()
    with open_room(room, house_tables=False):
        pass
    to = folder / "copy.db"
    if is_there:
        to.write_bytes(b"the backup of yesterday")
    # The disk is full during the backup: a limit on the file size simulates it.
    small = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (50_000, 50_000)); "
    code = small + "from pokermasa.cli import main; main()"
    arguments = ("admin", "backup", str(to), "--data", str(room), "--force")
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    left = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert left == ({"copy.db": b"the backup of yesterday"} if is_there else {})


# Permissions of data files


def modes(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) & 0o077
        for path in folder.rglob("*")
    }


@pytest.mark.one_process("its files are counted")
@pytest.mark.sqlite_only("its files are counted")
def test_files_are_private_even_in_a_world_readable_folder(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        tmp_path.chmod(0o777)
        with open_room(tmp_path):
            found = modes(tmp_path)
            assert {"room.db", "room.db-wal", "room.db-shm", "processes"} <= found.keys()
            assert len(found) == 5  # also the permissions of this process
            assert not any(found.values()), found
        for path in tmp_path.glob("room.db*"):
            path.chmod(0o666)  # files with the permissions that an older version gave them
        with open_room(tmp_path):
            assert not any(modes(tmp_path).values())
    finally:
        os.umask(before)


def test_files_of_dead_processes_are_removed(tmp_path: Path) -> None:
    living, dead = Process(Settings(data=tmp_path)), secrets.token_hex(8)
    living.start()
    (tmp_path / "processes" / dead).touch()
    new = Process(Settings(data=tmp_path))
    new.start()
    found = {path.name for path in (tmp_path / "processes").iterdir()}
    assert found == {living.owner, new.owner}
    assert new.is_dead(dead)
    assert not new.is_dead(living.owner)
    living.stop()
    new.stop()
    assert not list((tmp_path / "processes").iterdir())


# The log


def test_a_repeated_log_message_is_written_once_a_second() -> None:
    now = 0.0
    sparing = log.Sparing(lambda: now)

    def line(text: str, *values: object, level: int = logging.WARNING) -> str | None:
        record = logging.LogRecord("x", level, "", 0, text, values, None)
        return record.getMessage() if sparing.filter(record) else None

    assert line("no %s", 1) == "no 1"
    assert line("yes %s", 1) == "yes 1"
    assert [line("no %s", number) for number in range(5)] == [None] * 5
    now = 1.5
    assert line("no %s", 7) == "no 7 (and 5 more)"
    now = 3.0
    assert line("no %s", 8) == "no 8"
    said = [line("opened %s", number, level=logging.INFO) for number in range(99)]
    assert said == [f"opened {number}" for number in range(10)] + [None] * 89


# Origins


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("origin", "host", "is_secure", "is_own"),
    [
        ("http://room.example", "room.example", False, True),
        ("http://room.example:80", "room.example", False, True),
        ("http://ROOM.example", "room.EXAMPLE:80", False, True),
        ("http://room.example:8008", "room.example:8008", False, True),
        ("https://room.example", "room.example", False, False),
        ("https://room.example:8008", "room.example:8008", False, False),
        ("http://room.example:8008", "room.example", False, False),
        ("https://room.example", "room.example", True, True),
        ("https://room.example:443", "room.example", True, True),
        ("http://room.example", "room.example", True, False),
        ("https://evil.example", "room.example", True, False),
        ("https://room.example@evil.example", "room.example", True, False),
        ("https://room.example.evil.example", "room.example", True, False),
        ("null", "room.example", False, False),
        ("", "room.example", False, False),
        ("http://[::1]:8008", "[::1]:8008", False, True),
        ("https://listed.example", "room.example", False, True),
    ],
)
def test_a_page_counts_as_the_rooms_own_by_scheme_host_and_port(
    tmp_path: Path, origin: str, host: str, is_secure: bool, is_own: bool
) -> None:
    async def main() -> None:
        wide: dict[str, Any] = {"behind_tls": is_secure, "origins": ("https://listed.example",)}
        async with opened(tmp_path, **wide) as hall, hall.client() as client:
            headers = {"origin": origin, "host": host}
            answer = await client.post("/api/guests", headers=headers)
            assert answer.status_code == (201 if is_own else 403)
            line = await hall.line(**headers)
            assert line.closed == (None if is_own else 4403)

    asyncio.run(main())


def test_only_listed_origins_may_send_cross_origin_requests(tmp_path: Path) -> None:
    async def main() -> None:
        listed, other = "https://listed.example", "https://evil.example"
        async with opened(tmp_path, origins=(listed,)) as hall, hall.client() as client:
            ask = {"Access-Control-Request-Method": "POST"}
            answer = await client.options("/api/guests", headers={"Origin": listed, **ask})
            assert answer.status_code == 204
            assert answer.headers["Access-Control-Allow-Origin"] == listed
            assert answer.headers["Access-Control-Allow-Credentials"] == "true"
            assert "POST" in answer.headers["Access-Control-Allow-Methods"]
            assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
            assert "Origin" in answer.headers["Vary"]
            for path in ("/api/tables", "/api/me", "/nowhere"):  # refusals have readable bodies too
                answer = await client.get(path, headers={"Origin": listed})
                assert answer.headers["Access-Control-Allow-Origin"] == listed
            answer = await client.options("/api/guests", headers={"Origin": other, **ask})
            assert answer.status_code != 204
            for origin in (other, "null", "https://listed.example.evil.example"):
                answer = await client.get("/api/tables", headers={"Origin": origin})
                assert "Access-Control-Allow-Origin" not in answer.headers
                assert "Origin" in answer.headers["Vary"]

    asyncio.run(main())


def test_without_listed_origins_no_cross_origin_request_is_allowed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client() as client:
            answer = await client.get("/api/tables", headers={"Origin": "https://a.example"})
            assert not [name for name in answer.headers if "access-control" in name]

    asyncio.run(main())


def test_a_proxy_without_x_forwarded_for_is_logged_as_an_error_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def said(behind_tls: bool, **headers: str) -> list[str]:
        caplog.clear()
        async with opened(tmp_path, behind_tls=behind_tls) as hall, hall.client() as client:
            for path in ("/health", "/metrics"):
                # A request of the proxy itself, or of a program on this machine.
                await client.get(path)
            assert [one for one in caplog.messages if "X-Forwarded-For" in one] == []
            for _ in range(3):
                assert (await client.get("/api/tables", headers=headers)).status_code == 200
        errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
        return [one.getMessage() for one in errors]

    async def main() -> None:
        (text,) = await said(True)
        assert text.startswith("the proxy at 127.0.0.1 sends no X-Forwarded-For: all players")
        assert await said(True, **{"X-Forwarded-For": "192.0.2.1"}) == []
        assert await said(False) == [], "no proxy is expected"

    asyncio.run(main())


def test_a_setting_of_networks_is_a_comma_separated_list() -> None:
    proxies = Networks("127.0.0.1, 10.0.0.0/8, 2001:db8::/32")
    for host in ("127.0.0.1", "::ffff:127.0.0.1", "10.9.8.7", "2001:db8::5"):
        assert host in proxies
    for host in ("127.0.0.2", "::1", "somebody", ""):
        assert host not in proxies
    assert "192.0.2.1" in Networks("*")
    assert "192.0.2.1" not in Networks("")


# HTTPS


def test_a_tls_handshake_that_never_ends_is_aborted(
    tmp_path: Path, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key = certificate
    monkeypatch.setattr(http_protocol, "HEAD_TIME_MS", 300)
    terms = {"tls_cert": cert, "tls_key": key, "connections_an_address": 4}
    with open_room(tmp_path, **terms) as room:
        lines = [socket.create_connection(("127.0.0.1", room.port)) for _ in range(12)]
        lines[-1].settimeout(PATIENCE)
        lines[-1].sendall(b"\x16\x03\x01")
        url = f"https://127.0.0.1:{room.port}"
        with httpx.Client(base_url=url, verify=False, timeout=PATIENCE) as client:
            answer = client.get("/health")
            assert answer.status_code == 200
            assert "Strict-Transport-Security" in answer.headers
        assert lines[-1].recv(100) == b""
        for line in lines:
            line.close()
