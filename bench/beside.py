"""Measures the hands and acts of `masa bench` beside other engines (peers.py).

Every engine plays the same kind of hands on one core. The engines take turns, and the best turn of
each counts, so that a moment of other load on the machine does not matter. bench/evaluate.py does
the same for evaluations.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from bench import peers
from bench.row import Row, missing
from pokermasa.cli.commands.bench import PARTS, STACKS, TURNS, Only, Work, pace


def rows(seconds: float, part: Only) -> Iterator[Row]:
    for what, work, note in PARTS[part]():
        yield from compare(what, work, PEERS[part], seconds, note)


def compare(
    what: str, ours: Work, peers: dict[str, Callable[[], Work]], seconds: float, note: str = ""
) -> Iterator[Row]:
    """Measure our engine and every peer in turns. A peer that is missing or crashes gets a row that
    says so.
    """
    works: dict[str, Work] = {"": ours}
    notes = dict.fromkeys(peers, note)
    best = {"": 0.0}

    def tried(name: str, ask: Callable[[], float]) -> float:
        """Return the result of *ask*. A peer that fails gets 0 and is not asked again."""
        try:
            return ask()
        except Exception as error:
            if not name:
                raise  # Our own engine must not fail.
            notes[name] = missing(error)
        works.pop(name, None)
        best.pop(name, None)
        return 0.0

    def prepare(name: str, peer: Callable[[], Work]) -> float:
        works[name] = peer()
        works[name]()  # compiles code and fills tables
        return 0.0

    with quiet():
        ours()
        for name, peer in peers.items():
            tried(name, partial(prepare, name, peer))
        for _ in range(TURNS):
            for name, function in [*works.items()]:
                paced = tried(name, partial(pace, function, seconds / TURNS))
                if name in works:
                    best[name] = max(best.get(name, 0.0), paced)
    for name in peers:
        yield Row(what, best[""], "/s", name, best.get(name), notes[name])


@contextmanager
def quiet() -> Iterator[None]:
    """Redirects the standard output to /dev/null, because one engine prints from Rust at every
    showdown.
    """
    sys.stdout.flush()
    stored = os.dup(1)
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(stored, 1)
        os.close(stored)


def hand_by_hand(peer: Callable[[], peers.Play]) -> Work:
    play, source = peer(), Random(1)

    def play_hand() -> int:
        play(source)
        return 1

    return play_hand


def open_spiel_loop() -> Work:
    """Return open_spiel's own loop with its own random bots. Every amount of a raise is an action
    there.
    """
    module: Any = import_module("pyspiel")
    game = peers.spiel_game(module)
    bots = [module.make_uniform_random_bot(place, place) for place in range(len(STACKS))]
    numbers = iter(range(10**9))

    def play() -> int:
        for _ in range(100):
            module.evaluate_bots(game.new_initial_state(), bots, next(numbers))
        return 100

    return play


def open_spiel_acts() -> Work:
    play, source = peers.open_spiel(), Random(1)
    return lambda: play(source)


HANDS: dict[str, Callable[[], Work]] = {
    name: partial(hand_by_hand, peer) for name, peer in peers.PEERS.items()
}
PEERS = {
    Only.TABLE: HANDS,
    Only.HANDS: HANDS,
    Only.ROLLOUT: HANDS | {"open_spiel, its own loop": open_spiel_loop},
    Only.STEPS: {"open_spiel, in C++": open_spiel_acts},
}
"""Peers by part of `masa bench`."""
