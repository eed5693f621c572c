"""Whole hands in compiled loops, and acts at many tables, beside pokerkit and open_spiel:
`python -m bench.tables`. What is measured is what `masa bench` measures.
"""

from typing import NamedTuple

from pokermasa.batch import rollout
from pokermasa.batch.threads import thread_count
from pokermasa.cli.bench import BLINDS, STACKS, rollouts, steps

SECONDS = 3.0
HANDS = 2_000_000


class Row(NamedTuple):
    what: str
    ours: float
    """A second."""
    peer: str
    theirs: float
    """A second."""
    note: str = ""


def rows(seconds: float = SECONDS) -> list[Row]:
    compared = [*rollouts(seconds), *steps(seconds)]
    found = [Row(*row) for row in compared if row.theirs is not None]
    threads = thread_count(None)
    one, all_of_them = (max(_paces(number)) for number in (1, threads))
    note = f"{threads} threads, by the clock on the wall"
    return [*found, Row("hands, `rollout`", all_of_them, "one thread", one, note)]


def _paces(threads: int) -> list[float]:
    return [
        rollout(HANDS, len(STACKS), "random", "tda", STACKS, BLINDS, seed, threads).hands_a_second
        for seed in range(3)
    ]


if __name__ == "__main__":
    for row in rows():
        print(
            f"{row.what:24} {row.ours:14,.0f}/s   {row.peer:24} {row.theirs:12,.0f}/s"
            f"   {row.ours / row.theirs:8.1f} times   {row.note}"
        )
