"""Whole tournaments of call/fold bots, from 100 to 10,000 entrants: `python -m bench.tournament`.

Each is played to the end, tables evened out after every hand. The hands a second should not fall
as the field grows: what a hand costs does not depend on how many tables there are. Counted in
processor time, one core: a tournament of ten thousand takes long enough for a busy machine to
matter, and the growth is what is asked.
"""

from random import Random
from time import process_time
from typing import NamedTuple

from pokermasa.cards import Deck
from pokermasa.cli.table import coin
from pokermasa.cli.tournament import entered, structure_named
from pokermasa.tournament.simulation import played

FIELDS = (100, 1_000, 10_000)
PACE = 60


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
    furthest: int
    """The furthest that two tables' sizes were apart after balancing."""

    @property
    def pace(self) -> float:
        return self.hands / self.seconds


def rows(fields: tuple[int, ...] = FIELDS, seed: int = 1) -> list[Row]:
    run(20, seed)  # tables are filled, caches are warm
    runs = {entrants: run(entrants, seed) for entrants in fields}
    least, most = runs[fields[0]], runs[fields[-1]]
    assert max(one.furthest for one in runs.values()) <= 1
    rows = [Row(f"hands, {entrants:,} entrants", one.pace) for entrants, one in runs.items()]
    # The pace of the largest field beside that of the smallest: 1 is linear in the hands played.
    rows[-1] = rows[-1]._replace(
        peer=f"ours, {fields[0]:,}", theirs=least.pace, ratio=most.pace / least.pace
    )
    whole = f"{fields[-1]:,} entrants to the end, {most.hands:,} hands"
    return [*rows, Row(whole, most.seconds, "s")]


def run(entrants: int, seed: int) -> Run:
    dice = Random(seed)
    began = process_time()
    now = entered(structure_named("turbo"), ["coin"] * entrants, dice)
    furthest = now.sizes.spread
    for change in played(
        now,
        lambda: Deck.shuffled(dice),
        lambda player, masa: coin(masa.game.situation, dice),
        PACE,
    ):
        now = change.tournament
        if now.round is None and not now.is_ended:
            furthest = max(furthest, now.sizes.spread)
    return Run(process_time() - began, now.hands, furthest)


if __name__ == "__main__":
    for row in rows():
        theirs = "" if row.theirs is None else f"   {row.peer}: {row.theirs:,.0f}{row.unit}"
        ratio = "" if row.ratio is None else f"   {row.ratio:.2f} times"
        print(f"{row.what:45} {row.ours:12,.1f} {row.unit}{theirs}{ratio}")
