"""What `import pokermasa.rules` costs over Python alone: the best of twenty processes each."""

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

PROCESSES = 20


def startup() -> tuple[float, float]:
    """Seconds of processor time to start Python, and to start it with the rules."""
    best = {"pass": float("inf"), "import pokermasa.rules": float("inf")}
    for _ in range(PROCESSES):
        for code in best:
            before = used()
            subprocess.run([sys.executable, "-c", code], check=True)
            best[code] = min(best[code], used() - before)
    bare, with_rules = best.values()
    return bare, with_rules


def used() -> float:
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
