"""Replaying real hands from PHH, beside pokerkit: `python -m bench --only replay`.

The same files for both, from opening the file to the last chip paid: read, parsed, every act
checked, hands compared at showdown. Ours and theirs take turns and each keeps its best turn; before
that, both have to come to the same results. Where the Pluribus sample is not beside the repository,
hands that we played ourselves stand in.
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
"""Many hands in one file, of several sites, with money and times of day."""
TURNS = 9
Way = Callable[[Path], list[Any]]


def ours(path: Path) -> list[int]:
    with path.open("rb") as file:
        end = result(phh.read(file.read().decode()))
    assert end is not None
    return list(end.stacks)


def ours_act_by_act(path: Path) -> list[int]:
    """Without the shortcut for plain hands: each act through a `Situation`."""
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
    """Six-handed hands of our own, a file each."""
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
        warnings.simplefilter("ignore")  # pokerkit comments on folds it finds needless
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
            rounds = 1 if name == "pokerkit" else 10  # all long enough for the clock
            start = process_time()
            for _ in range(rounds):
                for path in paths:
                    way(path)
            best[name] = max(best[name], rounds * len(paths) / (process_time() - start))
    return best
