"""Measures the playing styles of the house bot in a tracker's statistics: `python -m
bench.characters`.

Each character plays with other house bots of the room (`pokermasa.server.lobby.house_bots`), drawn
anew for every session of 100 hands, first six-handed and then heads-up, with blinds 1-2 and stacks
of 100 big blinds.

VPIP, PFR, 3-bet, aggression, WTSD and bb/100 are those of `pokermasa.histories.stats`. The other
columns:

- limp: share of its hands in which it called the big blind before any raise
- limp-fold: share of limped and then raised hands that it folded to the raise
- fold to open: share of first raises, met before its first act, to which it folded
- fold to 3-bet: share of its own raises that it folded when they were raised again
- fold to bet: share of bets and raises after the flop to which it folded

    python -m bench.characters --hands 500 rock nit      fewer hands, some characters
    python -m bench.characters --docs                    also write the tables into docs/strength.md
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from pokermasa.arena.hand import BotTable
from pokermasa.arena.terms import Terms
from pokermasa.bots.house import CHARACTERS
from pokermasa.bots.named import named
from pokermasa.bots.referee import Ruling
from pokermasa.cards import Deck
from pokermasa.histories.record import record
from pokermasa.histories.stats import PlayerStats, Stats
from pokermasa.rules import BettingRound, Fold, HandDealer, PastAct, View
from pokermasa.server.lobby.house_bots import STAFF

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- bench.characters: begin -->", "<!-- bench.characters: end -->"
HANDS = 3000
SESSION = 100
"""Number of hands that the same players play together."""
ME = "me"


class Rate:
    """Number of times that something was done, and of opportunities for it."""

    def __init__(self) -> None:
        self.done = 0
        self.chances = 0

    def count(self, done: bool) -> None:
        self.chances += 1
        self.done += done

    @property
    def share(self) -> float | None:
        return self.done / self.chances if self.chances else None


class Style:
    """Statistics of one player."""

    def __init__(self) -> None:
        self.limp, self.limp_fold = Rate(), Rate()
        self.fold_to_open, self.fold_to_three_bet, self.fold_to_bet = Rate(), Rate(), Rate()
        self.stats = PlayerStats(ME)

    def see(self, view: View, folds: bool) -> None:
        """Counts an act of the player in the situation before it."""
        if view.to_call <= 0:
            return
        if view.round is not BettingRound.PREFLOP:
            self.fold_to_bet.count(folds)
            return
        mine = [past for past in view.past if past.index == view.viewer]
        raises = [past for past in view.past if raised(past)]
        if not mine and len(raises) == 1:
            self.fold_to_open.count(folds)
        elif mine and raised(mine[-1]):
            self.fold_to_three_bet.count(folds)
        elif mine and raises:
            self.limp_fold.count(folds)

    def hand_over(self, acts: Iterable[PastAct], me: int) -> None:
        raises = 0
        limped = False
        for past in acts:
            if past.round is not BettingRound.PREFLOP:
                break
            limped |= past.index == me and not raises and past.wager < past.to <= past.price
            raises += raised(past)
        self.limp.count(limped)

    def row(self) -> list[str]:
        stats = self.stats
        assert stats.win_rate is not None
        within = stats.win_rate.within or 0.0
        parts = [
            stats.vpip,
            stats.pfr,
            stats.three_bet,
            self.limp.share,
            self.limp_fold.share,
            self.fold_to_open.share,
            self.fold_to_three_bet.share,
            self.fold_to_bet.share,
            stats.wtsd,
        ]
        factor = "–" if stats.aggression is None else f"{stats.aggression:.1f}"
        won = f"{stats.win_rate.bb_100:+.0f} ± {within:.0f}"
        return ["–" if share is None else f"{100 * share:.0f}" for share in parts] + [factor, won]


COLUMNS = (
    "VPIP",
    "PFR",
    "3-bet",
    "limp",
    "limp-fold",
    "fold to open",
    "fold to 3-bet",
    "fold to bet",
    "WTSD",
    "aggression",
    "bb/100",
)


def raised(past: PastAct) -> bool:
    return past.to > past.price


def style(name: str, players: int, hands: int, seed: int = 1) -> Style:
    """Return the style of the house bot called *name*."""
    found, stats, terms = Style(), Stats(), Terms()
    others = [bot for bot in STAFF.values() if bot.partition(",")[0] != name]
    for session in range((hands + SESSION - 1) // SESSION):
        dice = Random(f"{seed} {players} {session}")
        names = [name, *dice.sample(others, players - 1)]
        bots = [named(each).make(session) for each in names]
        for hand in range(min(SESSION, hands - session * SESSION)):
            order = [(place + hand) % players for place in range(players)]
            me = order.index(0)

            def watch(stack: int, view: View, ruling: Ruling, me: int = me) -> None:
                if stack == me:
                    found.see(view, isinstance(ruling.act, Fold))

            called = [ME if bot == 0 else f"{names[bot]} {bot}" for bot in order]
            table = BotTable(called, [bots[bot] for bot in order], dice, watch)
            cards = HandDealer.deal(Deck.shuffled(dice), players)
            played = table.play(terms.opening(players), cards)
            assert not table.faults, table.faults
            found.hand_over([PastAct.from_move(move) for move in played.moves], me)
            stacks = [terms.stack] * players
            stats.add(
                record(
                    stacks, 0, terms.blinds, cards, played.moves, rules=terms.rules, names=called
                )
            )
    found.stats = stats.players[ME]
    return found


class Task(NamedTuple):
    character: str
    players: int
    hands: int
    seed: int

    def row(self) -> list[str]:
        return style(f"house:{self.character}", self.players, self.hands, self.seed).row()


def tables(characters: list[str], hands: int, seed: int, workers: int | None) -> Iterator[str]:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for players, text in ((6, "six at the table"), (2, "heads-up")):
            tasks = [Task(character, players, hands, seed) for character in characters]
            yield f"| {text} | " + " | ".join(COLUMNS) + " |"
            yield "| --- |" + " ---: |" * len(COLUMNS)
            for task, row in zip(tasks, pool.map(Task.row, tasks), strict=True):
                yield f"| `{task.character}` | " + " | ".join(row) + " |"
            yield ""
    yield f"{hands:,} hands each, seed {seed}; all but aggression and bb/100 in per cent."


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("characters", nargs="*", metavar="CHARACTER", help="all unless given")
    parser.add_argument("--hands", type=int, default=HANDS, help=f"{HANDS} unless given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; one a core unless given")
    parser.add_argument("--docs", action="store_true", help="write docs/strength.md")
    options = parser.parse_args()
    lines = []
    for line in tables(
        options.characters or list(CHARACTERS), options.hands, options.seed, options.workers
    ):
        print(line, flush=True)
        lines.append(line)
    if options.docs:
        write_docs("\n".join(lines) + "\n")
    return 0


def write_docs(text: str) -> None:
    path = ROOT / "docs" / "strength.md"
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit(f"{path}: {BEGIN} and {END} should mark the tables' place")
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
