"""Evaluations a second, beside eval7 (compiled) and pokerkit: `python -m bench --only evaluate`.

One call at a time, on the same random hands, cards already read. Ours and theirs take turns, each
through all hands in pieces of a few milliseconds, and each keeps its best piece: so a machine that
is busy with something else hurts neither more than the other, and no table stays in the cache for
want of other hands.
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
"""What evaluates, and its cards."""


def rows(scale: float = 1.0, seed: int = 1) -> Iterator[Row]:
    source = Random(seed)
    hands = max(1000, round(HANDS * scale))
    for count in (7, 6, 5):
        dealt = [source.sample(range(52), count) for _ in range(hands)]
        yield from _compare(dealt, max(1, round(TURNS * scale)))


def _peers() -> tuple[dict[str, Peer], dict[str, str]]:
    """What to call, with cards of each one's own kind; and why one is not there."""
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
    """Each hand is card numbers, which every evaluator gets in its own kind of cards."""
    found, notes = _peers()
    ours: dict[str, Peer] = {
        "rank": (strength.rank, CARDS),
        "evaluate": (strength.evaluate, CARDS),
    }
    # A timer each: CPython fits a loop to what it calls, and one loop for all would fit none.
    timers, counts = {}, {}
    for name, (ask, cards) in (ours | found).items():
        # pokerkit tries every five, so a fiftieth of the hands keeps it busy for as long
        some = hands[::50] if name == "pokerkit" else hands
        given = [tuple([cards[i] for i in hand]) for hand in some]
        pieces = cycle([given[place::PIECES] for place in range(PIECES)])
        counts[name] = len(some) / PIECES
        timers[name] = Timer(
            "for hand in piece: ask(hand)",
            "piece = next(pieces)",
            globals={"ask": ask, "pieces": pieces},
        )
    strength.rank(CARDS[:5])  # the first question fills the tables
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
