"""Tests of `masa admin drain`: processes are replaced one after the other, and no client is
refused meanwhile."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer

from pokermasa.cli import drain as command
from pokermasa.cli.drain import drain
from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.process import running
from tests.server.room import Opened
from tests.server.several import nats, several, wait_for
from tests.server.wired import PATIENCE

PROCESS = """
import signal, sys, time
from pathlib import Path
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.process import Process
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
process = Process(Settings(data=Path(sys.argv[1])))
process.start()
try:
    time.sleep(float(sys.argv[2]))
    process.note_open()
    print("open", flush=True)
    time.sleep(600)
finally:
    process.stop()
"""
"""A program that takes the lock of a room's process and needs some time before it accepts
connections."""


class Keeper:
    """Restarts processes that have ended, as systemd does."""

    def __init__(self, data: Path, number: int, opening: float) -> None:
        self._command = [sys.executable, "-c", PROCESS, str(data), str(opening)]
        self.is_on = True
        self.ended: list[float] = []
        self.opened: list[float] = []
        self._threads = [threading.Thread(target=self._keep) for _ in range(number)]
        self._processes: list[subprocess.Popen[str]] = []
        for thread in self._threads:
            thread.start()

    def _keep(self) -> None:
        while self.is_on:
            process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
            self._processes.append(process)
            assert process.stdout is not None
            if process.stdout.readline():
                self.opened.append(time.monotonic())
            process.wait()
            process.stdout.close()
            self.ended.append(time.monotonic())

    def stop(self) -> None:
        self.is_on = False
        for process in self._processes:
            process.terminate()
        for thread in self._threads:
            thread.join(PATIENCE)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    keeper = Keeper(tmp_path, 2, 0.3)
    wait_for(lambda: len(keeper.opened) == 2)
    yield keeper
    keeper.stop()


def test_the_next_process_is_drained_once_the_first_replacement_was_open_for_the_pause(
    tmp_path: Path, keeper: Keeper
) -> None:
    before = {one.pid for one in running(Settings(data=tmp_path))}
    drain(Settings(data=tmp_path, drain_ms=0), "", pause=1.0)
    after = time.monotonic()
    assert len(keeper.ended) == 2
    first, last = keeper.opened[2:]
    assert keeper.ended[1] - first >= 0.9, "the first new one has been open for a while"
    assert after - last >= 0.9, "and so has the last one"
    now = running(Settings(data=tmp_path))
    assert [one.is_open for one in now] == [True, True]
    assert not before & {one.pid for one in now}


def test_no_second_process_is_drained_until_the_first_is_replaced(
    tmp_path: Path,
    keeper: Keeper,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "AGAIN", 0.5)
    keeper.is_on = False
    with pytest.raises(typer.Exit):
        drain(Settings(data=tmp_path, drain_ms=0), "", pause=0.0)
    assert "it goes no further" in capsys.readouterr().err
    assert [one.is_open for one in running(Settings(data=tmp_path))] == [True]


@pytest.fixture(scope="module")
def bus() -> Iterator[NatsServer]:
    with nats() as server:
        yield server


def test_with_a_bus_the_plain_number_names_a_process_of_this_machine(
    tmp_path: Path, bus: NatsServer
) -> None:
    with several(tmp_path, bus.url, bus.url, bus_prefix="plain") as (one, two):
        own = {"machine": socket.gethostname(), "pid": 71}
        for room, errors in ((one, own), (two, {"machine": "far", "pid": 71})):
            about = room.lobby.peers.about
            room.lobby.peers.about = lambda about=about, errors=errors: about() | errors
            room.loop.call_soon_threadsafe(room.lobby.peers.say_here)
        asked: list[Opened] = []
        ending = threading.Thread(target=lambda: end(one, asked))
        ending.start()
        drain(one.settings, "71")
        ending.join(PATIENCE)
        assert asked == [one]
        assert not two.server.should_exit


def end(room: Any, asked: list[Any]) -> None:
    wait_for(lambda: room.server.should_exit)
    asked.append(room)
    room.loop.call_soon_threadsafe(room.server.leave)


def test_clients_that_connected_before_the_drain_are_served(
    tmp_path: Path, bus: NatsServer
) -> None:
    with several(tmp_path, bus.url, bus_prefix="late") as (room,):
        clients: list[socket.socket] = []

        def come_and_leave() -> None:
            """Connects clients and stops listening in one iteration of the event loop, before
            any is accepted."""
            for _ in range(20):
                client = socket.create_connection(("127.0.0.1", room.port))
                client.sendall(b"GET /health/live HTTP/1.1\r\nHost: room\r\n\r\n")
                clients.append(client)
            listener: Any = room.server.servers[0]
            listener.leave(is_shared=False)

        room.loop.call_soon_threadsafe(come_and_leave)
        wait_for(lambda: len(clients) == 20)
        for client in clients:
            client.settimeout(PATIENCE)
            assert client.recv(100).startswith(b"HTTP/1.1 200")
            client.close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", room.port))


NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
    uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
    upstream room {{ server 127.0.0.1:{one}; server 127.0.0.1:{two}; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://room; proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
        }}
    }}
}}
"""


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not here")
def test_behind_nginx_no_request_fails_while_both_processes_are_replaced(tmp_path: Path) -> None:
    """Uses the default settings of nginx, which skips a server for ten seconds after a
    failure."""
    ports = [free_port() for _ in range(3)]
    conf = tmp_path / "nginx.conf"
    words = dict(zip(("one", "two", "port"), ports, strict=True))
    conf.write_text(NGINX.format(folder=tmp_path, **words))
    with nats() as bus:
        rooms = [Room(tmp_path / "room", port, bus.url) for port in ports[:2]]
        proxy = subprocess.Popen(["nginx", "-c", conf, "-p", tmp_path])
        try:
            for room in rooms:
                wait_for(room.is_open.is_set)
            received: list[int | str] = []
            over = threading.Event()

            def ask() -> None:
                while not over.is_set() or len(received) < 200:
                    try:
                        received.append(
                            httpx.get(f"http://127.0.0.1:{ports[2]}/api/tables").status_code
                        )
                    except httpx.HTTPError as error:
                        received.append(type(error).__name__)
                    time.sleep(0.15)

            asking = threading.Thread(target=ask)
            asking.start()
            said = subprocess.run(
                [*MASA, "admin", "drain", "--data", tmp_path / "room"],
                check=False,
                capture_output=True,
                text=True,
                env=rooms[0].env,
            )
            over.set()
            asking.join(PATIENCE)
            assert said.returncode == 0, said.stderr
            failed = [one for one in received if one != 200]
            print(f"{len(failed)} of {len(received)} failed: {failed}")
            assert len(received) >= 200
            assert failed == []
        finally:
            proxy.terminate()
            proxy.wait(PATIENCE)
            for room in rooms:
                room.stop()


MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Room:
    """A process of a room that is started again when it ends."""

    def __init__(self, data: Path, port: int, bus: str) -> None:
        quiet = {"HOUSE_TABLES": "true", "STUDY_WORKERS": "0", "LEASE_MS": "3000", "BUS": bus}
        quiet |= {"REQUESTS_A_SECOND": "1000", "DRAIN_MS": "3000", "BEHIND_TLS": "true"}
        self.env = os.environ | {f"POKERMASA_{name}": value for name, value in quiet.items()}
        self._command = [*MASA, "serve", "--port", str(port), "--data", str(data)]
        self.is_open = threading.Event()
        self._is_on = True
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._keep)
        self._thread.start()

    def _keep(self) -> None:
        while self._is_on:
            process = self._process = subprocess.Popen(
                self._command, env=self.env, stdout=subprocess.PIPE, text=True
            )
            assert process.stdout is not None
            for line in process.stdout:
                if re.search("is open at", line):
                    self.is_open.set()
            process.wait()
            process.stdout.close()
            time.sleep(1.0)

    def stop(self) -> None:
        self._is_on = False
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
        self._thread.join(PATIENCE)
