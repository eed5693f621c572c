"""Everybody against everybody, two at a time: the cross table, and the ranking."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from pokermasa.arena.crew import crew, played
from pokermasa.arena.fault import FaultBook
from pokermasa.arena.interval import Interval
from pokermasa.arena.match import Match, distinct
from pokermasa.arena.result import Result
from pokermasa.arena.terms import Terms
from pokermasa.bots.named import Entry


class RoundRobin(NamedTuple):
    entries: tuple[Entry, ...]
    terms: Terms = Terms()
    deals: int = 1000
    """Of each pair."""
    seed: int = 1
    paired: bool = False
    """All pairs play the same deals: what two bots do against a third can be compared better, but
    the luck of the cards is everybody's."""

    @property
    def names(self) -> tuple[str, ...]:
        return distinct([entry.name for entry in self.entries])

    @property
    def matches(self) -> Iterator[Match]:
        entries = [Entry(name, e.make) for name, e in zip(self.names, self.entries, strict=True)]
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
    >>> table = play_all(RoundRobin(bots, deals=20), workers=1)
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
        if (name, against) in self.results:
            return self.results[name, against].rows[0].mbb
        return self.results[against, name].rows[1].mbb

    @property
    def ranking(self) -> list[Ranked]:
        """The best first."""
        names = self.contest.names
        faults = dict(zip(names, self.faults.counts, strict=True))
        rows = []
        for name in names:
            parts = [self.of(name, other) for other in names if other != name]
            mean = sum([part.mean for part in parts]) / len(parts)
            half = math.hypot(*[part.half for part in parts]) / len(parts)
            rows.append(Ranked(name, Interval(mean, half), faults[name]))
        return sorted(rows, key=lambda row: -row.mbb.mean)

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
            "matches": [result.as_json() for result in self.results.values()],
            "deals": contest.deals,
            "paired": contest.paired,
            "terms": contest.terms.as_json(),
            "seed": contest.seed,
        }


def play_all(
    contest: RoundRobin,
    workers: int | None = None,
    tell: Callable[[Result], None] | None = None,
    save: Callable[[str, str], None] | None = None,
) -> CrossTable:
    """*tell* is called after every block of every match."""
    table = CrossTable(contest)
    with crew(workers) as hired:
        for number, match in enumerate(contest.matches, start=1):
            table.add(played(match, hired, tell, _under(number, save)))
    return table


def _under(
    number: int, save: Callable[[str, str], None] | None
) -> Callable[[str, str], None] | None:
    """Hands saved with the number of their match before their own."""
    return None if save is None else lambda key, text: save(f"{number}.{key}", text)
