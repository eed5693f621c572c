"""Everybody against everybody, two at a time: the cross table, and the ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from pokermasa.arena.fault import FaultBook
from pokermasa.arena.interval import Interval, Sums
from pokermasa.arena.match import Match, distinct
from pokermasa.arena.result import Result
from pokermasa.arena.terms import Terms
from pokermasa.arena.worker_pool import Watch, Workers, played, worker_pool
from pokermasa.bots.named import Entry
from pokermasa.histories.run import Run


class RoundRobin(NamedTuple):
    entries: tuple[Entry, ...]
    terms: Terms = Terms()
    deals: int = 1000
    """Of each pair."""
    seed: int = 1
    paired: bool = False
    """All pairs play the same deals: what two bots do against a third can be compared better, but
    the luck of the cards is everybody's. The intervals know of it."""

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
    name: str
    mbb: Interval
    """Against all others together, each counting as much."""
    faults: int


class CrossTable:
    """
    >>> from pokermasa.bots.named import named
    >>> bots = tuple(map(named, ("caller", "folder", "raiser")))
    >>> table = play_all(RoundRobin(bots, deals=20))
    >>> [row.name for row in table.ranking], table.of("raiser", "folder").mean
    (['raiser', 'caller', 'folder'], 750.0)
    """

    def __init__(self, contest: RoundRobin) -> None:
        self.contest = contest
        self.results: dict[tuple[str, str], Result] = {}

    def add(self, result: Result) -> None:
        one, other = result.match.names
        self.results[one, other] = result

    def of(self, name: str, against: str) -> Interval:
        """In mbb/hand."""
        return self._sums(name, against).interval

    def sums(self, name: str) -> Sums:
        """By blocks: what a bot won against all others together. Blocks of the same number share
        their cards where pairs do, so they are added up before anything is said of their spread."""
        others = [other for other in self.contest.names if other != name]
        each = [self._sums(name, other) for other in others]
        found = Sums()
        for totals in zip(*[sums.totals for sums in each], strict=True):
            found.add(sum(totals) / len(others), each[0].sizes[found.count])
        return found

    def lead(self, name: str, over: str) -> Interval:
        """By how much more one bot wins against all others than another does, in mbb/hand."""
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
        """The best first."""
        names = self.contest.names
        faults = dict(zip(names, self.faults.counts, strict=True))
        rows = [Ranked(name, self.sums(name).interval, faults[name]) for name in names]
        return sorted(rows, key=lambda row: -row.mbb.mean)

    @property
    def winner(self) -> str | None:
        """Who wins more than every other for certain, if somebody does."""
        first, *others = [row.name for row in self.ranking]
        return first if all(self.lead(first, other).low > 0 for other in others) else None

    @property
    def faults(self) -> FaultBook:
        """Of all matches."""
        names = self.contest.names
        book = FaultBook(len(names))
        for result in self.results.values():
            book.merge(result.faults, [names.index(name) for name in result.match.names])
        return book

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
    """*tell* is called after every block of every match."""
    table, before = CrossTable(contest), 0
    with worker_pool(workers) as hired:
        for number, match in enumerate(contest.matches, start=1):
            part = None if run is None else run.subseries(number, before)
            table.add(played(match, hired, tell, _under(number, save), watch, part))
            before += match.deals * match.players
    return table


def _under(
    number: int, save: Callable[[str, str], None] | None
) -> Callable[[str, str], None] | None:
    """Hands saved with the number of their match before their own."""
    return None if save is None else lambda key, text: save(f"{number}.{key}", text)
