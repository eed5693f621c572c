"""Replaying real hands from PHH, beside pokerkit: `python bench/replay.py`.

The same files for both, from opening the file to the last chip paid: read, parsed, every act
checked, hands compared at showdown. Ours and theirs take turns and each keeps its best turn; before
that, both have to come to the same results. Where the Pluribus sample is not beside the repository,
hands that we played ourselves stand in.
"""

import warnings
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import pokerkit

from pokermasa.notation import phh
from pokermasa.notation.replay import last_scene, result, settled

SAMPLE = Path(__file__).parents[2] / "shared" / "phh-sample" / "pluribus"
TURNS = 9


class Row(NamedTuple):
    what: str
    ours: float
    """Hands a second."""
    peer: str
    theirs: float
    """Hands a second."""

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def ours(path: Path) -> list[int]:
    with path.open("rb") as file:
        end = result(phh.read(file.read().decode()))
    assert end is not None
    return list(end.stacks)


def ours_act_by_act(path: Path) -> list[int]:
    """Without the shortcut for plain hands: each act through a `Situation`."""
    with path.open("rb") as file:
        end = settled(last_scene(phh.read(file.read().decode())))
    assert end is not None
    return list(end.stacks)


def theirs(path: Path) -> list[int]:
    with path.open("rb") as file:
        for state in pokerkit.HandHistory.load(file):  # noqa: B007
            pass
    return list(state.stacks)


def rows() -> list[Row]:
    if SAMPLE.is_dir():
        return compare("Pluribus", sorted(SAMPLE.glob("*.phh")))
    with TemporaryDirectory() as folder:
        return compare("our own", played(Path(folder)))


def played(folder: Path) -> list[Path]:
    """Six-handed hands of our own, a file each."""
    from tests.notation.playing import play

    paths = []
    for seed in range(100):
        paths.append(folder / f"{seed}.phh")
        paths[-1].write_text(phh.write(play(seed, "masa", players=6).history), "utf-8")
    return paths


def compare(whose: str, paths: list[Path]) -> list[Row]:
    ways = {
        f"{whose} hands from PHH": ours,
        f"{whose} hands, act by act": ours_act_by_act,
        "pokerkit": theirs,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit comments on folds it finds needless
        results = {name: [way(path) for path in paths] for name, way in ways.items()}
        assert len({str(one) for one in results.values()}) == 1, "the results differ"
        paces = race(ways, paths)
    peer = paces.pop("pokerkit")
    return [Row(what, pace, "pokerkit", peer) for what, pace in paces.items()]


def race(ways: dict[str, Callable[[Path], list[int]]], paths: list[Path]) -> dict[str, float]:
    best = dict.fromkeys(ways, 0.0)
    for _ in range(TURNS):
        for name, way in ways.items():
            rounds = 1 if name == "pokerkit" else 10  # all long enough for the clock
            start = process_time()
            for _ in range(rounds):
                for path in paths:
                    way(path)
            best[name] = max(best[name], rounds * len(paths) / (process_time() - start))
    return best


if __name__ == "__main__":
    for row in rows():
        print(
            f"{row.what:30} {row.ours:10,.0f}/s   {row.peer:8} {row.theirs:10,.0f}/s"
            f"   {row.ratio:8.2f} times"
        )
