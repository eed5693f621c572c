"""Steps a second in the learning environments, beside RLCard's: `python -m bench.learning`."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import gymnasium
import numpy as np

import pokermasa.learn
from pokermasa.learn.every_seat import raw_env

SECONDS = 3.0
TABLES = 4096


class Row(NamedTuple):
    what: str
    ours: float
    """A second."""
    peer: str = ""
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        return None if self.theirs is None else self.ours / self.theirs


def rows(seconds: float = SECONDS) -> Iterator[Row]:
    assert pokermasa.learn.IDS
    try:
        theirs = pace(rlcard(), seconds)
    except ImportError:
        theirs = None
    yield Row("steps of all seats, heads-up", pace(every_seat(), seconds), "rlcard", theirs)
    yield Row("steps against a caller, heads-up", pace(single(["caller"]), seconds))
    yield Row("steps against five callers", pace(single(["caller"] * 5), seconds))
    for players in (2, 6):
        ours = pace(vector(players), seconds)
        yield Row(f"steps at {TABLES:,} tables of {players}, random opponents", ours)


def pace(play: Callable[[], int], seconds: float) -> float:
    """*play* plays a little and answers how many steps that took. Time is the processor's: others
    may be using the machine."""
    play()  # what is compiled or loaded on first use
    steps, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        steps += play()
    return steps / taken


def single(opponents: list[str]) -> Callable[[], int]:
    table = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=opponents).unwrapped
    luck = np.random.default_rng(1)
    table.reset(seed=1)

    def play() -> int:
        steps, is_over = 0, False
        seen, _ = table.reset()
        while not is_over:
            seen, _, is_over, _, _ = table.step(luck.choice(np.flatnonzero(seen["action_mask"])))
            steps += 1
        return steps

    return play


def every_seat() -> Callable[[], int]:
    table = raw_env()
    luck = np.random.default_rng(1)

    def play() -> int:
        table.reset()
        steps = 0
        while not any(table.terminations.values()):
            seen, *_ = table.last()
            table.step(luck.choice(np.flatnonzero(seen["action_mask"])))
            steps += 1
        return steps

    return play


def vector(players: int) -> Callable[[], int]:
    table = gymnasium.make_vec(
        "pokermasa/NoLimitHoldem-v0",
        num_envs=TABLES,
        vectorization_mode="vector_entry_point",
        opponents=["random"] * (players - 1),
    )
    seen, _ = table.reset(seed=1)
    luck = np.random.default_rng(1)

    def play() -> int:
        nonlocal seen
        acts = (seen["action_mask"] * luck.random(seen["action_mask"].shape)).argmax(axis=1)
        seen, *_ = table.step(acts)
        return TABLES

    return play


def rlcard() -> Callable[[], int]:
    import rlcard

    table = rlcard.make("no-limit-holdem", config={"seed": 1})
    luck = np.random.default_rng(1)

    def play() -> int:
        state, _ = table.reset()
        steps = 0
        while not table.is_over():
            state, _ = table.step(luck.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


if __name__ == "__main__":
    for row in rows():
        beside = "" if row.theirs is None else f"   {row.peer} {row.theirs:,.0f}/s"
        print(f"{row.what:52} {row.ours:12,.0f}/s{beside}")
