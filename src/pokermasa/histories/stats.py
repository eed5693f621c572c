"""What a player's hands say about the player, added up one history at a time.

Definitions, each the one that trackers use:

- VPIP: hands in which chips went in before the flop by choice: a call or a raise, no blind or post
- PFR: hands with a raise before the flop
- 3-bet: of the hands in which exactly one raise stood before it at its turn, those re-raised; 4-bet
  likewise with two
- fold to 3-bet: of the hands in which its first raise was re-raised, those folded then; fold to
  4-bet: of those in which its 3-bet was
- steal: of the hands in which everybody before it folded and it sat on CO, BTN or SB, those raised;
  fold to steal: of the hands in which it had a blind and nobody had called such a raise, those
  folded
- c-bet: of the flops on which the last to raise before the flop could bet first, those bet; fold to
  c-bet: of the hands in which it was next to answer such a bet, with no raise between, those folded
- aggression: bets and raises after the flop for each call there
- WTSD: of the hands that saw a flop, those that went to showdown
- W$SD: of the showdowns, those that won chips
- bb/100: big blinds won in a hundred hands, and the interval that holds the true figure with 95 %;
  after rake, and before
- all-in adjusted: the same, but where all were in with cards to come and known hands, each pot is
  shared as the chances were
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from math import sqrt
from typing import NamedTuple, TypeAlias

from pokermasa.cards import Card
from pokermasa.histories.hand_stats import HandStats
from pokermasa.histories.history import History
from pokermasa.histories.position import POSITIONS
from pokermasa.histories.replay import result
from pokermasa.rules import StackIndex
from pokermasa.rules.chips import stack_indexes

NORMAL_95 = 1.96

Hands: TypeAlias = Sequence[tuple[Card, Card]]
EquityOf: TypeAlias = Callable[[Hands, Sequence[Card], Sequence[Card]], Sequence[float]]
"""What part of a pot each of these hands may expect on this board, with these cards gone."""


class WinRate(NamedTuple):
    bb_100: float
    within: float | None
    """To each side; None while there are too few hands to tell."""

    @classmethod
    def of(cls, hands: int, won: float, squares: float) -> WinRate:
        """From the sum of what was won in each hand, in big blinds, and of its squares."""
        mean = won / hands
        if hands < 2:
            return cls(100 * mean, None)
        spread = max(squares - hands * mean * mean, 0.0) / (hands - 1)
        return cls(100 * mean, 100 * NORMAL_95 * sqrt(spread / hands))


@dataclass(slots=True)
class PlayerStats:
    """The counts; the rates are None where there was no occasion."""

    name: str
    position: str = ""
    """Empty for all of them."""
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
    """Showdowns of which the history says who won."""
    rated: int = 0
    """Hands of which the history says who won."""
    big_blinds: float = 0.0
    big_blinds_squared: float = 0.0
    before_rake: float = 0.0
    adjusted: float = 0.0
    """Big blinds, all-ins shared by chance."""

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
        """After rake."""
        if not self.rated:
            return None
        return WinRate.of(self.rated, self.big_blinds, self.big_blinds_squared)

    @property
    def bb_100_before_rake(self) -> float | None:
        return 100 * self.before_rake / self.rated if self.rated else None

    @property
    def bb_100_adjusted(self) -> float | None:
        return 100 * self.adjusted / self.rated if self.rated else None

    def plus(self, other: PlayerStats) -> PlayerStats:
        """Both together, under this one's name."""
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
        """By name: what `masa stats --json` prints."""
        won = self.win_rate
        told = {name: getattr(self, name) for name in _RATES}
        told["bb_100"] = None if won is None else won.bb_100
        told["bb_100_within"] = None if won is None else won.within
        told["bb_100_before_rake"] = self.bb_100_before_rake
        told["rake_bb"] = self.rake
        return told

    @property
    def rake(self) -> float:
        """In big blinds: what the site kept of this player's winnings."""
        return round(self.before_rake - self.big_blinds, 6)  # without the noise of binary sums


_RATES = (
    *("vpip", "pfr", "three_bet", "fold_to_three_bet", "four_bet", "fold_to_four_bet"),
    *("steal", "fold_to_steal", "c_bet", "fold_to_c_bet", "aggression", "wtsd"),
    "won_at_showdown",
)


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


class Stats:
    """Needs the memory of the players it has met, however many hands there are.

    >>> from pokermasa.histories import phh
    >>> stats = Stats()
    >>> stats.add(phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [200, 200]\\nactions = ['d dh p1 ????',"
    ...     "'d dh p2 ????', 'p2 cbr 6', 'p1 f']\\nplayers = ['Ann', 'Bo']"))
    >>> [(player.name, player.vpip, player.win_rate.bb_100) for player in stats]
    [('Ann', 0.0, -100.0), ('Bo', 1.0, 100.0)]
    """

    def __init__(
        self,
        *,
        by_position: bool = False,
        only_position: str | None = None,
        equity: EquityOf | None = None,
    ) -> None:
        """With *by_position* every player is counted for each position apart; with *only_position*
        nobody is counted in another one. Without *equity* all-ins are not adjusted."""
        self.players: dict[str, PlayerStats] = {}
        self.places: dict[tuple[str, str], PlayerStats] = {}
        self.hands = 0
        self.cancelled = 0
        self.adjusted = 0
        """Hands whose all-ins were shared by chance."""
        self._by_position = by_position
        self._only_position = only_position
        self._equity = equity

    def __iter__(self) -> Iterator[PlayerStats]:
        """Whoever played most comes first."""
        return iter(sorted(self.players.values(), key=lambda p: (-p.hands, p.name)))

    def at_positions(self, name: str) -> list[PlayerStats]:
        """A player's figures by position, the first to act first."""
        found = [self.places.get((name, position)) for position in POSITIONS]
        return [player for player in found if player is not None]

    def add(self, history: History, only: Sequence[StackIndex] | None = None) -> None:
        """*only* these stacks are counted, or all. `HistoryError`, and nothing is counted, if the
        hand could not have happened."""
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
