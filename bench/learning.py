"""Steps a second in the learning environments, beside RLCard's.

`python -m bench --only learning`
"""

import time
from collections.abc import Callable, Iterator

import gymnasium
import numpy as np

import pokermasa.learn
from bench.row import Row, missing
from pokermasa.learn.every_seat import raw_env

SECONDS = 3.0
TABLES = 4096


def rows(scale: float = 1.0) -> Iterator[Row]:
    assert pokermasa.learn.IDS
    seconds = SECONDS * scale
    theirs, note = None, ""
    try:
        theirs = pace(rlcard(), seconds)
    except Exception as error:
        note = missing(error)
    what = "steps of all seats, heads-up"
    yield Row(what, pace(every_seat(), seconds), "/s", "rlcard", theirs, note)
    yield Row("steps against a caller, heads-up", pace(single(["caller"]), seconds))
    yield Row("steps against five callers", pace(single(["caller"] * 5), seconds))
    for players in (2, 6):
        ours = pace(vector(players), seconds)
        yield Row(f"steps at {TABLES:,} tables of {players}, random", ours)


def pace(play: Callable[[], int], seconds: float) -> float:
    """*play* plays a little and answers how many steps that took. Time is the processor's: others
    may be using the machine."""
    play()  # what is compiled or loaded on first use
    steps, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds or not steps:
        steps += play()
    return steps / max(taken, 1e-9)


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
