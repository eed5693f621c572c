"""Round robin: a match between each pair of bots, with cross table and ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from pokermasa.arena.fault import FaultLog
from pokermasa.arena.interval import Interval, Sums
from pokermasa.arena.match import Match, distinct
from pokermasa.arena.result import Result
from pokermasa.arena.terms import Terms
from pokermasa.arena.worker_pool import (
    Watch,
    Workers,
    play_in_pool,
    read_contest,
    worker_pool,
)
from pokermasa.bots.named import Entry
from pokermasa.histories.run import Run
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened


class RoundRobin(NamedTuple):
    """A match between each pair of bots. `play_all` plays it.

    >>> from pokermasa.bots.named import named
    >>> contest = RoundRobin(tuple(map(named, ("caller", "folder", "raiser"))), deals=20)
    >>> [match.names for match in contest.matches]
    [('caller', 'folder'), ('caller', 'raiser'), ('folder', 'raiser')]
    """

    entries: tuple[Entry, ...]
    terms: Terms = Terms()
    deals: int = 1000
    """Number of deals of each match."""
    seed: int = 1
    paired: bool = False
    """Whether all matches have the same deals. This makes it easier to compare two bots against a
    third, but all bots share the luck of the cards. The intervals take this into account."""

    @property
    def names(self) -> tuple[str, ...]:
        return distinct([entry.name for entry in self.entries])

    @property
    def matches(self) -> Iterator[Match]:
        entries = [e._replace(name=name) for name, e in zip(self.names, self.entries, strict=True)]
        stream = "round robin" if self.paired else None
        for pair in combinations(entries, 2):
            yield Match(pair, self.terms, self.deals, seed=self.seed, stream=stream)


class Ranked(NamedTuple):
    """A row of the ranking."""

    name: str
    mbb: Interval
    """Winnings against all other bots, with equal weight."""
    faults: int


class CrossTable:
    """The results of a round robin.

    >>> from pokermasa.bots.named import named
    >>> bots = tuple(map(named, ("caller", "folder", "raiser")))
    >>> table = play_all(RoundRobin(bots, deals=20))
    >>> [row.name for row in table.ranking], table.interval("raiser", "folder").mean
    (['raiser', 'caller', 'folder'], 750.0)
    """

    def __init__(self, contest: RoundRobin) -> None:
        self.contest = contest
        self.results: dict[tuple[str, str], Result] = {}

    def add(self, result: Result) -> None:
        one, other = result.match.names
        self.results[one, other] = result

    def interval(self, name: str, against: str) -> Interval:
        """Return the winnings of *name* in one match, in mbb/hand."""
        return self._sums(name, against).interval

    def sums(self, name: str) -> Sums:
        """Return the winnings of a bot against all others, by blocks.

        With `paired`, blocks of the same number share their cards, so they are added before the
        interval is computed.
        """
        others = [other for other in self.contest.names if other != name]
        each = [self._sums(name, other) for other in others]
        found = Sums()
        for totals in zip(*[sums.totals for sums in each], strict=True):
            found.add(sum(totals) / len(others), each[0].sizes[found.count])
        return found

    def lead(self, name: str, over: str) -> Interval:
        """Return how much more *name* wins against all others than *over* does, in mbb/hand."""
        lead, mine, theirs = Sums(), self.sums(name), self.sums(over)
        for total, other, size in zip(mine.totals, theirs.totals, mine.sizes, strict=True):
            lead.add(total - other, size)
        return lead.interval

    def _sums(self, name: str, against: str) -> Sums:
        if (name, against) in self.results:
            return self.results[name, against].sums[0]
        return self.results[against, name].sums[1]

    @property
    def ranking(self) -> list[Ranked]:
        """Bots in the order of their winnings, the best first."""
        names = self.contest.names
        faults = dict(zip(names, self.faults.counts, strict=True))
        rows = [Ranked(name, self.sums(name).interval, faults[name]) for name in names]
        return sorted(rows, key=lambda row: -row.mbb.mean)

    @property
    def winner(self) -> str | None:
        """The bot that certainly wins more than every other. None if there is none."""
        first, *others = [row.name for row in self.ranking]
        return first if all(self.lead(first, other).low > 0 for other in others) else None

    @property
    def faults(self) -> FaultLog:
        """Faults in all matches."""
        names = self.contest.names
        book = FaultLog(len(names))
        for result in self.results.values():
            book.merge(result.faults, [names.index(name) for name in result.match.names])
        return book

    def __repr__(self) -> str:
        ranked = [f"{row.name} {row.mbb.mean:+.0f}" for row in self.ranking]
        return shortened(f"<CrossTable: {len(ranked)} bots, mbb/hand: {', '.join(ranked)}>")

    def _repr_html_(self) -> str:
        ranking = self.ranking
        names = [row.name for row in ranking]
        rows = [
            (
                row.name,
                f"{row.mbb.mean:+,.0f} ± {row.mbb.half:,.0f}",
                *(
                    "" if other == row.name else f"{self.interval(row.name, other).mean:+,.0f}"
                    for other in names
                ),
            )
            for row in ranking
        ]
        return html.page(
            html.table(("bot", "mbb/hand", *names), rows), html.line(self.contest.terms.words)
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each bot and opponent, the best bot first.

        The first record of a bot, with opponent None, is against all others.
        """
        records = []
        for row in self.ranking:
            others = [name for name in self.contest.names if name != row.name]
            against = [
                (None, row.mbb),
                *((other, self.interval(row.name, other)) for other in others),
            ]
            records += [
                {"bot": row.name, "opponent": other, "mbb_per_hand": mbb.mean, **mbb.ends}
                for other, mbb in against
            ]
        return records

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    def as_json(self) -> dict[str, Any]:
        contest = self.contest
        return {
            "ranking": [
                {
                    "name": row.name,
                    "mbb_per_hand": row.mbb.mean,
                    "interval": row.mbb.as_json(),
                    "faults": row.faults,
                }
                for row in self.ranking
            ],
            "winner": None if any(self.faults.counts) else self.winner,
            "matches": [result.as_json() for result in self.results.values()],
            "deals": contest.deals,
            "paired": contest.paired,
            "terms": contest.terms.as_json(),
            "seed": contest.seed,
        }


def play_all(
    contest: RoundRobin,
    workers: Workers = None,
    tell: Callable[[Result], None] | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> CrossTable:
    """Play all matches. *tell* is called after every block of every match."""
    contest = read_contest(contest, RoundRobin)
    table, before = CrossTable(contest), 0
    with worker_pool(workers) as pool:
        for number, match in enumerate(contest.matches, start=1):
            series = None if run is None else run.subseries(number, before)
            table.add(play_in_pool(match, pool, tell, _with_number(number, save), watch, series))
            before += match.deals * match.players
    return table


def _with_number(
    number: int, save: Callable[[str, str], None] | None
) -> Callable[[str, str], None] | None:
    """Return a function that saves hands with the number of their match before the key."""
    return None if save is None else lambda key, text: save(f"{number}.{key}", text)
