"""Cups: repeated tournaments between the same bots, from every place at the table.

A round has as many games as players. All games of a round have the same decks, and everybody sits
one place further in each. The games differ as soon as a bot acts differently, but the luck of the
first hands and of the seats is shared. Every game has new bots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from time import time
from typing import Any, NamedTuple

from pokermasa.arena.bot_driver import BotDriver
from pokermasa.arena.fault import FaultLog, FaultOf
from pokermasa.arena.interval import Interval, Sums
from pokermasa.arena.match import distinct
from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.tournament_hand import tournament_fields
from pokermasa.bots.named import Entry
from pokermasa.cards import Deck
from pokermasa.histories import phh
from pokermasa.histories.hand_number import hashed
from pokermasa.histories.masa_hand import history
from pokermasa.histories.run import Run
from pokermasa.masa import Masa
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened
from pokermasa.rules import Chips, PlayerAct
from pokermasa.tournament import Change, League, Player, Structure, Tournament, event
from pokermasa.tournament.simulation import played

PACE = 60
"""Seconds per hand, for structures whose levels rise with time."""


class Cup(NamedTuple):
    """A number of tournaments between the same bots. `play_cup` plays them.

    >>> from pokermasa.bots.named import named
    >>> structure = Structure.sit_and_go(players=2, stack=100)
    >>> cup = Cup(tuple(map(named, ("caller", "folder"))), structure, rounds=5)
    >>> cup.names, cup.prizes
    (('caller', 'folder'), (200,))
    """

    entries: tuple[Entry, ...]
    structure: Structure
    rounds: int = 50
    seed: int = 1

    @property
    def players(self) -> int:
        return len(self.entries)

    @property
    def names(self) -> tuple[str, ...]:
        return distinct([entry.name for entry in self.entries])

    @property
    def random(self) -> NamedRandom:
        return NamedRandom(self.seed, " v ".join([*self.names, self.structure.name]))

    @property
    def prizes(self) -> tuple[float, ...]:
        """Value of each place, the first place first: a prize, or points if there is no buy-in."""
        structure, players = self.structure, self.players
        if structure.buy_in:
            return tuple(structure.payouts.prizes(players * structure.buy_in, players))
        points = [structure.points.for_place(place, players) for place in range(1, players + 1)]
        return tuple([float(point - min(points)) for point in points])

    @property
    def games(self) -> Iterator[CupGame]:
        for number in range(self.rounds):
            for rotation in range(self.players):
                yield CupGame(self, number, rotation)


class CupStanding(NamedTuple):
    """Result of one bot in one game."""

    place: int
    prize: Chips
    points: int


class CupScores(NamedTuple):
    """Result of one game."""

    standings: tuple[CupStanding, ...]
    """Results in the cup's order of bots."""
    faults: list[FaultOf]
    last_words: tuple[str, ...]
    hands: list[str]
    """The hands in PHH, if they are saved."""


class CupGame(NamedTuple):
    """One tournament: the work item of a worker."""

    cup: Cup
    round: int
    rotation: int
    saves: bool = False
    run: Run | None = None
    """Source of numbers and dates for saved hands. None if they have none."""

    def play(self, count: Callable[[], None] = lambda: None) -> CupScores:
        """Play the tournament. *count* is called after every hand."""
        cup, random = self.cup, self.cup.random
        here = (self.round, self.rotation)
        bots = [e.make(random.seed("bot", *here, i)) for i, e in enumerate(cup.entries)]
        driver = BotDriver(cup.names, bots, Random(random.seed("dice", *here)))
        decks = Random(random.seed("cards", self.round))
        hands: list[str] = []
        tournament = self._begun()

        def choose(player: Player, masa: Masa) -> PlayerAct:
            driver.prizes = cup.prizes[: tournament.alive]
            return driver.choose(masa, tournament.table(0).players)

        try:
            for change in played(tournament, lambda: Deck.shuffled(decks), choose, PACE):
                tournament = change.tournament
                for over in change.events:
                    if isinstance(over, event.HandOver):
                        driver.hand_over(over.game, over.players)
                        count()
                        if self.saves:
                            hands.append(self._saved(over, change, len(hands), driver.reasons))
        finally:
            last_words = driver.close()
        ranked = sorted(tournament.results, key=lambda result: result.player)
        standings = [CupStanding(result.place, result.prize, result.points) for result in ranked]
        return CupScores(tuple(standings), driver.faults, last_words, hands)

    def _begun(self) -> Tournament:
        cup = self.cup
        opened = Tournament.open(cup.structure)
        for name in cup.names:
            opened = opened.register(name).tournament
        draw = [(place - self.rotation) % cup.players for place in range(cup.players)]
        return opened.start(draw).tournament

    def _saved(
        self, over: event.HandOver, change: Change, number: int, reasons: Mapping[int, str]
    ) -> str:
        names = {side: self.cup.names[player] for side, player in over.players.items()}
        game = f"{self.round + 1}.{self.rotation + 1}"
        fields: dict[str, Any] = {"event": f"{self.cup.structure.name} {game}"}
        if self.run is not None:
            place = (self.round, self.rotation, number)
            fields |= self.run.fields(*place, count=number, now=time())
            fields |= tournament_fields(change, over, hashed(self.run.id, game), fields["event"])
        return phh.write(history(over.game, names, fields).with_remarks(reasons))


class CupResult:
    """Results of a cup. The rounds are added in their order.

    >>> from pokermasa.arena import play_cup
    >>> from pokermasa.bots.named import named
    >>> bots = tuple(map(named, ("caller", "folder")))
    >>> result = play_cup(Cup(bots, Structure.sit_and_go(players=2, stack=10), rounds=2))
    >>> [(record["bot"], record["first_places"]) for record in result.to_records()]
    [('caller', 4), ('folder', 0)]
    """

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.sums = [Sums() for _ in cup.entries]
        self.means: list[list[float]] = [[] for _ in cup.entries]
        """Winnings of each bot in each round, as a mean over the games of the round."""
        self.places = [Counter[int]() for _ in cup.entries]
        self.points = [0] * cup.players
        self.faults = FaultLog(cup.players)
        self.league = League(cup.structure.points)

    def add(self, round: Sequence[CupScores]) -> None:
        """Add the games of the next round, one for each rotation."""
        cup = self.cup
        for bot, sums in enumerate(self.sums):
            standings = [game.standings[bot] for game in round]
            self.points[bot] += sum([standing.points for standing in standings])
            self.places[bot].update([standing.place for standing in standings])
            won = sum([self._worth(standing) for standing in standings]) / len(round)
            self.means[bot].append(won)
            sums.add(won)
        for game in round:
            self.faults.add(game.faults, game.last_words)
            places = [standing.place for standing in game.standings]
            self.league = self.league.played(zip(places, cup.names, strict=True))

    def _worth(self, standing: CupStanding) -> float:
        """Return the profit in percent of the buy-in, or the points if there is no buy-in."""
        buy_in = self.cup.structure.buy_in
        return 100 * (standing.prize / buy_in - 1) if buy_in else float(standing.points)

    def lead(self, bot: int) -> Interval:
        """Return how much more a bot won than the mean of all bots.

        The mean is subtracted because points, unlike chips, do not sum up to 0.
        """
        lead = Sums()
        for round in zip(*self.means, strict=True):
            lead.add(round[bot] - sum(round) / len(round))
        return lead.interval

    @property
    def unit(self) -> str:
        return "% of the buy-in a game" if self.cup.structure.buy_in else "points a game"

    @property
    def rounds(self) -> int:
        return self.sums[0].count

    @property
    def games(self) -> int:
        return self.rounds * self.cup.players

    def __repr__(self) -> str:
        won = [f"{record['bot']} {record['mean']:+.1f}" for record in self.to_records()]
        return shortened(f"<CupResult: {self.games} games, {self.unit}: {', '.join(won)}>")

    def _repr_html_(self) -> str:
        columns = ("bot", self.unit, "± (95 %)", "points", "first places", "faults")
        rows = [
            (
                record["bot"],
                f"{record['mean']:+,.2f}",
                "" if record["low"] is None else f"{record['mean'] - record['low']:,.2f}",
                *(record[name] for name in ("points", "first_places", "faults")),
            )
            for record in self.to_records()
        ]
        return html.page(html.table(columns, rows), html.line(f"{self.games:,} games"))

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each bot, in the cup's order. Means are in `unit`."""
        return [
            {
                "bot": name,
                "mean": sums.interval.mean,
                **sums.interval.ends,
                "points": points,
                "first_places": places[1],
                "games": self.games,
                "faults": faults,
            }
            for name, sums, points, places, faults in zip(
                *(self.cup.names, self.sums, self.points, self.places, self.faults.counts),
                strict=True,
            )
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    def as_json(self) -> dict[str, Any]:
        cup = self.cup
        return {
            "bots": [
                {
                    "name": name,
                    "mean": sums.interval.mean,
                    "interval": sums.interval.as_json(),
                    "points": points,
                    "places": {str(place): places[place] for place in sorted(places)},
                    "faults": self.faults.counts[bot],
                    "last_words": self.faults.last_words[bot],
                }
                for bot, (name, sums, points, places) in enumerate(
                    zip(cup.names, self.sums, self.points, self.places, strict=True)
                )
            ],
            "unit": self.unit,
            "games": self.games,
            "structure": cup.structure.to_data(),
            "seed": cup.seed,
            "faults": self.faults.as_json(cup.names),
        }
