"""Measures the time that `import pokermasa.rules` adds to Python: the best of twenty processes."""

import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage

from bench.row import Row

PROCESSES = 20


def rows(scale: float = 1.0) -> Iterator[Row]:
    best = {"pass": float("inf"), "import pokermasa.rules": float("inf")}
    for _ in range(max(1, round(PROCESSES * scale))):
        for code in best:
            before = used()
            subprocess.run([sys.executable, "-c", code], check=True)
            best[code] = min(best[code], used() - before)
    bare, with_rules = (1e3 * seconds for seconds in best.values())
    yield Row("import pokermasa.rules", with_rules - bare, "ms", note="over Python's own start")
    yield Row("Python's own start", bare, "ms")


def used() -> float:
    """Seconds of processor time."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
