"""Measures how long a decision of `house:limit` takes on one core: `python -m bench.decision`.

There are three rows: normal play, in which every hand has a new flop; with all cached boards
deleted before every decision; and the same hands a second time, with every board cached.
"""

import argparse
import time
from random import Random

from pokermasa.arena.hand import BotTable
from pokermasa.arena.terms import Terms
from pokermasa.bots.bot import MixedAct
from pokermasa.bots.limit.limit import Limit, shipped
from pokermasa.cards import Deck
from pokermasa.rules import Betting, HandDealer, View

GAME = Terms.for_rules("acpc", Betting.FIXED_LIMIT)
FEW = 20
"""Number of hands that are played a second time with every board cached."""


class Timed:
    """Measures the decisions of a bot. With *forgets*, its cached boards are deleted before every
    decision.
    """

    def __init__(self, bot: Limit, taken: list[float], forgets: bool) -> None:
        self._bot, self._taken, self._forgets = bot, taken, forgets

    def choose(self, view: View) -> MixedAct:
        if self._forgets:
            forget()
        began = time.thread_time()
        choice = self._bot.choose(view)
        self._taken.append(1000 * (time.thread_time() - began))
        return choice


def forget() -> None:
    _, buckets, rivers = shipped()
    buckets.forget()
    rivers.solved.cache_clear()


def played(hands: int, seed: int, solving: bool, forgets: bool = False) -> list[float]:
    """Return the milliseconds of each decision of both players."""
    taken: list[float] = []
    bots = [Timed(Limit(solving), taken, forgets) for _ in range(2)]
    table = BotTable(["a", "b"], bots, Random(seed))
    for hand in range(hands):
        cards = HandDealer.deal(Deck.shuffled(Random(f"{seed} {hand}")), 2, button=0)
        table.play(GAME.opening(2), cards)
    return sorted(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solving", action="store_true", help="house:limit,solving=1")
    options = parser.parse_args()
    played(10, options.seed + 1, options.solving)  # compiles
    forget()
    for what, hands, forgets in (
        ("as it plays", options.hands, False),
        ("nothing remembered", options.hands, True),
        ("20 hands", FEW, False),
        ("20 hands once more, all known", FEW, False),
    ):
        ms = played(hands, options.seed, options.solving, forgets)
        median, late = ms[len(ms) // 2], ms[len(ms) * 99 // 100]
        print(
            f"{what:30} median {median:.3f} ms, mean {sum(ms) / len(ms):.3f}, "
            f"99 % within {late:.1f} ({len(ms):,} decisions)"
        )


if __name__ == "__main__":
    main()
