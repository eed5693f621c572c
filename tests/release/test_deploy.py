"""Tests that the files in deploy/ fit the room: settings, commands, ports, files and the bus."""

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from typer.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.typing import Origin

from pokermasa.cli.command_line import app
from pokermasa.server import sealed_file
from pokermasa.server.bus import nats_server
from pokermasa.server.bus.bus import NoBus
from pokermasa.server.bus.nats_bus import verify_bus
from pokermasa.server.bus_address import BusAddress
from pokermasa.server.settings import PREFIX, Settings
from tests.server.room import PATIENCE, open_room
from tests.server.several import wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
VARIABLE = re.compile(r"\b" + PREFIX + r"[A-Z_]+\b")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    return found


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The secrets, made with the commands for operators."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not here")
    folder = tmp_path_factory.mktemp("deploy") / "secrets"
    order: Any = ["sh", DEPLOY / "prepare.sh", "poker.example.org", folder]
    made = subprocess.run(order, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    again = subprocess.run(order, capture_output=True, text=True)
    assert (again.returncode, "Nothing was changed" in again.stderr) == (1, True)
    return folder


def variables(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if "=" in line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def test_every_setting_that_is_named_exists() -> None:
    named = {
        word: file.name
        for file in DEPLOY.iterdir()
        if file.is_file()
        for word in VARIABLE.findall(file.read_text())
    }
    assert len(named) > 15
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    assert {word: file for word, file in named.items() if word not in known} == {}


def test_the_room_opens_with_the_settings_of_the_compose_file(
    secrets: Path, tmp_path: Path
) -> None:
    """Every setting can be read, both rooms have the same settings, and the bus is safe enough for
    cards.
    """
    services = compose()["services"]
    rooms = [services["room1"], services["room2"]]
    assert [room["env_file"] for room in rooms] == [["secrets/room.env"]] * 2
    for room in rooms:
        given = {**room["environment"], **variables(secrets / "room.env")}
        values = {name.removeprefix(PREFIX).lower(): value for name, value in given.items()}
        chosen = Settings(**values)
        assert chosen.behind_tls
        address = BusAddress.read(chosen.bus)
        assert (address.host, address.is_tls, address.user) == ("bus", True, "masa")
        assert "bus" in services
        proxy = services["caddy"]["networks"]["inside"]["ipv4_address"]
        assert chosen.proxies == proxy, "whose word is taken for an address"
        places = {volume.partition(":")[2] for volume in room["volumes"]}
        assert {str(chosen.data), str(chosen.backup_folder)} == places
        for file in (chosen.bus_ca, chosen.backup_key, chosen.address_key):
            assert file is not None
            assert file.name in room["secrets"]
            assert str(file.parent) == "/run/secrets"
        assert int(room["stop_grace_period"].rstrip("s")) * 1000 > chosen.drain_ms
    assert rooms[0]["volumes"] != rooms[1]["volumes"], "a data folder each"
    assert sealed_file.read_key(secrets / "backup.key")


def test_files_ports_and_names_agree(secrets: Path) -> None:
    found = compose()
    services = found["services"]
    wanted = {Path(one["file"]).name for one in found["secrets"].values()}
    wanted |= {Path(f).name for s in services.values() for f in s.get("env_file", [])}
    assert wanted == {file.name for file in secrets.iterdir()}, "made, and used"
    for name, service in services.items():
        for secret in service.get("secrets", []):
            assert secret in found["secrets"], (name, secret)
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            is_there = (
                (DEPLOY / source).exists() if source[0] == "." else source in found["volumes"]
            )
            assert is_there, (name, volume)
    assert variables(secrets / "db_password") == {}
    password = (secrets / "db_password").read_text()
    assert f":{password}@db/" in variables(secrets / "room.env")["POKERMASA_DATABASE"]
    port = services["room1"]["environment"]["POKERMASA_PORT"]
    upstreams = re.search(r"reverse_proxy (.*) \{", (DEPLOY / "Caddyfile").read_text())
    assert upstreams is not None
    assert upstreams[1].split() == [f"room1:{port}", f"room2:{port}"]
    image = (DEPLOY / "Dockerfile").read_text()
    assert f"EXPOSE {port}" in image
    assert f"http://127.0.0.1:{port}/health" in image
    assert 'CMD ["serve"]' in image
    assert "--uid 10001" in image
    assert "chown 10001" in (DEPLOY / "prepare.sh").read_text()


def test_the_bus_uses_tls_and_requires_the_password(secrets: Path, tmp_path: Path) -> None:
    """Uses the very file of NATS with another port and other paths of the certificate."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = (DEPLOY / "nats.conf").read_text()
    for name, file in (("bus_cert", "bus.pem"), ("bus_key", "bus.key")):
        assert f"/run/secrets/{name}" in text
        text = text.replace(f"/run/secrets/{name}", str(secrets / file))
    conf = tmp_path / "nats.conf"
    conf.write_text(text.replace("port: 4222", f'host: "127.0.0.1"\nport: {port}'))
    password = variables(secrets / "bus.env")["BUS_PASSWORD"]
    process = subprocess.Popen(
        [nats_server.program(), "-c", conf],
        env={"BUS_PASSWORD": password},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(3_000):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, "it did not start"
                asyncio.run(asyncio.sleep(0.01))
        good = f"tls://masa:{password}@localhost:{port}"
        asyncio.run(verify_bus(good, secrets / "ca.pem"))
        for url, ca in (
            (f"tls://masa:wrong@localhost:{port}", secrets / "ca.pem"),
            (good, None),  # no other authority signed the certificate
        ):
            with pytest.raises(NoBus):
                asyncio.run(verify_bus(url, ca))
    finally:
        process.kill()
        process.wait()


def test_commands_of_the_units_are_commands_of_the_room() -> None:
    options = {"serve": {"--port"}, "admin": {"backup", "--key"}}
    for file in set(DEPLOY.glob("*.service")) - {DEPLOY / "pokermasa-bus.service"}:
        lines = [line for line in file.read_text().splitlines() if line.startswith("ExecStart=")]
        assert lines, file
        for line in lines:
            program, command, *text = line.removeprefix("ExecStart=").split()
            assert program == "/opt/pokermasa/bin/masa"
            asked = [command, *text[:1], "--help"] if command == "admin" else [command, "--help"]
            shown = CliRunner().invoke(app(asked), asked)
            for word in text:
                if word == "%i":
                    continue  # the port of a unit instance
                is_known = word in shown.output or word.startswith("/")
                assert is_known, (file.name, word)
                assert word in options[command] or word.startswith("/")
    help = CliRunner().invoke(app(["admin", "--help"]), ["admin", "--help"], env={"COLUMNS": "200"})
    assert "backup" in help.output


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for file in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = re.sub("/opt/pokermasa/bin/[a-z-]+", "/bin/sh", file.read_text())
        (tmp_path / file.name.replace("@.", "@8008.")).write_text(text)
    names = (
        "pokermasa.service",
        "pokermasa@8008.service",
        "pokermasa-bus.service",
        "pokermasa-backup.service",
        "pokermasa-backup.timer",
    )
    order: Any = ["systemd-analyze", "verify", "--man=no", *(tmp_path / name for name in names)]
    said = subprocess.run(order, capture_output=True, text=True)
    ours = [line for line in (said.stdout + said.stderr).splitlines() if "pokermasa" in line]
    assert ours == []


def lines_of(unit: str) -> list[str]:
    lines = (DEPLOY / unit).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_the_unit_for_several_processes_differs_from_the_other_in_its_port_alone() -> None:
    one, several = lines_of("pokermasa.service"), lines_of("pokermasa@.service")
    assert [line.replace(" --port %i", "").replace(" (port %i)", "") for line in several] == one
    assert set(several) - set(one) == {
        "Description=pokermasa, the open poker room (port %i)",
        "ExecStart=/opt/pokermasa/bin/masa serve --port %i",
    }


def test_the_unit_waits_until_the_room_is_open_and_does_not_retry_wrong_settings() -> None:
    lines = lines_of("pokermasa.service")
    assert {"Type=notify", "RestartPreventExitStatus=2", "KillMode=mixed"} <= set(lines)
    # A database that is down must not use up the restarts, by default five in ten seconds.
    assert {"Restart=always", "StartLimitIntervalSec=0"} <= set(lines)
    said = CliRunner().invoke(app(["serve"]), ["serve", "--port", "0", "--bus", "nonsense"])
    assert said.exit_code == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the script is for Linux")
def test_masa_admin_reads_the_settings_as_systemd_does(tmp_path: Path) -> None:
    settings = {
        "PUBLIC_URL": ("https://poker.example.org",) * 2,
        "DATABASE": (
            '"postgresql://masa:a$b`c@db/masa?x=1"',
            "postgresql://masa:a$b`c@db/masa?x=1",
        ),
        "BACKUP_FOLDER": ("'/var/lib/pokermasa backups'", "/var/lib/pokermasa backups"),
        "MAIL": ("smtp://masa:it's@mail", "smtp://masa:it's@mail"),
        "MOST_TABLES": ("400", "400"),
    }
    lines = [f"{PREFIX}{name}={written}" for name, (written, _) in settings.items()]
    (tmp_path / "room.env").write_text("\n".join(["# A comment", "", "PATH=/nowhere", *lines]))
    names = [PREFIX + name for name in settings]
    for name, text in (
        ("masa", f'#!/bin/sh\nprintf "%s\\n" "$@"; printenv {" ".join(names)}\n'),
        ("id", "#!/bin/sh\necho 1000\n"),
        ("masa-admin", (DEPLOY / "masa-admin").read_text()),
    ):
        text = text.replace("/etc/pokermasa/room.env", "room.env")
        (tmp_path / name).write_text(text.replace("/opt/pokermasa/bin/masa", "./masa"))
        (tmp_path / name).chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    order = ["./masa-admin", "doctor", "a b"]
    said = subprocess.run(order, cwd=tmp_path, env=path, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    meant = [meaning for _, meaning in settings.values()]
    assert said.stdout.splitlines() == ["admin", "doctor", "a b", *meant]


def is_listening(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not here")
def test_nginx_with_the_example_passes_on_the_clients_address_and_sockets(plain_path: Path) -> None:
    """Nginx accepts TLS and passes requests on to two processes, one of which is down."""
    cert, key = plain_path / "cert.pem", plain_path / "key.pem"
    order = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=poker.example.org", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*order.split(), *names], check=True, capture_output=True)
    ports = []
    for _ in range(3):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    http, https, dead = ports
    with open_room(plain_path / "room", behind_tls=True, accounts_an_address=1) as room:
        text = (DEPLOY / "nginx.conf").read_text()
        for before, after in (
            ("/etc/letsencrypt/live/poker.example.org/fullchain.pem", str(cert)),
            ("/etc/letsencrypt/live/poker.example.org/privkey.pem", str(key)),
            ("127.0.0.1:8008", f"127.0.0.1:{room.port}"),
            ("127.0.0.1:8009", f"127.0.0.1:{dead}"),
            ("listen 80;", f"listen 127.0.0.1:{http};"),
            ("listen [::]:80;", ""),
            ("listen 443 ", f"listen 0.0.0.0:{https} "),
            ("listen [::]:443 ssl http2;", ""),
        ):
            assert before in text, before
            text = text.replace(before, after)
        folders = "".join(
            f"{name}_temp_path {plain_path}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        conf = plain_path / "nginx.conf"
        conf.write_text(
            f"pid {plain_path}/pid;\ndaemon off;\nerror_log {plain_path}/errors;\n"
            f"events {{}}\nhttp {{ access_log off;\n{folders}{text} }}\n"
        )
        nginx: Any = ["nginx", "-p", plain_path, "-e", plain_path / "errors", "-c", conf]
        tested = subprocess.run([*nginx, "-t"], capture_output=True, text=True)
        assert tested.returncode == 0, tested.stderr
        process = subprocess.Popen(nginx)
        try:
            wait_for(lambda: is_listening(https))
            url = f"https://127.0.0.1:{https}"
            with httpx.Client(verify=False, base_url=url, timeout=PATIENCE) as client:
                origin = {"Origin": url}
                assert client.post("/api/guests", headers=origin).status_code == 201
                assert client.post("/api/guests", headers=origin).status_code == 429
                assert client.get("/metrics").status_code == 403
            other = subprocess.run(  # Another address of this machine is another client.
                ["curl", "-sk", "--interface", "127.0.0.2", "-X", "POST", f"{url}/api/guests"],
                capture_output=True,
                text=True,
            )
            assert '"name"' in other.stdout, other
            moved = httpx.get(f"http://127.0.0.1:{http}/x", headers={"Host": "poker.example.org"})
            assert moved.headers["Location"] == "https://poker.example.org/x"

            async def socket_opens() -> None:
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                where = f"wss://127.0.0.1:{https}/ws"
                async with connect(where, ssl=context, origin=Origin(url)) as line:
                    assert "type" in json.loads(await line.recv())

            asyncio.run(socket_opens())
        finally:
            process.terminate()
            process.wait()
