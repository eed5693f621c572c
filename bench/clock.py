"""How many a second of processor time, so that a busy machine does not count. Engines take turns,
and each keeps its best turn, so that no moment of the machine hurts one more than the others."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from time import process_time
from typing import NamedTuple

from bench.hands import Play

TURNS = 5


class Pace(NamedTuple):
    hands_a_second: float
    acts_a_hand: float


def race(engines: Mapping[str, Play], seconds: float) -> dict[str, Pace]:
    """Each engine plays for so many seconds in all."""
    best = dict.fromkeys(engines, 0.0)
    hands, acts = dict.fromkeys(engines, 0), dict.fromkeys(engines, 0)
    for turn in range(TURNS):
        for name, play in engines.items():
            source = Random(turn)
            with quiet():
                play(source)  # tables are filled, caches are warm
                count, began = 0, process_time()
                until = began + seconds / TURNS
                while (now := process_time()) < until:
                    acts[name] += play(source)
                    count += 1
            hands[name] += count
            best[name] = max(best[name], count / (now - began))
    return {name: Pace(best[name], acts[name] / hands[name]) for name in engines}


@contextmanager
def quiet() -> Iterator[None]:
    """One of the engines prints from Rust at every showdown."""
    kept = os.dup(1)
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
