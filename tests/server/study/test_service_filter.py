"""Tests that the room works under the system call filter of the shipped systemd unit, and
under a stricter one as a container may have."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import unit_filter
from tests.server.unit_filter import NUMBERS, UNIT, members
from tests.server.wired import PATIENCE

pytestmark = pytest.mark.skipif(not unit_filter.is_supported(), reason="numbers are of x86-64")

ROOM = """
import asyncio, json, os, pathlib, sys, threading
from tests.server.table.test_odds import all_in, laid, event_names
from tests.server.study.test_study import post
from tests.server.study.test_uploads import person, read, text
from tests.server.wired import odds_are_told, opened

EQUITY = {"hands": ["AhKh", "QsQd"], "board": "2c7d9h3s", "exact": True}

async def main(folder):
    found = {}
    async with opened(folder, study_workers=1, study_time_ms=100_000) as hall:
        me = await person(hall)
        found["upload"] = await read(hall, me, text(3))
        answer = await post(hall, "/api/tools/equity", me, **EQUITY)
        found["equity"] = [answer.status_code, answer.json()]
        assert answer.status_code == 200, answer.text
        pool = hall.app.state.study
        worker = pool._workers[0]._process.pid
        found["nice"] = os.getpriority(os.PRIO_PROCESS, worker) - os.nice(0) if MAY else None
        felt = await laid(hall)
        await all_in(felt)
        await odds_are_told()
        for line in felt.lines:
            await line.flush()
        found["odds"] = any("odds" in batch for batch in event_names(felt.lines[2]))
        found["deaths"] = pool.deaths + hall.app.state.long_study.deaths
    print(json.dumps(found))

try:
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 1)
    MAY = True
except PermissionError:
    MAY = False
asyncio.run(main(pathlib.Path(FOLDER)))
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_strict", [False, True])
def test_workers_run_under_the_filter_with_low_priority_where_allowed(
    tmp_path: Path, is_strict: bool
) -> None:
    """Checks the part of the next test that needs no room."""
    code = """
import os, threading
from pokermasa.server.low_priority import lower_process, lower_thread
lower_process()
work = threading.Thread(target=lower_thread)
work.start()
work.join()
print(os.getpriority(os.PRIO_PROCESS, 0))
"""
    done = under_filter(tmp_path, code, is_strict)
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    assert int(done) == (usual if is_strict else min(19, usual + 10))


def under_filter(tmp_path: Path, code: str, is_strict: bool) -> str:
    """Return the output of *code* under the filter of the unit."""
    unit = UNIT.read_text("utf-8")
    lines = [*unit.splitlines(), "SystemCallFilter=~@resources" if is_strict else ""]
    file = tmp_path / "unit"
    file.write_text("\n".join(lines), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.unit_filter", file, code],
        check=False,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        cwd=UNIT.parent.parent,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("is_strict", [False, True])
def test_uploads_tools_and_odds_work_under_the_filter_of_the_service(
    tmp_path: Path, is_strict: bool
) -> None:
    code = f"FOLDER = {str(tmp_path / 'room')!r}\n{ROOM}"
    found = json.loads(under_filter(tmp_path, code, is_strict))
    assert (found["upload"]["state"], found["upload"]["hands"]) == ("done", 3)
    status, answer = found["equity"]
    assert status == 200
    assert round(answer["shares"][0]["equity"], 4) == round(6 / 44, 4), "three aces, three kings"
    assert found["odds"]
    assert found["deaths"] == 0
    assert found["nice"] == (None if is_strict else 10), "the shipped unit allows a low priority"


def test_the_filter_forbids_system_calls_that_a_room_never_needs() -> None:
    allowed = unit_filter.allowed(UNIT.read_text("utf-8"))
    assert "setpriority" in allowed
    for call in ("mount", "ptrace", "setuid", "reboot", "bpf", "setrlimit", "init_module"):
        assert call not in allowed, call


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd says it")
def test_the_system_call_groups_used_here_equal_those_of_systemd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = frozenset(NUMBERS)
    said = {group: members.__wrapped__(group) & known for group in ("@resources", "@privileged")}
    members.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    here = {group: members.__wrapped__(group) & known for group in said}
    members.cache_clear()
    assert here == said
