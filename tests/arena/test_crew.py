"""Who plays a match: the processes."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

MATCH = """
import multiprocessing, sys
from pokermasa.arena import Match, play

def tell(result):
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)

if __name__ == "__main__":
    play(Match.of("caller", "raiser", deals=2_000_000), workers=2, tell=tell)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_nobody_plays_on_when_the_one_who_asked_for_the_match_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "match.py"
    script.write_text(MATCH)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as asking:
        workers = asking.stdout.readline().split()
        asking.kill()
    assert len(workers) == 2
    deadline = time.monotonic() + 60
    while any(Path("/proc", pid).is_dir() for pid in workers):
        assert time.monotonic() < deadline, f"still there: {workers}"
        time.sleep(0.05)


STOPPED_EARLY = """
import os, signal, sys, threading
from multiprocessing import active_children
from pokermasa.arena import Match, play

def interrupt():
    hit = set()
    while len(hit) < 2:
        for child in active_children():
            if child.pid and child.pid not in hit:
                hit.add(child.pid)
                os.kill(child.pid, signal.SIGINT)

if __name__ == "__main__":
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        play(Match.of("caller", "raiser", deals=2_000_000), workers=2)
    except KeyboardInterrupt:
        print("stopped")
"""


def test_ctrl_c_that_reaches_a_worker_while_it_starts_is_held_until_it_is_ready(
    tmp_path: Path,
) -> None:
    script = tmp_path / "match.py"
    script.write_text(STOPPED_EARLY)
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "stopped\n"
    assert done.returncode == 0


SLOW = """
import time
from pokermasa.arena import Match, play
from pokermasa.bots import Caller

class Slow(Caller):
    def choose(self, view):
        time.sleep(0.02)
        return super().choose(view)

if __name__ == "__main__":
    blocks, seen = [], []
    try:
        def watch(hands):
            seen.append(hands)
            if {when}:
                raise KeyboardInterrupt
        play(Match.of(Slow, "caller", deals=100_000), {workers}, blocks.append, watch=watch)
    except KeyboardInterrupt:
        print(len(blocks), sorted(seen) == seen, 0 < seen[-1] < 250)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_whoever_looks_on_is_told_long_before_the_first_block_is_over(
    workers: int, tmp_path: Path
) -> None:
    assert watched(tmp_path, workers, "hands") == ("0 True True\n", "")


def test_stopped_before_its_workers_are_ready_nobody_complains(tmp_path: Path) -> None:
    assert watched(tmp_path, 2, "True")[1] == ""


def watched(tmp_path: Path, workers: int, when: str) -> tuple[str, str]:
    script = tmp_path / "match.py"
    script.write_text(SLOW.replace("{workers}", str(workers)).replace("{when}", when))
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout, done.stderr
