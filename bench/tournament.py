"""Measures whole tournaments of bots that call or fold, from 100 to 10,000 entrants.

`python -m bench --only tournament`

Each tournament is played to its end, and its tables are balanced after every hand. The cost of an
act must not depend on the number of tables. It is measured per act, because a small field plays
more of its hands short-handed. Times are processor times on one core, since ten thousand entrants
take so long that other load on the machine would matter.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import NamedTuple

from bench.row import Row
from pokermasa.cards import Deck
from pokermasa.cli.commands.tournament import entered, no_collector, structure_named
from pokermasa.masa import Masa
from pokermasa.rules import Check, Fold, PlayerAct
from pokermasa.tournament import Player
from pokermasa.tournament.simulation import played

FIELDS = (100, 1_000, 10_000)
PACE = 60
CALLS = 0.25
"""Share of bets that a bot calls. It folds to the others."""


class Run(NamedTuple):
    seconds: float
    hands: int
    acts: int
    furthest: int
    """Largest difference between the sizes of two tables after balancing."""


def rows(scale: float = 1.0, seed: int = 1) -> Iterator[Row]:
    run(20, seed)  # fills tables and caches
    runs = {}
    for entrants in [max(20, round(entrants * scale)) for entrants in FIELDS]:
        one = runs[entrants] = run(entrants, seed)
        assert one.furthest <= 1
        yield Row(f"hands, {entrants:,} entrants", one.hands / one.seconds)
    (fewest, least), (entrants, most) = min(runs.items()), max(runs.items())
    # Cost of the largest field divided by that of the smallest: 1 if the cost is linear.
    ours, theirs = most.acts / most.seconds, least.acts / least.seconds
    yield Row(f"acts, {entrants:,} entrants", ours, "/s", f"{fewest:,} entrants", theirs)
    yield Row(f"{entrants:,} entrants to the end, {most.hands:,} hands", most.seconds, "s")


def run(entrants: int, seed: int) -> Run:
    dice = Random(seed)
    acts = 0

    def choose(player: Player, masa: Masa) -> PlayerAct:
        nonlocal acts
        acts += 1
        assert masa.game is not None
        stays = masa.game.situation.possible_acts[1]
        return stays if stays == Check() or dice.random() < CALLS else Fold()

    began = process_time()
    now = entered(structure_named("turbo"), ["coin"] * entrants, dice)
    furthest = now.sizes.spread
    with no_collector():
        for change in played(now, lambda: Deck.shuffled(dice), choose, PACE):
            now = change.tournament
            if now.round is None and not now.is_ended:
                furthest = max(furthest, now.sizes.spread)
    return Run(process_time() - began, now.hands, acts, furthest)
