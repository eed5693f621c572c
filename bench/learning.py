"""Measures the steps a second of our learning environments beside RLCard's and open_spiel's.

`python -m bench --only learning`. All players choose random actions by numbers that were drawn
before. The measured time includes the ends and starts of hands. The environments take turns, and
the best turn of each counts.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import pokermasa.learn
from bench.row import Row, missing
from pokermasa.learn.every_seat import raw_env
from pokermasa.learn.like_open_spiel import SpielEnv
from pokermasa.learn.like_rlcard import RLCardEnv
from pokermasa.learn.vector import Batched

SECONDS = 3.0
TURNS = 5
TABLES = 4096
Play = Callable[[], int]
"""Function that plays a hand, or a step at every table, and returns the number of steps."""


def rows(scale: float = 1.0) -> Iterator[Row]:
    assert pokermasa.learn.IDS
    works: dict[str, Play] = {
        "steps of all seats, heads-up": every_seat(2),
        "steps of all seats, six-handed": every_seat(6),
        "steps as RLCard's, heads-up": as_rlcard(RLCardEnv(players=2, seed=1)),
        "steps as open_spiel's, heads-up": as_spiel(SpielEnv(players=2, seed=1)),
        "steps against a caller, heads-up": single(["caller"]),
        "steps against five callers": single(["caller"] * 5),
        "steps against a bot, heads-up": single(["basic"]),
    }
    peers: dict[str, Callable[[], Play]] = {"rlcard": rlcard, "open_spiel": open_spiel}
    notes = dict.fromkeys(peers, "")
    found = {}
    for name, peer in peers.items():
        try:
            found[name] = peer()
            found[name]()
        except Exception as error:
            notes[name] = missing(error)
            found.pop(name, None)
    paces = race(works | found, SECONDS * scale)
    for what in works:
        for name in peers:
            yield Row(what, paces[what], "/s", name, paces.get(name), notes[name])
    many = {
        f"steps at {TABLES:,} tables of {players}, random": vector(players) for players in (2, 6)
    }
    many[f"steps at {TABLES:,} tables of 2, self-play"] = vector(2, self_play=2, opponents=None)
    called = [Batched(lambda seen, mask: np.ones(len(mask), np.int64))]
    many[f"steps at {TABLES:,} tables of 2, Python by batch"] = vector(2, opponents=called)
    for what, pace in race(many, SECONDS * scale).items():
        yield Row(what, pace)


def race(works: dict[str, Play], seconds: float) -> dict[str, float]:
    """Return the steps per second of processor time: the best of several turns of each."""
    best = dict.fromkeys(works, 0.0)
    for function in works.values():
        function()  # compiles code and loads tables
    for _ in range(TURNS):
        for name, function in works.items():
            steps, began = 0, process_time()
            while (taken := process_time() - began) < seconds / TURNS or not steps:
                steps += function()
            best[name] = max(best[name], steps / max(taken, 1e-9))
    return best


def drawn() -> Iterator[int]:
    """Return an endless iterator of random numbers that were drawn before."""
    return cycle(np.random.default_rng(1).integers(0, 5040, 100_003).tolist())


def single(opponents: list[str]) -> Play:
    table = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=opponents).unwrapped
    numbers = drawn()
    table.reset(seed=1)

    def play() -> int:
        steps, is_over = 0, False
        seen, _ = table.reset()
        while not is_over:
            allowed = seen["action_mask"].nonzero()[0]
            action = allowed[next(numbers) % len(allowed)]
            seen, _, is_over, _, _ = table.step(action)
            steps += 1
        return steps

    return play


def every_seat(players: int) -> Play:
    table = raw_env(players=players)
    numbers = drawn()

    def play() -> int:
        table.reset()
        steps, is_over = 0, False
        while not is_over:
            seen, _, is_over, _, _ = table.last()
            if not is_over:
                allowed = seen["action_mask"].nonzero()[0]
                table.step(allowed[next(numbers) % len(allowed)])
                steps += 1
        return steps

    return play


def vector(players: int, **options: Any) -> Play:
    table = gymnasium.make_vec(
        "pokermasa/NoLimitHoldem-v0",
        num_envs=TABLES,
        vectorization_mode="vector_entry_point",
        **{"opponents": ["random"] * (players - 1)} | options,
    )
    seen, _ = table.reset(seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        nonlocal seen
        acts = (seen["action_mask"] * rng.random(seen["action_mask"].shape)).argmax(axis=1)
        seen, *_ = table.step(acts)
        return TABLES

    return play


def as_rlcard(table: Any) -> Play:
    numbers = drawn()

    def play() -> int:
        state, _ = table.reset()
        steps = 0
        while not table.is_over():
            allowed = list(state["legal_actions"])
            state, _ = table.step(allowed[next(numbers) % len(allowed)])
            steps += 1
        return steps

    return play


def rlcard() -> Play:
    import rlcard

    return as_rlcard(rlcard.make("no-limit-holdem", config={"seed": 1}))


def as_spiel(table: Any) -> Play:
    numbers = drawn()

    def play() -> int:
        step = table.reset()
        steps = 0
        while not step.last():
            seen = step.observations
            allowed = seen["legal_actions"][seen["current_player"]]
            step = table.step([allowed[next(numbers) % len(allowed)]])
            steps += 1
        return steps

    return play


def open_spiel() -> Play:
    """Return `universal_poker` with two players and four actions (fold, call, pot, all in)."""
    from open_spiel.python import rl_environment

    options = {
        **{"betting": "nolimit", "bettingAbstraction": "fcpa", "numPlayers": 2, "numRounds": 4},
        **{"blind": "2 1", "firstPlayer": "2 1 1 1", "stack": "200 200", "numSuits": 4},
        **{"numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1"},
    }
    table = rl_environment.Environment("universal_poker", **options)
    table.seed(1)
    return as_spiel(table)
