"""Measures evaluations a second beside eval7 (compiled) and pokerkit: `python -m bench --only
evaluate`.

Each call evaluates one hand. All engines evaluate the same random hands, whose cards have been
parsed before. They take turns, each with pieces of a few milliseconds, and the best piece of each
counts. So other load on the machine does not matter, and each piece has other hands than the one
before, as in real use.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random
from timeit import Timer
from typing import Any

from bench.row import Row, missing, peer
from pokermasa import strength
from pokermasa.cards import CARDS

HANDS = 100_000
TURNS = 5
PIECES = 20
Peer = tuple[Callable[[Any], object], Sequence[Any]]
"""An evaluator, and its way to make a card."""


def rows(scale: float = 1.0, seed: int = 1) -> Iterator[Row]:
    source = Random(seed)
    hands = max(1000, round(HANDS * scale))
    for count in (7, 6, 5):
        dealt = [source.sample(range(52), count) for _ in range(hands)]
        yield from _compare(dealt, max(1, round(TURNS * scale)))


def _peers() -> tuple[dict[str, Peer], dict[str, str]]:
    """Return the evaluators of other engines. For a missing one, the reason."""
    eval7, no_eval7 = peer("eval7")
    pokerkit, no_pokerkit = peer("pokerkit")
    found: dict[str, Peer] = {}
    if eval7 is not None:
        found["eval7"] = eval7.evaluate, [eval7.Card(str(card)) for card in CARDS]
    if pokerkit is not None:
        cards = [next(pokerkit.Card.parse(str(card))) for card in CARDS]
        found["pokerkit"] = pokerkit.StandardHighHand.from_game, cards
    return found, {"eval7": no_eval7, "pokerkit": no_pokerkit}


def _compare(hands: list[list[int]], turns: int) -> Iterator[Row]:
    """Compare all evaluators. *hands* are card numbers, which each evaluator gets as its own
    cards.
    """
    found, notes = _peers()
    ours: dict[str, Peer] = {
        "rank": (strength.rank, CARDS),
        "evaluate": (strength.evaluate, CARDS),
    }
    # Each evaluator has a copy of the loop, because CPython specialises a loop's code for the
    # function called in it.
    timers, counts = {}, {}
    for name, (ask, cards) in (ours | found).items():
        # pokerkit tries every combination of five cards, so it gets a fiftieth of the hands.
        some = hands[::50] if name == "pokerkit" else hands
        given = [tuple([cards[i] for i in hand]) for hand in some]
        pieces = cycle([given[place::PIECES] for place in range(PIECES)])
        counts[name] = len(some) / PIECES
        timers[name] = Timer(
            "for hand in piece: ask(hand)",
            "piece = next(pieces)",
            globals={"ask": ask, "pieces": pieces},
        )
    strength.rank(CARDS[:5])  # The first call fills the tables.
    best = dict.fromkeys(timers, 0.0)
    for _ in range(turns):
        for name, timer in [*timers.items()]:
            try:
                seconds = min(timer.repeat(PIECES, number=1))
            except Exception as error:
                if name in ours:
                    raise
                notes[name] = missing(error)
                del timers[name], best[name]
                continue
            best[name] = max(best[name], counts[name] / max(seconds, 1e-9))
    for name in ours:
        for other, note in notes.items():
            what = f"{len(hands[0])} cards: strength.{name}"
            yield Row(what, best[name], "/s", other, best.get(other), note)
