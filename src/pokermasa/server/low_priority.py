"""A lower scheduling priority for work that must not delay a player's act.

A sandbox may forbid the system call (systemd's `SystemCallFilter=~@resources`, a container). The
work is then done at the usual priority.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

LOWER = 10
"""Amount added to the nice value."""


def lower_process(amount: int | None = None) -> None:
    """Lower the priority of this process."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(LOWER if amount is None else amount)


def lower_thread() -> None:
    """Lower the priority of the calling thread. Only Linux has a priority for each thread."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER)
