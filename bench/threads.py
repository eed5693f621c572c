"""Measures whole hands in compiled loops, on one thread and on all of them."""

from collections.abc import Iterator

from bench.row import Row
from pokermasa.batch import rollout
from pokermasa.batch.threads import thread_count
from pokermasa.cli.commands.bench import BLINDS, STACKS

HANDS = 2_000_000


def rows(scale: float = 1.0) -> Iterator[Row]:
    threads = thread_count(None)
    one, all_of_them = (pace(number, scale) for number in (1, threads))
    note = f"{threads} threads, by the clock on the wall"
    yield Row("hands, `rollout`", all_of_them, "/s", "one thread", one, note)


def pace(threads: int, scale: float) -> float:
    hands = max(1000, int(HANDS * scale))
    return max(
        rollout(hands, len(STACKS), "random", "tda", STACKS, BLINDS, seed, threads).hands_a_second
        for seed in range(3)
    )
