"""The first answer on a new machine, nothing compiled yet: `python -m bench --only cold`.

Each is a process of its own with an empty cache, from its start to its end, and then once more with
what that left; in seconds of the processor, which is what one waits for on a machine that has
nothing else to do, and the memory it took.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.row import Row
from bench.startup import used

TURNS = 3
MASA = "from pokermasa.cli import main; import sys; sys.argv = ['masa', *{!r}]; main()"
FIRST = {
    "masa equity": MASA.format(["equity", "AhKh", "QsQd"]),
    "masa match house caller": MASA.format(
        ["match", "house", "caller", "--hands", "20", "--workers", "1"]
    ),
    "rollout(1000, 6)": "from pokermasa.batch import rollout; rollout(1000, 6)",
    "Table(6)": "from pokermasa.batch import Table; Table(6)",
    "HoldemEnv": (
        "import gymnasium, pokermasa.learn;"
        "gymnasium.make('pokermasa/NoLimitHoldem-v0', opponents=['caller']).reset(seed=1)"
    ),
    "evaluate": "from pokermasa.batch import evaluate; evaluate([[51, 47, 43, 39, 35, 1, 4]])",
}


def rows(scale: float = 1.0) -> Iterator[Row]:
    some = FIRST if scale >= 0.1 else {name: FIRST[name] for name in ("rollout(1000, 6)",)}
    for name, program in some.items():
        times: dict[str, float] = {}
        for _ in range(max(1, round(TURNS * scale))):
            with TemporaryDirectory() as folder:
                for which in ("cold", "warm"):
                    taken, most = waited(program, Path(folder))
                    times[which] = min(times.get(which, taken), taken)
        yield Row(f"{name}, first", times["cold"], "s", note=f"{most:,.0f} MiB")
        yield Row(f"{name}, again", times["warm"], "s")


def waited(program: str, folder: Path) -> tuple[float, float]:
    """Seconds, and MiB at most."""
    told = (
        "\nimport resource, sys; print('KiB', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    if program.endswith("main()"):
        program = program.removesuffix("main()") + "\ntry: main()\nexcept SystemExit: pass"
    before = used()
    done = subprocess.run(
        [sys.executable, "-c", program + told],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
        check=True,
        capture_output=True,
        text=True,
    )
    return used() - before, int(done.stdout.split()[-1]) / 1024
