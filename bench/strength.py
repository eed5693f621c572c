"""Plays the house bot against all bots that it should beat, with 95 % intervals: `make strength`.

The number of hands is fixed before the first card. A finished row is kept in build/strength/ and
not played again unless the bots' code, the number of hands or the seed has changed, so a run that
was stopped goes on where it was.

    python -m bench.strength --only limit          rows whose name holds the word
    python -m bench.strength --only lbr            what local best response wins from bots
    python -m bench.strength --hands 2000          fewer hands, six-handed in proportion
    python -m bench.strength --docs                also write the table into docs/strength.md
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pokermasa.arena import Interval, Match, Result, Terms
from pokermasa.arena.hand import BotTable
from pokermasa.arena.worker_pool import WorkerPool, play_in_pool, worker_pool
from pokermasa.bots.bot import Bot, MixedAct
from pokermasa.bots.house import House
from pokermasa.bots.named import Entry, named
from pokermasa.cards import Deck
from pokermasa.cli.cluster import hired
from pokermasa.rules import Betting, HandDealer, View

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "strength"
BEGIN, END = "<!-- make strength: begin -->", "<!-- make strength: end -->"

HEADS_UP_HANDS = 20_000
SIX_HANDED_DEALS = 5_000
CAPPED = Terms.for_rules("acpc", Betting.FIXED_LIMIT)
"""The limit game of the literature: at most four bets a round, also between two players."""
UNCAPPED = Terms.for_rules("limit")
"""The limit game of document 004: no cap while two players are left."""
NO_LIMIT = Terms.for_rules("tda")
BASELINES = ("random", "caller", "raiser", "folder", "basic")
LIMITS = {"heads-up limit": CAPPED, "heads-up limit, no cap": UNCAPPED}
AT_LEAST = {(game, rival): 200 for game in LIMITS for rival in ("caller", "basic")}
"""Means in mbb/hand that some rows must reach. In all other rows the lower bound must be above
zero.
"""


class Trial(NamedTuple):
    game: str
    rival: str
    terms: Terms
    houses: int
    rivals: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.rival}"

    def match(self, part: float, seed: int) -> Match:
        players = self.houses + self.rivals
        deals = HEADS_UP_HANDS // 2 if players == 2 else SIX_HANDED_DEALS
        house, rival = named("house"), entry(self.rival)
        # The chips of the bot that is alone on its side are counted.
        entries = (
            (house, *[rival] * self.rivals) if self.houses == 1 else (rival, *[house] * self.houses)
        )
        return Match(entries, self.terms, max(2, round(deals * part)), seed=seed)

    def interval(self, result: Result) -> Interval:
        """The winnings of one house bot per hand."""
        mean, half = result.rows[0].mbb
        return Interval(mean, half) if self.houses == 1 else Interval(-mean / 5, half / 5)

    @property
    def wanted(self) -> float:
        return AT_LEAST.get((self.game, self.rival), 0)


class Row(NamedTuple):
    trial: Trial
    mbb: Interval
    hands: int
    faults: int
    seconds: float

    @property
    def holds(self) -> bool:
        return self.mbb.low > 0 and self.mbb.mean > self.trial.wanted and not self.faults

    @property
    def verdict(self) -> str:
        if self.holds:
            return "holds"
        faults = f", {self.faults} faults" if self.faults else ""
        return f"misses (wanted: above {self.trial.wanted}){faults}"


class Weakness(NamedTuple):
    """A bot against local best response (`masa lbr`), which gives a lower bound of its
    exploitability.
    """

    game: str
    bot: str
    terms: Terms
    deals: int

    @property
    def name(self) -> str:
        return f"lbr {self.game} {self.bot}"

    def won(self, pool: WorkerPool, part: float, seed: int) -> tuple[Interval, int]:
        """Return the winnings of local best response in mbb/hand, and the number of deals."""
        deals = max(2, round(self.deals * part))
        works = [(self, deal, seed) for deal in range(deals)]
        return Interval.from_values(pool.do(one_deal, works)), deals


def one_deal(task: tuple[Weakness, int, int], count: Callable[[], None]) -> float:
    from pokermasa.arena.lbr import winnings

    weakness, deal, seed = task
    chips = winnings(named(weakness.bot).make(seed), weakness.terms, deal, seed)
    count()
    return 1000 * chips / weakness.terms.blinds.big


def weaknesses() -> list[Weakness]:
    """Return the bots to test. The house bot needs seconds for each deal, so it gets fewer
    deals.
    """
    capped = [("house:limit", 500), ("basic", 500), ("house", 60)]
    found = [Weakness("heads-up limit", bot, CAPPED, deals) for bot, deals in capped]
    no_limit = Terms.for_rules("acpc", Betting.NO_LIMIT)
    return [*found, Weakness("heads-up no-limit", "basic", no_limit, 500)]


def trials() -> list[Trial]:
    found = [
        Trial(game, rival, terms, 1, 1)
        for game, terms in LIMITS.items()
        for rival in (*BASELINES, "rlcard")
    ]
    guests = (*BASELINES, "honest", "fish")
    found += [Trial("heads-up no-limit", rival, NO_LIMIT, 1, 1) for rival in guests]
    found += [Trial("six-handed, 1 v 5", rival, NO_LIMIT, 1, 5) for rival in guests]
    found += [Trial("six-handed, 5 v 1", rival, NO_LIMIT, 5, 1) for rival in guests]
    return found


def entry(name: str) -> Entry:
    return named(name) if name in BASELINES else Entry(name, partial(guest, name))


def guest(name: str, seed: int) -> Bot:
    from pokermasa.bots.rivals import RIVALS

    bot: Bot = RIVALS[name]()
    return bot


def sources() -> str:
    """Return a digest of all files that could change a result."""
    digest = hashlib.sha256()
    for room in ("arena", "batch", "bots", "rules", "cards", "strength"):
        for path in sorted((ROOT / "src" / "pokermasa" / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def play(trial: Trial, match: Match, pool: WorkerPool, progress: Progress, again: bool) -> Row:
    key = f"{trial.name} {match.deals} {match.seed} {sources()}"
    path = FOLDER / (hashlib.sha256(key.encode()).hexdigest()[:16] + ".json")
    bar = progress.add_task(trial.name, total=match.deals)
    if path.exists() and not again:
        stored = json.loads(path.read_text("utf-8"))
        progress.update(bar, completed=match.deals)
        return Row(
            trial, Interval(*stored["mbb"]), *[stored[k] for k in ("hands", "faults", "seconds")]
        )
    began = time.monotonic()
    result = play_in_pool(match, pool, tell=lambda r: progress.update(bar, completed=r.deals))
    faults = sum(row.faults for row in result.rows if row.name.startswith("house"))
    row = Row(trial, trial.interval(result), result.hands, faults, time.monotonic() - began)
    FOLDER.mkdir(parents=True, exist_ok=True)
    received = {"name": trial.name, **row._asdict()}
    received.pop("trial")
    path.write_text(json.dumps(received), "utf-8")
    return row


class Pace(NamedTuple):
    """Time for a decision on one core, in milliseconds."""

    decisions: int
    mean: float
    median: float
    slow: float
    """The 99th percentile."""


def pace(hands: int = 400) -> Pace:
    """Measure house bots among themselves and with other bots, two-handed and six-handed."""
    taken: list[float] = []
    for names in (
        ("house", "house"),
        ("house", "basic"),
        ("house",) * 6,
        ("house", *["caller"] * 5),
    ):
        bots: list[Bot] = [
            Timed(named(name).make(1), taken) if name == "house" else named(name).make(1)
            for name in names
        ]
        table = BotTable(list(map(str, range(len(bots)))), bots, Random(1))
        for hand in range(hands):
            cards = HandDealer.deal(Deck.shuffled(Random(hand)), len(bots), button=0)
            table.play(NO_LIMIT.opening(len(bots)), cards)
    taken = sorted(taken[50:])  # The first decisions compile code.
    mean = sum(taken) / len(taken)
    return Pace(len(taken), mean, taken[len(taken) // 2], taken[len(taken) * 99 // 100])


class Timed:
    def __init__(self, bot: Bot, taken: list[float]) -> None:
        assert isinstance(bot, House)
        self.meet, self.learn = bot.meet, bot.learn
        self._bot, self._taken = bot, taken

    def choose(self, view: View) -> MixedAct:
        began = time.thread_time()
        choice = self._bot.choose(view)
        self._taken.append(1000 * (time.thread_time() - began))
        return choice


def markdown(
    rows: list[Row],
    speed: Pace | None,
    seed: int,
    weak: list[tuple[Weakness, Interval, int]],
) -> str:
    lines = ["| game | against | mbb/hand, 95 % | hands | |", "| --- | --- | ---: | ---: | --- |"]
    for row in rows:
        mbb = f"{row.mbb.mean:+,.0f} ± {row.mbb.half:,.0f}"
        lines.append(
            f"| {row.trial.game} | {row.trial.rival} | {mbb} | {row.hands:,} | {row.verdict} |"
        )
    for weakness, won, deals in weak:
        said = f"{won.mean:+,.0f} ± {won.half:,.0f} | {2 * deals:,} | what LBR wins"
        lines.append(f"| {weakness.game} | LBR from {weakness.bot} | {said} |")
    minutes = sum(row.seconds for row in rows) / 60
    lines += ["", f"Seed {seed}; {minutes:.0f} minutes in all." if rows else f"Seed {seed}."]
    if speed is not None:
        lines += [
            f"A decision takes {speed.median:.2f} ms of one core in the median, "
            f"{speed.mean:.2f} ms in the mean, {speed.slow:.1f} ms at the 99th percentile "
            f"({speed.decisions:,} decisions)."
        ]
    return "\n".join(lines) + "\n"


def write_docs(table: str) -> None:
    path = ROOT / "docs" / "strength.md"
    text = path.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit(f"{path}: {BEGIN} and {END} should mark the table's place")
    path.write_text(f"{before}{BEGIN}\n{table}{END}{after}", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", default=[], help="rows whose name holds this")
    parser.add_argument("--hands", type=int, default=HEADS_UP_HANDS, help="hands heads-up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; one a core unless given")
    parser.add_argument(
        "--cluster", help="a Ray cluster: ray://HOST:10001, or ray for this machine"
    )
    parser.add_argument("--again", action="store_true", help="play rows that are kept, too")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/strength.md")
    options = parser.parse_args()
    part = options.hands / HEADS_UP_HANDS
    chosen = [trial for trial in trials() if all(word in trial.name for word in options.only)]
    weak = [one for one in weaknesses() if all(word in one.name for word in options.only)]
    if not chosen and not weak:
        every: list[Trial | Weakness] = [*trials(), *weaknesses()]
        names = "\n  ".join(one.name for one in every)
        sys.exit(f"no row holds {options.only}; there are:\n  {names}")
    console = Console()
    with hired("strength", options.cluster, options.workers) as options.workers:
        rows = list(run(chosen, part, options, console))
        found = list(answered(weak, part, options, console))
    table = markdown(rows, None if options.only else pace(), options.seed, found)
    console.print(table, markup=False)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "table.md").write_text(table, "utf-8")
    if options.docs:
        write_docs(table)
    return 0 if all(row.holds for row in rows) else 1


def run(
    chosen: list[Trial], part: float, options: argparse.Namespace, console: Console
) -> Iterator[Row]:
    columns = (
        TextColumn("{task.description:<34}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
    )
    with (
        worker_pool(options.workers) as pool,
        Progress(*columns, TimeRemainingColumn(), console=console) as progress,
    ):
        for trial in chosen:
            row = play(trial, trial.match(part, options.seed), pool, progress, options.again)
            mbb = f"{row.mbb.mean:+,.0f} ± {row.mbb.half:,.0f}"
            progress.console.print(f"{trial.name:<34} {mbb:>20}  {row.verdict}")
            yield row


def answered(
    weak: list[Weakness], part: float, options: argparse.Namespace, console: Console
) -> Iterator[tuple[Weakness, Interval, int]]:
    with worker_pool(options.workers) as pool:
        for weakness in weak:
            mbb, deals = weakness.won(pool, part, options.seed)
            console.print(f"{weakness.name:<34} {mbb.mean:+,.0f} ± {mbb.half:,.0f}", markup=False)
            yield weakness, mbb, deals


if __name__ == "__main__":
    sys.exit(main())
