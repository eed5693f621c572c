"""Replaces programs of a server machine as far as docs/operate.md needs them: `machine.py NAME …`.

`ROOT` is the folder that is used as `/`. There is one user and no package index: a virtual
environment runs the package under test.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(os.environ.get("ROOT", os.devnull))


def python3(arguments: list[str]) -> None:
    """Simulates `python3 -m venv FOLDER`."""
    assert arguments[:2] == ["-m", "venv"], arguments
    programs = Path(arguments[2]) / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    main = "from pokermasa.cli import main; main()"
    lines = {"masa": f"exec '{sys.executable}' -c '{main}' \"$@\"", "pip": "exit 0"}
    for name, line in lines.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n")
        (programs / name).chmod(0o755)


def useradd(arguments: list[str]) -> None:
    (ROOT / "users").open("a").write(arguments[-1] + "\n")


def id(arguments: list[str]) -> None:
    """Simulates `id`: nobody is root, and a user exists after it was added."""
    users = ROOT / "users"
    if arguments == ["-u"] or (users.exists() and arguments[-1] in users.read_text().split()):
        print(1000)
    else:
        sys.exit(1)


def runuser(arguments: list[str]) -> None:
    """Simulates `runuser -u USER -- COMMAND …`."""
    assert arguments[0] == "-u", arguments
    assert arguments[2] == "--", arguments
    os.execvp(arguments[3], arguments[3:])


def install(arguments: list[str]) -> None:
    """Runs the real `install`. The owner must be a user that was added."""
    if "-o" in arguments:
        at = arguments.index("-o")
        assert arguments[at + 1] in (ROOT / "users").read_text().split(), arguments
        del arguments[at : at + 2]
    os.environ["PATH"] = "/usr/bin:/bin"
    os.execvp("install", ["install", *arguments])


def systemctl(arguments: list[str]) -> None:
    verb, *names = arguments
    if verb in ("daemon-reload", "enable"):
        for name in names:
            assert (ROOT / f"etc/systemd/system/{name}.service").exists(), name
        return
    (name,) = names
    running = ROOT / f"{name}.pid"
    pid = int(running.read_text()) if running.exists() else None
    if verb == "reload":
        assert pid is not None
        os.kill(pid, signal.SIGHUP)
        time.sleep(0.3)
        os.kill(pid, 0)  # The process is still alive.
        return
    if pid is not None:
        os.kill(pid, signal.SIGTERM)
        while Path(f"/proc/{pid}/stat").exists() and not is_dead(pid):
            time.sleep(0.05)
        running.unlink()
    if verb in ("start", "restart"):
        running.write_text(str(start(name)))


def is_dead(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def start(name: str) -> int:
    """Start a service and return its process id when it has reported READY."""
    unit = (ROOT / f"etc/systemd/system/{name}.service").read_text().splitlines()
    pairs = [line.split("=", 1) for line in unit if "=" in line and not line.startswith("#")]
    lines = dict(pairs)
    env = {"PATH": os.environ["PATH"]}
    env |= dict(word.split("=", 1) for word in lines["Environment"].split())
    given = Path(lines["EnvironmentFile"].removeprefix("-")).read_text().splitlines()
    env |= dict(line.split("=", 1) for line in given if "=" in line and not line.startswith("#"))
    for folder in lines["StateDirectory"].split():
        (ROOT / "var/lib" / folder).mkdir(mode=0o700, exist_ok=True)
    assert lines["Type"] == "notify"
    address = ROOT / "notify"
    address.unlink(missing_ok=True)
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
        (ROOT / f"{name}.log").open("a") as log,
    ):
        line.bind(str(address))
        line.settimeout(100)
        process = subprocess.Popen(
            lines["ExecStart"].split(),
            env=env | {"NOTIFY_SOCKET": str(address)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            assert line.recv(100) == b"READY=1"
        except TimeoutError:
            process.kill()
            sys.exit((ROOT / f"{name}.log").read_text())
    return process.pid


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2:])
