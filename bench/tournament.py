"""Whole tournaments of call/fold bots, from 100 to 10,000 entrants.

`python -m bench --only tournament`

Each is played to the end, tables evened out after every hand. What an act costs does not depend on
how many tables there are. The growth is told in acts, since a small field plays more of its hands
short-handed. Counted in processor time, one core: ten thousand take long enough for a busy machine
to matter.
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
"""Of the bets that a bot faces; it folds to the others."""


class Run(NamedTuple):
    seconds: float
    hands: int
    acts: int
    furthest: int
    """The furthest that two tables' sizes were apart after balancing."""


def rows(scale: float = 1.0, seed: int = 1) -> Iterator[Row]:
    run(20, seed)  # tables are filled, caches are warm
    runs = {}
    for entrants in [max(20, round(entrants * scale)) for entrants in FIELDS]:
        one = runs[entrants] = run(entrants, seed)
        assert one.furthest <= 1
        yield Row(f"hands, {entrants:,} entrants", one.hands / one.seconds)
    (fewest, least), (entrants, most) = min(runs.items()), max(runs.items())
    # The largest field beside the smallest: 1 is linear in what is played.
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
