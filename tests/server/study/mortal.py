"""Work for study workers in tests. Workers are processes of their own, so they import it from
here."""

import json
import os
import signal
from pathlib import Path
from typing import Any


def dies(*_: Any, watch: Any) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def has_too_little_memory(*_: Any, watch: Any) -> bytes:
    raise MemoryError


def finds_no_mistake(history: Any, stack: int, *limits: Any, watch: Any = None) -> bytes:
    judgement = {"stack": stack, "big_blind": history.blinds.big, "lost": 0.0}
    return json.dumps(judgement | {"mistakes": [], "steps": []}).encode()


BLOCK = 100_000
"""Bytes of a block that the C library does not allocate with a system call of its own."""
kept: list[bytes] = []


def frees_most_blocks(count: int) -> None:
    """Allocates blocks and keeps only the last one, which lies behind the others."""
    kept.append([b"x" * (BLOCK + number) for number in range(count)][-1])


def resident() -> int:
    """Return the bytes of memory that this process occupies (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
