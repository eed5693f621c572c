"""Tests docs/operate.md by running its commands unchanged in an empty folder.

The folder is used as `/`. Programs of a server machine that are missing here (systemd, other users,
a package index) are replaced by `machine.py` in this folder. Everything else is real.
"""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from pokermasa.server.bus import nats_server
from pokermasa.server.bus.bus import NoBus
from pokermasa.server.bus.nats_bus import verify_bus
from pokermasa.server.settings import PREFIX
from tests.release.test_deploy import is_listening
from tests.server import room as rooms
from tests.server.room import PATIENCE, open_room
from tests.server.several import wait_for

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "operate.md").read_text("utf-8")
PLACES = re.compile(r"(?<![\w.])/(?:opt|etc|usr/local|var/lib|var/cache)(?=/)")


def blocks(heading: str, kind: str = "sh") -> list[str]:
    """Return the code blocks under a heading of the page."""
    part = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    (text,) = [one for one in part if one.partition("\n")[0] == heading]
    found = re.findall(rf"^ *```{kind}\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found


class Machine:
    def __init__(self, folder: Path) -> None:
        self.root, self.source, self.shims = folder / "root", folder / "source", folder / "shims"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        for name in ("opt", "etc/systemd/system", "usr/local/bin", "var/lib", "var/cache"):
            (self.root / name).mkdir(parents=True)
        (self.source / "deploy").mkdir(parents=True)
        for file in (REPOSITORY / "deploy").iterdir():
            if file.is_file():
                copy = self.source / "deploy" / file.name
                copy.write_text(self.here(file.read_text("utf-8")))
                copy.chmod(file.stat().st_mode)
        self.shims.mkdir()
        shim = Path(__file__).with_name("machine.py")
        for name in ("python3", "systemctl", "useradd", "id", "runuser", "install"):
            played = self.shims / name
            played.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{shim}" {name} "$@"\n')
            played.chmod(0o755)

    def here(self, text: str) -> str:
        """Return the text with the folder as `/` and with a free port."""
        text = PLACES.sub(lambda found: f"{self.root}{found[0]}", text)
        return text.replace("8443", str(self.port))

    def run(self, commands: str) -> str:
        path = f"{self.shims}:{self.root}/usr/local/bin:{os.environ['PATH']}"
        env = {"PATH": path, "ROOT": str(self.root), "HOME": str(self.root), "LANG": "C.UTF-8"}
        done = subprocess.run(
            ["sh", "-eu", "-c", self.here(commands)],
            cwd=self.source,
            env=env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"


on_linux = pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("openssl", "curl", "sh"))),
    reason="the page is for Linux",
)


@on_linux
def test_every_step_before_the_start_may_be_repeated_and_keeps_edited_settings(
    plain_path: Path,
) -> None:
    machine = Machine(plain_path)
    program, wheel, user, certificate, *_ = blocks("Install")
    assert "pip wheel --no-deps" in wheel
    assert "--force-reinstall --no-deps" in wheel, "pip keeps a pokermasa of the same version"
    (own_certificate,) = blocks("Secure it")
    (mail,) = blocks("E-mail")
    mail = mail.replace("systemctl restart pokermasa", "")
    settings = machine.root / "etc/pokermasa/room.env"
    for step in (program, user, own_certificate, certificate, mail):
        machine.run(step)
    key = (machine.root / "etc/pokermasa/backup.key").read_bytes()
    edited = settings.read_text().replace("poker.example.org", "poker.my-club.org")
    settings.write_text(edited + f"{PREFIX}ACT_TIME_MS=31000\n")
    for step in (program, user, own_certificate, certificate, mail):
        machine.run(step)
    assert settings.read_text() == edited + f"{PREFIX}ACT_TIME_MS=31000\n"
    assert edited.count(f"\n{PREFIX}MAIL_FILE=") == 1
    assert (machine.root / "etc/pokermasa/backup.key").read_bytes() == key
    for name in ("key.pem", "backup.key", "room.env", "mail"):
        assert (machine.root / "etc/pokermasa" / name).stat().st_mode & 0o077 == 0, name


@on_linux
def test_the_bus_of_several_processes_requires_the_secret_made_on_the_page(
    plain_path: Path,
) -> None:
    machine = Machine(plain_path)
    program, _wheel, user, *_ = blocks("Install")
    bus, processes, nginx = blocks("Several processes on one machine")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (machine.root / "etc/nginx/conf.d").mkdir(parents=True)
    for step in (program, user, bus, bus, nginx, nginx):
        machine.run(step.replace("4222", str(port)))
    (url,) = re.findall(
        f"^{PREFIX}BUS=(.*)$", (machine.root / "etc/pokermasa/room.env").read_text(), re.MULTILINE
    )
    conf = machine.root / "etc/pokermasa/bus.conf"
    assert conf.stat().st_mode & 0o077 == 0
    assert "ExecStart=/opt/pokermasa/bin/nats-server -c /etc/pokermasa/bus.conf" in (
        REPOSITORY / "deploy" / "pokermasa-bus.service"
    ).read_text("utf-8")
    assert (machine.root / "etc/nginx/conf.d/pokermasa.conf").exists()
    units = re.findall(r"deploy/(\S+)", processes)
    assert all((REPOSITORY / "deploy" / unit).exists() for unit in units)
    server = subprocess.Popen([nats_server.program(), "-c", conf], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: is_listening(port))
        asyncio.run(verify_bus(url, None))
        with pytest.raises(NoBus):
            asyncio.run(verify_bus(f"nats://wrong@127.0.0.1:{port}", None))
    finally:
        server.kill()
        server.wait()


@pytest.mark.soak
@on_linux
def test_the_page_is_followed_from_an_empty_folder_and_every_step_again(plain_path: Path) -> None:
    machine = Machine(plain_path)
    program, _wheel, user, certificate, service, doctor = blocks("Install")
    (own_certificate,) = blocks("Secure it")
    settings = machine.root / "etc/pokermasa/room.env"
    try:
        for step in (program, user):
            machine.run(step)
        with settings.open("a") as file:
            file.write(f"{PREFIX}STUDY_WORKERS=0\n")
        for step in (own_certificate, certificate):
            machine.run(step)
        assert '"ok":true' in machine.run(service)
        assert "wrong" not in machine.run(doctor)
        with httpx.Client(verify=False, base_url=machine.url, timeout=PATIENCE) as client:
            body = {"name": "eva", "password": "correct horse"}
            for name in ("eva", "ada"):
                assert client.post("/api/accounts", json=body | {"name": name}).status_code == 201
        for step in (program, user, certificate, service, doctor):
            machine.run(step)
        (upgrade,) = blocks("Upgrade")
        machine.run(upgrade)
        backup, restore = blocks("Backups")
        for _ in range(2):
            time.sleep(1)  # The names contain the time in seconds.
            machine.run(backup)
        assert len(list((machine.root / "var/lib/pokermasa").glob("practice-*/room.db"))) == 2
        newest = max((machine.root / "var/lib/pokermasa-backups").glob("copy-*.sealed"))
        machine.run(f"FILE={newest}\n{restore}")
        assert list((machine.root / "var/lib/pokermasa").glob("old-*/room.db"))
        (promote,) = blocks("Admins and the admin page")
        machine.run(promote)  # promotes an account from the backup
        (reset,) = blocks("A second factor")
        with pytest.raises(AssertionError, match="ada has no second factor"):
            machine.run(reset)  # The room answers that ada has no second factor.
        (mail,) = blocks("E-mail")
        machine.run(mail)
        assert "eva" in machine.run("masa-admin users")
        machine.run("systemctl reload pokermasa")
    finally:
        machine.run("systemctl stop pokermasa")


def recipe() -> dict[str, Any]:
    (lines,) = blocks("Many people behind one address", "ini")
    pairs = [line.split("=", 1) for line in lines.split()]
    return {name.removeprefix(PREFIX).lower(): int(value) for name, value in pairs}


async def come_in(url: str, number: int, is_whole: bool = True) -> list[int]:
    """Load the page as a browser does: its files, a guest account, a table and a socket. If not
    *is_whole*, only the guest and the table. Return the status codes.
    """
    statuses: list[int] = []

    async def ask(method: str, path: str, **more: Any) -> httpx.Response:
        try:
            answer = await client.request(method, path, **more)
        except httpx.TransportError:  # The room refuses the connection.
            answer = httpx.Response(503)
        if answer.status_code not in (200, 201):
            print(path, answer.status_code, answer.text)  # explains a failure
        statuses.append(answer.status_code)
        return answer

    browser = httpx.Limits(max_connections=6, keepalive_expiry=3)
    async with httpx.AsyncClient(
        base_url=url, timeout=PATIENCE, verify=False, limits=browser
    ) as client:
        if is_whole:
            page = await ask("GET", "/")
            files = set(re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg|png))"', page.text))
            await asyncio.gather(*[ask("GET", file) for file in sorted(files)])
        made = await ask("POST", "/api/guests")
        if made.status_code != 201:
            return statuses
        lists = ("/api/me", "/api/tables", "/api/tournaments", "/api/me/notices")
        for path in lists if is_whole else ():
            await ask("GET", path)
        opened = await ask("POST", "/api/tables", json={"name": f"Table {number}"})
        secret = next(iter(client.cookies.values()), "")
        headers = {"Cookie": f"masa={secret}"}
        if opened.status_code != 201 or not is_whole:
            return statuses
        async with connect(f"{url.replace('http', 'ws')}/ws", additional_headers=headers) as line:
            await line.recv()
    return statuses


def crowd(tmp_path: Path, terms: dict[str, Any], is_whole: bool) -> list[int]:
    """Return the status codes for 60 guests who come at once from one address."""
    limits = ("_a_second", "_a_minute", "_an_address", "_an_account", "most_connections")
    usual = {name: value for name, value in rooms.QUICK.items() if not name.endswith(limits)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "QUICK", usual)
        with open_room(tmp_path, **terms) as room:

            async def main() -> list[Any]:
                coming = [come_in(room.url, number, is_whole) for number in range(60)]
                return await asyncio.gather(*coming)

            answers = asyncio.run(main())
    return [status for statuses in answers for status in statuses]


@pytest.mark.one_process("limits of one process are counted")
@pytest.mark.parametrize(
    "is_whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["guests", "whole"]
)
def test_60_guests_come_in_at_once_from_one_address_by_the_recipe(
    tmp_path: Path, is_whole: bool
) -> None:
    answers = crowd(tmp_path / "recipe", recipe(), is_whole)
    assert {status for status in answers if status not in (200, 201)} == set()
    assert len(answers) >= 60 * (8 if is_whole else 2)
    few = crowd(tmp_path / "usual", {"accounts_an_address": 500}, is_whole)
    assert 429 in few, "the usual limits are too low for them"
