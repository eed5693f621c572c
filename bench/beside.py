"""The hands and acts that `masa bench` measures, beside other engines (peers.py).

Each plays the same kind of hands, on one core, in turns, and keeps its best turn: a busy moment of
the machine hurts none more than the others. bench/evaluate.py does the same for evaluations.
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
    """Ours and every peer, in turns. One that is not installed, or crashes, gets a row that says
    so."""
    works: dict[str, Work] = {"": ours}
    notes = dict.fromkeys(peers, note)
    best = {"": 0.0}

    def tried(name: str, ask: Callable[[], float]) -> float:
        """What *ask* answers; 0 for a peer that failed and takes part no longer."""
        try:
            return ask()
        except Exception as error:
            if not name:
                raise  # ours never may
            notes[name] = missing(error)
        works.pop(name, None)
        best.pop(name, None)
        return 0.0

    def prepare(name: str, peer: Callable[[], Work]) -> float:
        works[name] = peer()
        works[name]()  # compiled, and tables filled
        return 0.0

    with quiet():
        ours()
        for name, peer in peers.items():
            tried(name, partial(prepare, name, peer))
        for _ in range(TURNS):
            for name, work in [*works.items()]:
                paced = tried(name, partial(pace, work, seconds / TURNS))
                if name in works:
                    best[name] = max(best.get(name, 0.0), paced)
    for name in peers:
        yield Row(what, best[""], "/s", name, best.get(name), notes[name])


@contextmanager
def quiet() -> Iterator[None]:
    """One of the engines prints from Rust at every showdown."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def hand_by_hand(peer: Callable[[], peers.Play]) -> Work:
    play, source = peer(), Random(1)

    def work() -> int:
        play(source)
        return 1

    return work


def open_spiel_loop() -> Work:
    """Its own loop over its own random bots, to which every amount is an act of its own."""
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
"""By part of `masa bench`."""
