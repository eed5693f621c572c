"""Worker processes: start, end, Ctrl-C and progress reports."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pokermasa.arena import Match, play

MATCH = """
import multiprocessing, sys
from pokermasa.arena import Match, play

def tell(result):
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)

if __name__ == "__main__":
    play(Match.between("caller", "raiser", deals=2_000_000), workers=2, tell=tell)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
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
        play(Match.between("caller", "raiser", deals=2_000_000), workers=2)
    except KeyboardInterrupt:
        print("stopped")
"""


def test_ctrl_c_that_reaches_a_worker_while_it_starts_is_held_until_it_is_ready(
    tmp_path: Path,
) -> None:
    done = run_script(tmp_path, STOPPED_EARLY)
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
        play(Match.between(Slow, "caller", deals=100_000), {workers}, blocks.append, watch=watch)
    except KeyboardInterrupt:
        print(len(blocks), sorted(seen) == seen, 0 < seen[-1] < 250)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_reported_long_before_the_first_block_is_over(
    workers: int, tmp_path: Path
) -> None:
    assert watched(tmp_path, workers, "hands") == ("0 True True\n", "")


def test_stopping_before_the_workers_are_ready_prints_no_error(tmp_path: Path) -> None:
    assert watched(tmp_path, 2, "True")[1] == ""


def watched(tmp_path: Path, workers: int, when: str) -> tuple[str, str]:
    done = run_script(tmp_path, SLOW.replace("{workers}", str(workers)).replace("{when}", when))
    return done.stdout, done.stderr


@pytest.mark.parametrize("playing", ["play(match)", "play_cup(cup)", "play_all(contest)"])
def test_script_without_main_guard_plays_in_its_own_process(playing: str, tmp_path: Path) -> None:
    done = run_script(tmp_path, UNGUARDED.replace("{playing}", playing))
    assert done.stderr == ""
    assert done.stdout == "[]\n"


UNGUARDED = """
import multiprocessing
from pokermasa.arena import Cup, Match, RoundRobin, play, play_all, play_cup
from pokermasa.bots.named import named
from pokermasa.tournament import Structure

bots = named("caller"), named("folder")
match = Match.between("caller", "folder", deals=20)
cup = Cup(bots, Structure.sit_and_go(2, stack=200), 1)
contest = RoundRobin(bots, deals=20)
{playing}
print(multiprocessing.active_children())
"""


def test_script_with_workers_and_without_main_guard_gets_a_clear_error(
    tmp_path: Path,
) -> None:
    done = run_script(tmp_path, UNGUARDED.replace("{playing}", "play(match, workers=2)"))
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    assert done.stderr.splitlines()[-1] == (
        "pokermasa.arena.worker_pool.NoWorkers: a script that plays with several workers needs"
        ' `if __name__ == "__main__":` before the lines that play, because every worker loads the'
        " script"
    )


def test_script_on_standard_input_cannot_have_workers() -> None:
    script = UNGUARDED.replace("{playing}", "play(match, workers=2)")
    done = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.count("Traceback") == 1
    assert "must be saved as a file" in done.stderr.splitlines()[-1]


def run_script(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    script = tmp_path / "script.py"
    script.write_text(text)
    return subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2"])
def test_workers_are_at_least_one_process_or_an_executor(workers: Any) -> None:
    with pytest.raises(
        ValueError, match="workers must be an Executor or a number of processes of at least 1"
    ):
        play(Match.between("caller", "folder", deals=20), workers)
