"""Evaluations a second, beside eval7 (compiled) and pokerkit: `python bench/evaluate.py`.

One call at a time, on the same random hands, cards already read. Ours and theirs take turns, each
through all hands in pieces of a few milliseconds, and each keeps its best piece: so a machine that
is busy with something else hurts neither more than the other, and no table stays in the cache for
want of other hands.
"""

from itertools import cycle
from random import Random
from timeit import Timer
from typing import NamedTuple

import eval7
import pokerkit

from pokermasa import strength
from pokermasa.cards import CARDS

TURNS = 5
PIECES = 20


class Row(NamedTuple):
    what: str
    ours: float
    """A second."""
    peer: str
    theirs: float
    """A second."""

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def rows(hands: int = 100_000, seed: int = 1) -> list[Row]:
    source = Random(seed)
    return [
        row
        for count in (7, 6, 5)
        for row in _compare([source.sample(range(52), count) for _ in range(hands)])
    ]


def _compare(hands: list[list[int]]) -> list[Row]:
    """Each hand is card numbers, which every evaluator gets in its own kind of cards."""
    by_eval7 = [eval7.Card(str(card)) for card in CARDS]
    by_pokerkit = [next(pokerkit.Card.parse(str(card))) for card in CARDS]
    asked = {
        "number": (strength.number, CARDS, hands),
        "evaluate": (strength.evaluate, CARDS, hands),
        "eval7": (eval7.evaluate, by_eval7, hands),
        # it tries every five, so a fiftieth of the hands keeps it busy for as long
        "pokerkit": (pokerkit.StandardHighHand.from_game, by_pokerkit, hands[::50]),
    }
    # A timer each: CPython fits a loop to what it calls, and one loop for all would fit none.
    timers = {}
    for name, (ask, cards, some) in asked.items():
        given = [tuple([cards[i] for i in hand]) for hand in some]
        pieces = cycle([given[place::PIECES] for place in range(PIECES)])
        timers[name] = Timer(
            "for hand in piece: ask(hand)",
            "piece = next(pieces)",
            globals={"ask": ask, "pieces": pieces},
        )
    strength.number(CARDS[:5])  # the first question fills the tables
    best = dict.fromkeys(asked, 0.0)
    for _ in range(TURNS):
        for name, timer in timers.items():
            seconds = min(timer.repeat(PIECES, number=1))
            best[name] = max(best[name], len(asked[name][2]) / PIECES / seconds)
    return [
        Row(f"{len(hands[0])} cards: strength.{name}", best[name], peer, best[peer])
        for name in ("number", "evaluate")
        for peer in ("eval7", "pokerkit")
    ]


if __name__ == "__main__":
    for row in rows():
        print(
            f"{row.what:30} {row.ours:12,.0f}/s   {row.peer:8} {row.theirs:12,.0f}/s"
            f"   {row.ratio:8.2f} times"
        )
