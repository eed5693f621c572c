"""Measures hands and boards in bulk beside eval7 and poker_equity: `python -m bench --only batch`.

The engines take turns, and the best turn of each counts. Compilation ends before the first turn.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bench.row import Row, best, peer
from pokermasa import batch
from pokermasa.cards import CARDS
from pokermasa.equity import equity

TURNS = 7
SECONDS = 10.0
"""Longest time in seconds for all turns of a row, except the first turn of each engine."""


def rows(scale: float = 1.0) -> Iterator[Row]:
    yield from evaluations(scale)
    yield from equities(scale)
    yield from first_use(scale)


def evaluations(scale: float) -> Iterator[Row]:
    source = np.random.default_rng(1)
    pieces = max(1, round(40 * scale))
    drawn = np.concatenate(
        [source.random((100_000, 52)).argpartition(7, axis=1)[:, :7] for _ in range(pieces)]
    ).astype(np.uint8)
    few = drawn[:100_000:10] if scale < 0.1 else drawn[:100_000]
    wide = drawn.astype(np.int64)
    works: dict[str, Callable[[], object]] = {
        "one": lambda: batch.evaluate(drawn),
        "all": lambda: batch.evaluate(drawn, threads=None),
        "wide": lambda: batch.evaluate(wide),
        "copied": lambda: batch.evaluate(wide.astype(np.uint8)),
    }
    eval7, note = peer("eval7")
    if eval7 is not None:
        cards = [eval7.Card(str(card)) for card in CARDS]
        theirs = [[cards[card] for card in hand] for hand in few.tolist()]
        works["eval7"] = lambda: [eval7.evaluate(hand) for hand in theirs]
    batch.evaluate(wide)  # compiled now
    taken = best(works, TURNS, SECONDS * scale)
    beside = len(few) / taken["eval7"] / 1e6 if "eval7" in taken else None
    millions = len(drawn) / 1e6
    yield Row("seven cards, one thread", millions / taken["one"], "M/s", "eval7", beside, note)
    yield Row("seven cards, all threads", millions / taken["all"], "M/s", "eval7", beside, note)
    copied = millions / taken["copied"]
    yield Row("seven cards as int64", millions / taken["wide"], "M/s", "uint8 and a copy", copied)
    for count in (6, 5):
        some = np.ascontiguousarray(drawn[:, :count])
        taken = best({"": partial(batch.evaluate, some)}, TURNS, SECONDS * scale)
        yield Row(f"{count} cards, one thread", millions / taken[""], "M/s")


QUESTIONS = {
    "AhKh v QsQd, 1,712,304 boards": (["AhKh", "QsQd"], ""),
    "AhKh v random, 2,097,572,400": (["AhKh", "random"], ""),
    "random v random, 2.8 × 10^12": (["random", "random"], ""),
    "AhKh v QQ+ v random on 2h7d9h": (["AhKh", "QQ+", "random"], "2h7d9h"),
}


def equities(scale: float) -> Iterator[Row]:
    module, note = peer("poker_equity")
    for what, (hands, board) in QUESTIONS.items():
        if scale < 0.1 and hands == ["random", "random"]:
            board = "2h7d9h"  # the same code with fewer boards
        equity(hands, board, exact=True)  # compiled now
        ask = partial(equity, hands, board, exact=True, threads=1)
        works: dict[str, Callable[[], object]] = {"ours": ask}
        why = note
        if module is not None and "random" in hands:
            why = "poker_equity counts no random hand"
        elif module is not None:
            works["theirs"] = partial(module.exact_from_text, "holdem", hands, board)
        taken = best(works, TURNS, SECONDS * scale)
        theirs = 1e3 * taken["theirs"] if "theirs" in taken else None
        yield Row(what, 1e3 * taken["ours"], "ms", "poker_equity", theirs, why)
    precision = 0.0005 if scale >= 0.1 else 0.01
    ask = partial(equity, ["random"] * 6, precision=precision, threads=1)
    sampled = ask().looked_at
    works = {"ours": ask}
    samples = max(1000, round(200_000 * scale))
    if module is not None:
        how = {"samples": samples, "threads": 1}
        works["theirs"] = partial(module.chunk_from_text, "holdem", ["**"] * 6, **how)
    taken = best(works, TURNS, SECONDS * scale)
    theirs = samples / taken["theirs"] / 1e6 if "theirs" in taken else None
    ours = sampled / taken["ours"] / 1e6
    yield Row("six random hands, sampled", ours, "M/s", "poker_equity", theirs, note)


def first_use(scale: float) -> Iterator[Row]:
    """Return the seconds from the start of a new process to its first answer, with compiled code on
    disk.
    """
    program = "from pokermasa.equity import equity; equity(['AhKh', 'QsQd'])"
    run = partial(subprocess.run, [sys.executable, "-c", program], check=True)
    taken = best({"": run}, TURNS, SECONDS * scale)
    yield Row("a new process and AhKh v QsQd", 1e3 * taken[""], "ms")
