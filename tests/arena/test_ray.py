"""Matches on a real Ray cluster on this machine.

They run in `make soak`, because Ray's wheel is large and its start is slow.
"""

import contextlib
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from pokermasa.arena import Match, play
from pokermasa.arena.ray_executor import NoCluster, RayExecutor
from pokermasa.batch import RAISE, rollout
from pokermasa.bots import Caller
from tests.arena.test_executor import same

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None, reason="make soak installs requirements/ray.txt"
    ),
    # Threads, sockets and files of Ray that stay open until the process ends.
    pytest.mark.filterwarnings("ignore"),
]
PATIENCE = 300


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayExecutor]:
    with RayExecutor(workers=2) as cluster:
        yield cluster


def playing() -> list[int]:
    """Return the process ids of Ray's workers that have work."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if (folder / "cmdline").read_bytes().startswith(b"ray::_do"):
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def test_20_000_hands_are_the_same_on_ray_even_if_a_worker_is_killed(
    cluster: RayExecutor,
) -> None:
    match = Match.between("basic", "caller", deals=10_000, seed=7)
    killed: list[Any]
    watched: list[Any]
    killed, watched = [], []

    def tell(result: Any) -> None:
        if not killed and (workers := playing()):
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    there = play(match, cluster, tell, watch=watched.append)
    assert killed
    assert watched[-1] == 20_000
    assert there.as_json() == play(match, 1).as_json()


class Mine(Caller):
    """A bot class of this process, which no other process can import."""


def test_a_bot_class_of_this_process_plays_on_ray(cluster: RayExecutor) -> None:
    match = Match.between(Mine, "raiser", deals=40)
    assert play(match, cluster).as_json() == play(match, 1).as_json()


class Deadly(Caller):
    def choose(self, view: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_bot_that_kills_every_worker_is_given_up(cluster: RayExecutor) -> None:
    with pytest.raises(BrokenExecutor, match="WorkerCrashed"):
        play(Match.between(Deadly, "caller", deals=1), cluster)


def test_a_rollout_is_the_same_to_the_bit_on_ray(cluster: RayExecutor) -> None:
    asked: Any = (600_000, 3, ["random", "caller", "random"])
    there = rollout(*asked, stacks=10**9 + 7, seed=9, threads=cluster)  # type: ignore[misc]
    assert same(there, rollout(*asked, stacks=10**9 + 7, seed=9))  # type: ignore[misc]


@njit
def greedy(view: Any, rng: Any) -> tuple[int, Any]:
    return RAISE, view.most + 1


def test_an_exception_on_ray_is_raised_unchanged(cluster: RayExecutor) -> None:
    with pytest.raises(ValueError, match="greedy returned raise to 201"):
        rollout(20_000, 2, [greedy, "caller"], seed=3, threads=cluster)


def masa(*arguments: str, **more: object) -> subprocess.Popen[str]:
    program = "from pokermasa.cli import main; main()"
    return subprocess.Popen(  # type: ignore[call-overload]
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def test_the_command_prints_the_same_with_and_without_ray() -> None:
    arguments = ("match", "basic", "caller", "--hands", "2000", "--json")
    with masa(*arguments, "--cluster", "ray", "--workers", "2") as there, masa(*arguments) as here:
        said, complaint = ended(there)
        assert there.returncode == 0, complaint
        assert json.loads(said) == json.loads(ended(here)[0])


def test_ctrl_c_ends_a_match_on_ray_with_the_result_so_far() -> None:
    arguments = (
        "match",
        "basic",
        "caller",
        "--hands",
        "4000000",
        "--cluster",
        "ray",
        "--workers",
        "2",
    )
    with masa(*arguments, start_new_session=True) as process:
        until = time.monotonic() + PATIENCE
        while not playing():
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, complaint = ended(process)
        assert process.returncode == 130, complaint
        assert "Stopped by hand after" in complaint
        assert "Traceback" not in complaint


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextlib.contextmanager
def head(tmp_path: Path) -> Iterator[str]:
    """The address of a cluster that was started elsewhere."""
    port = free_port()
    program = "from ray.scripts.scripts import main; main()"
    arguments = (
        *("start", "--head", "--block", "--num-cpus=2", "--include-dashboard=false"),
        *(f"--port={free_port()}", f"--ray-client-server-port={port}"),
    )
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < until
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.2)
        yield f"ray://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # of this session, so they belong to this test only
        process.wait(PATIENCE)


def test_a_cluster_can_be_used_by_its_address(tmp_path: Path) -> None:
    arguments = ("match", "basic", "caller", "--hands", "2000", "--json")
    with (
        head(tmp_path) as address,
        masa(*arguments, "--cluster", address) as there,
        masa(*arguments) as here,
    ):
        said, complaint = ended(there)
        assert there.returncode == 0, complaint
        assert json.loads(said) == json.loads(ended(here)[0])


def test_a_missing_cluster_is_reported_in_one_line() -> None:
    with masa("match", "basic", "caller", "--cluster", "ray://127.0.0.1:9") as process:
        _, complaint = ended(process)
    assert process.returncode == 1
    last = complaint.strip().splitlines()[-1]
    assert last.startswith("masa match: no Ray cluster at ray://127.0.0.1:9: "), complaint
    assert "Traceback" not in complaint


def test_no_cluster_is_a_connection_error() -> None:
    assert issubclass(NoCluster, ConnectionError)
