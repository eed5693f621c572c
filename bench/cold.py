"""Measures the first answer on a new machine, without compiled code: `python -m bench --only cold`.

Each question is a process of its own with an empty cache. It runs a second time with the cache that
the first run has left. The rows show the elapsed time, the processor time and the memory. (On a
busy machine the elapsed time is longer; the processor time stays the same.) SciPy is hidden: it is
installed with open_spiel and users of pokermasa do not need it, but Numba would load it, which
takes 0.2 s.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.row import Row
from bench.startup import used

TURNS = 3
HIDDEN = "import sys; sys.modules['scipy'] = None\n"
MASA = "from pokermasa.cli import main; import sys; sys.argv = ['masa', *{!r}]; main()"
ENVIRONMENT = (
    "import gymnasium, pokermasa.learn;"
    "gymnasium.make('pokermasa/NoLimitHoldem-v0', opponents=['caller']).reset(seed=1)"
)
FIRST = {
    "masa equity AhKh QsQd": MASA.format(["equity", "AhKh", "QsQd"]),
    "masa equity AhKh QQ+ random --board 2h7d9h": MASA.format(
        ["equity", "AhKh", "QQ+", "random", "--board", "2h7d9h"]
    ),
    "masa match house caller --hands 20": MASA.format(
        ["match", "house", "caller", "--hands", "20"]
    ),
    "masa play, until it asks": MASA.format(
        ["play", "--plain", "--seed", "1", "--speed", "instant"]
    ),
    "rollout(1_000, 6)": "from pokermasa.batch import rollout; rollout(1_000, 6)",
    "rollout(10_000, 6)": "from pokermasa.batch import rollout; rollout(10_000, 6)",
    "rollout(100_000, 6)": "from pokermasa.batch import rollout; rollout(100_000, 6)",
    "Table(6)": "from pokermasa.batch import Table; Table(6)",
    "gymnasium.make, reset": ENVIRONMENT,
    "evaluate": "from pokermasa.batch import evaluate; evaluate([[51, 47, 43, 39, 35, 1, 4]])",
}


class Waited(NamedTuple):
    seconds: float
    used: float
    """Processor time in seconds."""
    memory: float
    """Largest memory use in MiB."""


def rows(scale: float = 1.0) -> Iterator[Row]:
    some = FIRST if scale >= 0.1 else {name: FIRST[name] for name in ("rollout(1_000, 6)",)}
    for name, program in some.items():
        least: dict[str, Waited] = {}
        for _ in range(max(1, round(TURNS * scale))):
            with TemporaryDirectory() as folder:
                for which in ("first", "again"):
                    took = waited(program, Path(folder))
                    least[which] = Waited(*map(min, zip(took, least.get(which, took), strict=True)))
        for which, took in least.items():
            note = f"{took.used:.2f} s of the processor, {took.memory:,.0f} MiB"
            yield Row(f"{name}, {which}", took.seconds, "s", note=note)


def waited(program: str, folder: Path) -> Waited:
    result = (
        "\nimport resource, sys; print('KiB', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    if program.endswith("main()"):
        program = program.removesuffix("main()") + "\ntry: main()\nexcept SystemExit: pass"
    before, began = used(), perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN + program + result],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
        stdin=subprocess.DEVNULL,
        check=True,
        capture_output=True,
        text=True,
    )
    seconds = perf_counter() - began
    return Waited(seconds, used() - before, int(done.stdout.split()[-1]) / 1024)
