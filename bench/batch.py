"""Hands and boards in bulk, beside eval7 and poker_equity: `python -m bench.batch`.

Ours and theirs take turns, and each keeps its best turn. Compiling is over before the first.
"""

import importlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from pokermasa import batch
from pokermasa.cards import CARDS
from pokermasa.strength.equity import equity

TURNS = 7


class Row(NamedTuple):
    what: str
    ours: float
    """In `unit`."""
    unit: str
    peer: str = ""
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times faster we are."""
        if self.theirs is None:
            return None
        return self.theirs / self.ours if self.unit == "ms" else self.ours / self.theirs


def installed(name: str) -> Any | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def seconds(*works: Callable[[], object]) -> list[float]:
    """The best time of each."""
    best = [float("inf")] * len(works)
    for _ in range(TURNS):
        for index, work in enumerate(works):
            before = time.perf_counter()
            work()
            best[index] = min(best[index], time.perf_counter() - before)
    return best


def rows() -> Iterator[Row]:
    yield from evaluations()
    yield from equities()
    yield from first_use()


def evaluations(hands: int = 4_000_000) -> Iterator[Row]:
    source = np.random.default_rng(1)
    drawn = np.concatenate(
        [
            source.random((100_000, 52)).argpartition(7, axis=1)[:, :7]
            for _ in range(hands // 100_000)
        ]
    ).astype(np.uint8)
    works: list[Callable[[], object]] = [
        lambda: batch.evaluate(drawn),
        lambda: batch.evaluate(drawn, threads=None),
    ]
    if eval7 := installed("eval7"):
        cards = [eval7.Card(str(card)) for card in CARDS]
        few = [[cards[card] for card in hand] for hand in drawn[:100_000].tolist()]
        works.append(lambda: [eval7.evaluate(hand) for hand in few])
    batch.evaluate(drawn[:10])
    one, all_threads, *theirs = seconds(*works)
    what = "seven cards, one thread"
    if theirs:
        yield Row(what, hands / one / 1e6, "M/s", "eval7", len(few) / theirs[0] / 1e6)
    else:
        yield Row(what, hands / one / 1e6, "M/s")
    yield Row("seven cards, all threads", hands / all_threads / 1e6, "M/s")
    for count in (6, 5):
        some = np.ascontiguousarray(drawn[:, :count])
        (taken,) = seconds(lambda some=some: batch.evaluate(some))
        yield Row(f"{count} cards, one thread", hands / taken / 1e6, "M/s")


def equities() -> Iterator[Row]:
    peer = installed("poker_equity")
    questions = {
        "AhKh v QsQd, 1,712,304 boards": (["AhKh", "QsQd"], ""),
        "AhKh v random, 2,097,572,400": (["AhKh", "random"], ""),
        "random v random, 2.8 × 10^12": (["random", "random"], ""),
        "AhKh v QQ+ v random on 2h7d9h": (["AhKh", "QQ+", "random"], "2h7d9h"),
    }
    for what, (hands, board) in questions.items():
        equity(hands, board, exact=True)  # compiled from here on
        works: list[Callable[[], object]] = [
            lambda hands=hands, board=board: equity(hands, board, exact=True, threads=1)
        ]
        asked = peer and "random" not in hands
        if asked:
            works.append(
                lambda hands=hands, board=board: peer.exact_from_text("holdem", hands, board)
            )
        ours, *theirs = seconds(*works)
        if asked:
            yield Row(what, 1e3 * ours, "ms", "poker_equity", 1e3 * theirs[0])
        else:
            yield Row(what, 1e3 * ours, "ms")
    equity(["random"] * 6, precision=0.01)
    sampled = equity(["random"] * 6, precision=0.0005, threads=1).looked_at
    works = [lambda: equity(["random"] * 6, precision=0.0005, threads=1)]
    if peer:
        works.append(lambda: peer.chunk_from_text("holdem", ["**"] * 6, samples=200_000, threads=1))
    ours, *theirs = seconds(*works)
    what = "six random hands, sampled"
    if theirs:
        yield Row(what, sampled / ours / 1e6, "M/s", "poker_equity", 0.2 / theirs[0])
    else:
        yield Row(what, sampled / ours / 1e6, "M/s")


def first_use() -> Iterator[Row]:
    """A new process, from its start to the first answer; code already compiled on disk."""
    program = "from pokermasa.strength.equity import equity; equity(['AhKh', 'QsQd'])"
    (taken,) = seconds(lambda: subprocess.run([sys.executable, "-c", program], check=True))
    yield Row("a new process and AhKh v QsQd", 1e3 * taken, "ms")


if __name__ == "__main__":
    for row in rows():
        theirs = f"{row.peer:13} {row.theirs:10,.2f} {row.unit}" if row.theirs else " " * 28
        ratio = f"{row.ratio:10,.1f} times" if row.ratio else ""
        print(f"{row.what:32} {row.ours:10,.2f} {row.unit:3}   {theirs} {ratio}", flush=True)
