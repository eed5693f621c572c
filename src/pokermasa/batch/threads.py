"""Runs tasks on one or several threads. The result does not depend on the number of threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def thread_count(threads: int | None) -> int:
    """Return *threads*, or for None the number of cores that this process may use.

    >>> thread_count(0)
    Traceback (most recent call last):
        ...
    ValueError: threads: 1 or more, or None for all there are, not 0
    """
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)  # Linux: what a container may use
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads: 1 or more, or None for all there are, not {threads!r}")
    return threads


def spread(task: Callable[[int], Result], pieces: int, threads: int | None) -> list[Result]:
    """Return `task(0)` to `task(pieces - 1)` in order. Kernels release the GIL, so they run in
    parallel.

    >>> spread(lambda piece: piece * piece, 5, threads=2)
    [0, 1, 4, 9, 16]
    """
    count = min(thread_count(threads), pieces)
    if count <= 1:
        return [task(piece) for piece in range(pieces)]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(task, range(pieces)))
