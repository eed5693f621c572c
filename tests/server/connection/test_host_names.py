"""Tests of host names: the room answers under its own names only, which prevents DNS
rebinding."""

import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from pokermasa.server.connection.host_names import HostNames
from pokermasa.server.settings import PREFIX, Settings
from tests.server.connection.test_http_reader import exchange
from tests.server.flood import HELLO
from tests.server.room import open_room, run

DEPLOY = Path(__file__).parents[3] / "deploy"
MACHINE = socket.gethostname()
SHORT = MACHINE.partition(".")[0]
OWN = (
    *("localhost", "LOCALHOST:8008", "localhost.", "masa.localhost", "127.0.0.1", "127.0.0.1:80"),
    *("127.9.9.9", "[::1]", "[::1]:8008", MACHINE, f"{MACHINE.upper()}:8008", SHORT),
    *(f"{SHORT}.local", f"{SHORT}.LOCAL.:8008"),
)
FOREIGN = (
    *("evil.example", "evil.example:8008", "localhost.evil.example", "evillocalhost", "x", ""),
    *("127.0.0.1.evil.example", "203.0.113.7", "[2001:db8::7]:80", "8.8.8.8", "224.0.0.1"),
    *(f"{SHORT}.local.evil.example", "[::1", "a:b:c", "localhost@evil.example", "localhost/x", "*"),
)


def names(**chosen: Any) -> HostNames:
    return HostNames(Settings(**chosen))


@pytest.mark.parametrize("host", OWN)
def test_a_room_answers_under_the_names_and_addresses_of_its_machine(host: str) -> None:
    assert host in names()


@pytest.mark.parametrize("host", FOREIGN)
def test_a_room_answers_under_no_other_name(host: str) -> None:
    assert host not in names()
    assert host not in names(public_url="https://poker.example.org", allowed_hosts="poker.lan")


def test_an_address_of_this_machine_that_is_not_loopback_is_known() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            # A UDP connect sends nothing; it only selects the machine's own address.
            one.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        own = one.getsockname()[0]
    assert f"{own}:8008" in names()


def test_public_url_and_configured_names_are_known() -> None:
    known = names(
        public_url="https://Poker.Example.org:8443", allowed_hosts="Poker.LAN, 192.0.2.0/24"
    )
    for host in ("poker.example.org", "poker.example.org:8443", "poker.lan:8008", "192.0.2.200"):
        assert host in known
    for host in ("www.poker.example.org", "192.0.3.1", "evil.example"):
        assert host not in known
    assert "whatever.example" in names(allowed_hosts="*")
    assert "poker.example.org" in names(host="poker.example.org")


@pytest.mark.parametrize(
    "wrong", ["https://poker.example.org", "a b", "poker/x", "poker:8008", "é!"]
)
def test_a_setting_that_is_no_name_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        Settings(allowed_hosts=wrong)  # type: ignore[arg-type]


def test_a_request_for_an_unknown_name_is_refused_and_the_setting_named(tmp_path: Path) -> None:
    with open_room(tmp_path, allowed_hosts=()) as room, room.http(room.guest()) as client:
        for path in ("/", "/api/tables", "/api/me", "/health", "/metrics", "/boot.js"):
            assert client.get(path).status_code == 200, path
            for method in ("GET", "POST", "OPTIONS"):
                answer = client.request(method, path, headers={"Host": "evil.example"})
                refused = (answer.status_code, answer.json()["code"])
                assert refused == (421, "UNKNOWN_HOST"), (method, path)
                assert "allowed_hosts" in answer.json()["message"]


def test_a_socket_for_an_unknown_name_is_refused(tmp_path: Path) -> None:
    with open_room(tmp_path, allowed_hosts=()) as room:
        origin = {"Host": "evil.example", "Origin": "http://evil.example"}
        for headers in (origin, {"Host": "evil.example"}):
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode()
            sent = HELLO.replace(b"Host: localhost\r\n", lines)
            answer = exchange(room, sent, b"allowed_hosts")
            assert answer.startswith(b"HTTP/1.1 421 ")

        async def well() -> None:
            async with connect(room.ws) as line:
                assert json.loads(await line.recv())["type"] == "hello"

        run(well())


def deployed(name: str) -> dict[str, str]:
    """Return the settings of an example file in deploy/ as a room reads them."""
    lines = (DEPLOY / name).read_text().replace(" ", "\n").splitlines()
    pairs = [line.split("=", 1) for line in lines if line.startswith(PREFIX) and "=" in line]
    return {key.removeprefix(PREFIX).lower(): value for key, value in pairs}


def test_a_room_in_a_container_is_reached_by_any_address_but_by_no_unknown_name() -> None:
    """The container does not know the addresses of its host machine."""
    known = names(allowed_hosts=deployed("Dockerfile")["allowed_hosts"])
    for host in ("192.168.1.20:8008", "[2001:db8::7]:8008", "localhost:8008", "127.0.0.1:8008"):
        assert host in known
    assert "evil.example" not in known


def test_behind_the_proxy_of_the_compose_file_the_room_is_known_by_its_domain() -> None:
    """Caddy passes the requested host name on, and its health check uses `room1:8008`."""
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    assert "header_up" not in (DEPLOY / "Caddyfile").read_text()
    assert "POKERMASA_PUBLIC_URL=https://%s" in (DEPLOY / "prepare.sh").read_text()
    for name in ("room1", "room2"):
        hosts = services[name]["environment"]["POKERMASA_ALLOWED_HOSTS"]
        known = names(allowed_hosts=hosts, public_url="https://poker.example.org")
        for host in ("poker.example.org", "room1:8008", "room2:8008", "127.0.0.1:8008"):
            assert host in known
        assert "evil.example" not in known


def test_the_settings_of_a_service_name_the_room() -> None:
    assert "poker.example.org:8443" in names(public_url=deployed("room.env")["public_url"])


def test_behind_a_proxy_only_the_host_header_counts(tmp_path: Path) -> None:
    """X-Forwarded-Host is ignored, because browsers can send it too."""
    known = {"public_url": "https://poker.example.org", "behind_tls": True, "allowed_hosts": ()}
    with open_room(tmp_path, **known) as room:
        for host, status in (("poker.example.org", 200), ("evil.example", 421)):
            headers = {"Host": host, "X-Forwarded-Host": "poker.example.org"}
            answer = httpx.get(f"{room.url}/health", headers=headers)
            assert answer.status_code == status
