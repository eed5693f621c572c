"""Whole tournaments of call/fold bots, from 100 to 10,000 entrants: `python -m bench.tournament`.

Each is played to the end, tables evened out after every hand. What an act costs does not depend on
how many tables there are. The growth is told in acts, since a small field plays more of its hands
short-handed. Counted in processor time, one core: ten thousand take long enough for a busy machine
to matter.
"""

from random import Random
from time import process_time
from typing import NamedTuple

from pokermasa.cards import Deck
from pokermasa.cli.tournament import entered, no_collector, structure_named
from pokermasa.masa import Masa
from pokermasa.rules import Check, Fold, PlayerAct
from pokermasa.tournament import Player
from pokermasa.tournament.simulation import played

FIELDS = (100, 1_000, 10_000)
PACE = 60
CALLS = 0.25
"""Of the bets that a bot faces; it folds to the others."""


class Row(NamedTuple):
    what: str
    ours: float
    unit: str = "/s"
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None


class Run(NamedTuple):
    seconds: float
    hands: int
    acts: int
    furthest: int
    """The furthest that two tables' sizes were apart after balancing."""


def rows(fields: tuple[int, ...] = FIELDS, seed: int = 1) -> list[Row]:
    run(20, seed)  # tables are filled, caches are warm
    runs = {entrants: run(entrants, seed) for entrants in fields}
    least, most = runs[fields[0]], runs[fields[-1]]
    assert max(one.furthest for one in runs.values()) <= 1
    hands = [
        Row(f"hands, {entrants:,} entrants", one.hands / one.seconds)
        for entrants, one in runs.items()
    ]
    # The largest field beside the smallest: 1 is linear in what is played.
    ours, theirs = most.acts / most.seconds, least.acts / least.seconds
    peer = f"{fields[0]:,} entrants"
    growth = Row(f"acts, {fields[-1]:,} entrants", ours, "/s", peer, theirs, ours / theirs)
    whole = f"{fields[-1]:,} entrants to the end, {most.hands:,} hands"
    return [*hands, growth, Row(whole, most.seconds, "s")]


def run(entrants: int, seed: int) -> Run:
    dice = Random(seed)
    acts = 0

    def choose(player: Player, masa: Masa) -> PlayerAct:
        nonlocal acts
        acts += 1
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


if __name__ == "__main__":
    for row in rows():
        theirs = "" if row.theirs is None else f"   {row.peer}: {row.theirs:,.0f}{row.unit}"
        ratio = "" if row.ratio is None else f"   {row.ratio:.2f} times"
        print(f"{row.what:45} {row.ours:12,.1f} {row.unit}{theirs}{ratio}")
