"""Statistics of players over many hands, as trackers define them.

- VPIP (voluntarily put in pot): share of hands in which the player called or raised before the
  flop. Blinds and posts do not count.
- PFR (preflop raise): share of hands in which the player raised before the flop.
- 3-bet: share of re-raises in hands with exactly one raise before the player's turn. 4-bet: the
  same with two raises.
- Fold to 3-bet: share of folds in hands in which the player's first raise was re-raised. Fold to
  4-bet: the same for the player's 3-bet.
- Steal: share of raises in hands in which the player was on CO, BTN or SB and all players before
  had folded. Fold to steal: share of folds in hands in which the player had a blind, such a raise
  was made and nobody had called it.
- C-bet (continuation bet): share of bets on flops on which the last raiser before the flop could
  bet first. Fold to c-bet: share of folds of the player who had to answer such a bet, with no
  raise in between.
- Aggression: bets and raises after the flop, divided by calls after the flop.
- WTSD (went to showdown): share of hands with a flop in which the player reached the showdown.
- W$SD (won money at showdown): share of showdowns in which the player won chips.
- bb/100: big blinds won per 100 hands with its 95 % interval, after rake and before rake.
- All-in adjusted: the same, but if all players were all in before the river with known hands, each
  pot is shared by equity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from pokermasa.cards import Card
from pokermasa.histories.hand_stats import HandStats
from pokermasa.histories.history import History
from pokermasa.histories.input_check import each_history
from pokermasa.histories.position import POSITIONS
from pokermasa.histories.replay import result
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened
from pokermasa.rules import StackIndex
from pokermasa.rules.chips import stack_indexes
from pokermasa.rules.refusal import in_short

NORMAL_95 = 1.96
MOST_ROWS = 50
"""Players in the table that a notebook shows."""

Hands: TypeAlias = Sequence[tuple[Card, Card]]
EquityOf: TypeAlias = Callable[[Hands, Sequence[Card], Sequence[Card]], Sequence[float]]
"""A function that returns the equity of each of these hands on this board, with dead cards."""


class WinRate(NamedTuple):
    """Big blinds won per 100 hands."""

    bb_100: float
    within: float | None
    """Half width of the 95 % interval. None with fewer than two hands."""

    def __str__(self) -> str:
        within = "" if self.within is None else f" ± {self.within:,.1f}"
        return f"{self.bb_100:+,.1f}{within}"

    @classmethod
    def from_sums(cls, hands: int, won: float, squares: float) -> WinRate:
        """Return the win rate for sums over hands of the big blinds won and of their squares."""
        mean = won / hands
        if hands < 2:
            return cls(100 * mean, None)
        spread = max(squares - hands * mean * mean, 0.0) / (hands - 1)
        return cls(100 * mean, 100 * NORMAL_95 * sqrt(spread / hands))


@dataclass(slots=True, repr=False)
class PlayerStats:
    """Counts of one player. A rate is None if there was no opportunity."""

    name: str
    position: str = ""
    """Position that is counted. Empty for all positions together."""
    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    three_bets: int = 0
    three_bet_chances: int = 0
    four_bets: int = 0
    four_bet_chances: int = 0
    folds_to_three_bet: int = 0
    three_bets_faced: int = 0
    folds_to_four_bet: int = 0
    four_bets_faced: int = 0
    steals: int = 0
    steal_chances: int = 0
    folds_to_steal: int = 0
    steals_faced: int = 0
    c_bets: int = 0
    c_bet_chances: int = 0
    folds_to_c_bet: int = 0
    c_bets_faced: int = 0
    aggressive: int = 0
    calls: int = 0
    flops: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    showdowns_told: int = 0
    """Number of showdowns with a known winner."""
    rated: int = 0
    """Number of hands with a known winner."""
    big_blinds: float = 0.0
    big_blinds_squared: float = 0.0
    before_rake: float = 0.0
    adjusted: float = 0.0
    """Big blinds won, with all-in pots shared by equity."""

    def __repr__(self) -> str:
        rates = [
            f"{name} {rate:.1%}" if rate is not None else f"{name} –"
            for name, rate in (("VPIP", self.vpip), ("PFR", self.pfr), ("3-bet", self.three_bet))
        ]
        won = "" if self.win_rate is None else f", {self.win_rate.bb_100:+,.1f} bb/100"
        place = f" {self.position}" if self.position else ""
        counted = html.count(self.hands, "hand")
        text = f"{self.name}{place}: {counted}, {', '.join(rates)}{won}"
        return shortened(f"<PlayerStats: {text}>")

    def to_record(self) -> dict[str, Any]:
        """Return name, position, hands and all rates as a plain dictionary.

        Rates are shares from 0 to 1, and None if there was no opportunity.
        """
        place = {"player": self.name, "position": self.position or None, "hands": self.hands}
        return {**place, **self.rates}

    @property
    def vpip(self) -> float | None:
        return _rate(self.voluntary, self.hands)

    @property
    def pfr(self) -> float | None:
        return _rate(self.raised, self.hands)

    @property
    def three_bet(self) -> float | None:
        return _rate(self.three_bets, self.three_bet_chances)

    @property
    def four_bet(self) -> float | None:
        return _rate(self.four_bets, self.four_bet_chances)

    @property
    def fold_to_three_bet(self) -> float | None:
        return _rate(self.folds_to_three_bet, self.three_bets_faced)

    @property
    def fold_to_four_bet(self) -> float | None:
        return _rate(self.folds_to_four_bet, self.four_bets_faced)

    @property
    def steal(self) -> float | None:
        return _rate(self.steals, self.steal_chances)

    @property
    def fold_to_steal(self) -> float | None:
        return _rate(self.folds_to_steal, self.steals_faced)

    @property
    def c_bet(self) -> float | None:
        return _rate(self.c_bets, self.c_bet_chances)

    @property
    def fold_to_c_bet(self) -> float | None:
        return _rate(self.folds_to_c_bet, self.c_bets_faced)

    @property
    def aggression(self) -> float | None:
        return _rate(self.aggressive, self.calls)

    @property
    def wtsd(self) -> float | None:
        return _rate(self.showdowns, self.flops)

    @property
    def won_at_showdown(self) -> float | None:
        return _rate(self.showdowns_won, self.showdowns_told)

    @property
    def win_rate(self) -> WinRate | None:
        """The win rate after rake."""
        if not self.rated:
            return None
        return WinRate.from_sums(self.rated, self.big_blinds, self.big_blinds_squared)

    @property
    def bb_100_before_rake(self) -> float | None:
        return 100 * self.before_rake / self.rated if self.rated else None

    @property
    def bb_100_adjusted(self) -> float | None:
        return 100 * self.adjusted / self.rated if self.rated else None

    def plus(self, other: PlayerStats) -> PlayerStats:
        """Return the sum of both, under the name of this one."""
        named = ("name", "position")
        return PlayerStats(
            **{
                field.name: getattr(self, field.name)
                + (getattr(other, field.name) if field.name not in named else "")
                for field in fields(self)
            }
        )

    @property
    def rates(self) -> dict[str, float | None]:
        """All rates by name, as `masa stats --json` prints them."""
        won = self.win_rate
        rates = {name: getattr(self, name) for name in _RATES}
        rates["bb_100"] = None if won is None else won.bb_100
        rates["bb_100_within"] = None if won is None else won.within
        rates["bb_100_before_rake"] = self.bb_100_before_rake
        rates["rake_bb"] = self.rake
        return rates

    @property
    def rake(self) -> float:
        """Rake taken from this player's winnings, in big blinds."""
        # rounded, because sums of floats are not exact
        return round(self.before_rake - self.big_blinds, 6)


_RATES = (
    *("vpip", "pfr", "three_bet", "fold_to_three_bet", "four_bet", "fold_to_four_bet"),
    *("steal", "fold_to_steal", "c_bet", "fold_to_c_bet", "aggression", "wtsd"),
    "won_at_showdown",
)


def _main_rates(player: PlayerStats) -> tuple[float | None, ...]:
    return player.vpip, player.pfr, player.three_bet, player.wtsd, player.won_at_showdown


def _rate(count: int, whole: int) -> float | None:
    return count / whole if whole else None


class Stats:
    """Statistics of all players: VPIP, PFR, win rate and others, as trackers define them.

    Memory use depends on the number of players, not of hands. Add hands one by one, or all that
    were loaded: `Stats.from_hands(histories.load("hands/"))`.

    >>> from pokermasa.histories import phh
    >>> stats = Stats()
    >>> stats.add(phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [200, 200]\\nactions = ['d dh p1 ????',"
    ...     "'d dh p2 ????', 'p2 cbr 6', 'p1 f']\\nplayers = ['Ann', 'Bo']"))
    >>> [(player.name, player.vpip, player.win_rate.bb_100) for player in stats]
    [('Ann', 0.0, -100.0), ('Bo', 1.0, 100.0)]
    >>> stats, stats.players["Bo"]
    (<Stats: 1 hand, 2 players>, <PlayerStats: Bo: 1 hand, VPIP 100.0%, PFR 100.0%, 3-bet –,
    +100.0 bb/100>)
    >>> [(record["player"], record["pfr"]) for record in stats.to_records()]
    [('Ann', 0.0), ('Bo', 1.0)]
    """

    def __init__(
        self,
        *,
        by_position: bool = False,
        only_position: str | None = None,
        equity: EquityOf | None = None,
    ) -> None:
        """With *by_position*, statistics are also kept for each position. With *only_position*,
        other positions are not counted. Without *equity*, all-ins are not adjusted."""
        if only_position is not None and only_position not in POSITIONS:
            known = ", ".join(POSITIONS)
            raise ValueError(f"a position is one of {known}, not {in_short(only_position)}")
        self.players: dict[str, PlayerStats] = {}
        self.places: dict[tuple[str, str], PlayerStats] = {}
        self.hands = 0
        self.cancelled = 0
        self.adjusted = 0
        """Number of hands with all-in pots shared by equity."""
        self._by_position = by_position
        self._only_position = only_position
        self._equity = equity

    @classmethod
    def from_hands(cls, hands: Iterable[History], **options: Any) -> Stats:
        """Return the statistics of several hands, such as `histories.load` returns.

        Raise `HistoryError` at the first impossible hand. *options* are those of the class.
        """
        stats = cls(**options)
        for history in each_history(hands):
            stats.add(history)
        return stats

    def __repr__(self) -> str:
        players = html.count(len(self.players), "player")
        return f"<Stats: {html.count(self.hands, 'hand')}, {players}>"

    def _repr_html_(self) -> str:
        columns = ("player", "hands", "VPIP", "PFR", "3-bet", "WTSD", "W$SD", "bb/100")
        shown = list(islice(self, MOST_ROWS))
        rows = [
            (
                html.shortened(player.name, 40),
                player.hands,
                *(None if rate is None else f"{rate:.1%}" for rate in _main_rates(player)),
                None if player.win_rate is None else str(player.win_rate),
            )
            for player in shown
        ]
        more = len(self.players) - len(shown)
        note = html.line(f"and {more:,} more players") if more else ""
        return html.page(html.line(html.count(self.hands, "hand")), html.table(columns, rows), note)

    def to_records(self) -> list[dict[str, Any]]:
        """Return name, hands and all rates of each player as plain dictionaries.

        With `by_position`, a player's records for each position follow that player's own.
        """
        rows = [row for one in self for row in (one, *self.at_positions(one.name))]
        return [row.to_record() for row in rows]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    def __iter__(self) -> Iterator[PlayerStats]:
        """Iterate over the players, the one with the most hands first."""
        return iter(sorted(self.players.values(), key=lambda p: (-p.hands, p.name)))

    def at_positions(self, name: str) -> list[PlayerStats]:
        """Return the statistics of a player by position, first to act first."""
        found = [self.places.get((name, position)) for position in POSITIONS]
        return [player for player in found if player is not None]

    def add(self, history: History, only: Sequence[StackIndex] | None = None) -> None:
        """Count a hand, for the stacks in *only* or for all.

        Raises `HistoryError` and counts nothing if the hand is impossible.
        """
        end = result(history)
        if history.is_cancelled:
            self.cancelled += 1
            return
        self.hands += 1
        hand = HandStats(history, end)
        shares = hand.adjusted(self._equity) if self._equity is not None else None
        self.adjusted += shares is not None
        places = hand.positions
        for stack in stack_indexes(history.players) if only is None else only:
            if self._only_position in (None, places[stack]):
                name = history.name(stack)
                counted = [self.players.setdefault(name, PlayerStats(name))]
                if self._by_position:
                    key = (name, places[stack])
                    counted.append(self.places.setdefault(key, PlayerStats(*key)))
                for player in counted:
                    hand.count(stack, player, shares)
