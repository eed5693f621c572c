"""Measures the replay of real hands from PHH files beside pokerkit: `python -m bench --only
replay`.

Both read the same files, from opening a file to the last payment: every act is checked, and hands
are compared at showdown. They take turns, and the best turn of each counts. First, both must have
the same results. If the folder with the Pluribus sample is missing, hands played by our own engine
are used.
"""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from bench.row import Row, missing, peer
from pokermasa.histories import phh
from pokermasa.histories.replay import last_scene, result, settle

SAMPLES = Path(__file__).parents[2] / "shared" / "phh-sample"
SAMPLE = SAMPLES / "pluribus"
HANDHQ = SAMPLES / "handhq-nl.phhs"
"""A file with many hands of several sites, with money and times of day."""
TURNS = 9
Way = Callable[[Path], list[Any]]


def ours(path: Path) -> list[int]:
    with path.open("rb") as file:
        end = result(phh.read(file.read().decode()))
    assert end is not None
    return list(end.stacks)


def ours_act_by_act(path: Path) -> list[int]:
    """Replay every act through a `Situation`, without the shortcut for simple hands."""
    with path.open("rb") as file:
        end = settle(last_scene(phh.read(file.read().decode())))
    assert end is not None
    return list(end.stacks)


def theirs(pokerkit: Any, path: Path) -> list[int]:
    with path.open("rb") as file:
        for state in pokerkit.HandHistory.load(file):  # noqa: B007
            pass
    return list(state.stacks)


def ours_in_one(path: Path) -> list[Any]:
    with path.open(encoding="utf-8") as file:
        return [result(found.history) for found in phh.read_all(file) if found.history is not None]


def theirs_in_one(pokerkit: Any, path: Path) -> list[Any]:
    with path.open("rb") as file:
        return [list(hand)[-1].stacks for hand in pokerkit.HandHistory.load_all(file)]


def rows(scale: float = 1.0) -> Iterator[Row]:
    turns = max(1, round(TURNS * scale))
    if SAMPLE.is_dir():
        paths = sorted(SAMPLE.glob("*.phh"))
        yield from compare("Pluribus", paths[: max(5, round(len(paths) * scale))], turns)
        yield many_in_one(turns)
        return
    with TemporaryDirectory() as folder:
        hands = max(5, round(100 * min(scale, 1)))
        yield from compare("our own", played(Path(folder), hands), turns)


def played(folder: Path, hands: int) -> list[Path]:
    """Write six-handed hands of our own engine, one in each file."""
    from tests.histories.playing import play

    paths = []
    for seed in range(hands):
        paths.append(folder / f"{seed}.phh")
        paths[-1].write_text(phh.write(play(seed, "masa", players=6).history), "utf-8")
    return paths


def compare(whose: str, paths: list[Path], turns: int) -> Iterator[Row]:
    ways: dict[str, Way] = {
        f"{whose} hands from PHH": ours,
        f"{whose} hands, act by act": ours_act_by_act,
    }
    module, note = peer("pokerkit")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns about folds where a check is free.
        expected = [ours(path) for path in paths]
        if module is not None:
            try:
                assert [theirs(module, path) for path in paths] == expected, "the results differ"
                ways["pokerkit"] = partial(theirs, module)
            except Exception as error:
                note = missing(error)
        paces = race(ways, paths, turns)
    beside = paces.pop("pokerkit", None)
    for what, pace in paces.items():
        yield Row(what, pace, "/s", "pokerkit", beside, note)


def many_in_one(turns: int) -> Row:
    hands = len(ours_in_one(HANDHQ))
    ways: dict[str, Way] = {"HandHQ": ours_in_one}
    module, note = peer("pokerkit")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if module is not None:
            try:
                assert len(theirs_in_one(module, HANDHQ)) == hands, (
                    "it finds another number of hands"
                )
                ways["pokerkit"] = partial(theirs_in_one, module)
            except Exception as error:
                note = missing(error)
        paces = {name: pace * hands for name, pace in race(ways, [HANDHQ], turns).items()}
    what = "HandHQ hands from PHH, in one file"
    return Row(what, paces["HandHQ"], "/s", "pokerkit", paces.get("pokerkit"), note)


def race(ways: dict[str, Way], paths: list[Path], turns: int) -> dict[str, float]:
    best = dict.fromkeys(ways, 0.0)
    for _ in range(turns):
        for name, way in ways.items():
            rounds = 1 if name == "pokerkit" else 10  # each long enough to be measured
            start = process_time()
            for _ in range(rounds):
                for path in paths:
                    way(path)
            best[name] = max(best[name], rounds * len(paths) / (process_time() - start))
    return best
