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
def test_nobody_plays_on_when_the_one_who_asked_for_the_match_is_killed(tmp_path):
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
