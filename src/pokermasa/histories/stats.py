"""What a player's hands say about the player, added up one history at a time.

Definitions, each the one that trackers use:

- VPIP: hands in which chips went in before the flop by choice: a call or a raise, no blind or post
- PFR: hands with a raise before the flop
- 3-bet: of the hands in which exactly one raise stood before it at its turn, those re-raised
- aggression: bets and raises after the flop for each call there
- WTSD: of the hands that saw a flop, those that went to showdown
- W$SD: of the showdowns, those that won chips
- bb/100: big blinds won in a hundred hands, and the interval that holds the true figure with 95 %
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from pokermasa.histories.history import Acted, BoardDealt, CheckOrCall, History, Shown
from pokermasa.histories.replay import result
from pokermasa.histories.settling import Result
from pokermasa.rules import Fold, ShortBigBlind, StackIndex
from pokermasa.rules.chips import stack_indexes
from pokermasa.rules.opening import open_hand

NORMAL_95 = 1.96


class WinRate(NamedTuple):
    bb_100: float
    within: float | None
    """To each side; None while there are too few hands to tell."""


@dataclass(slots=True)
class PlayerStats:
    """The counts; the rates are None where there was no occasion."""

    name: str
    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    three_bets: int = 0
    three_bet_chances: int = 0
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
        count = self.rated
        if not count:
            return None
        mean = self.big_blinds / count
        if count < 2:
            return WinRate(100 * mean, None)
        spread = max(self.big_blinds_squared - count * mean * mean, 0.0) / (count - 1)
        return WinRate(100 * mean, 100 * NORMAL_95 * sqrt(spread / count))


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

    def __init__(self) -> None:
        self.players: dict[str, PlayerStats] = {}
        self.hands = 0

    def __iter__(self) -> Iterator[PlayerStats]:
        """Whoever played most comes first."""
        return iter(sorted(self.players.values(), key=lambda p: (-p.hands, p.name)))

    def add(self, history: History) -> None:
        """`HistoryError`, and nothing is counted, if the hand could not have happened."""
        end = result(history)
        self.hands += 1
        players = [self._player(history, i) for i in stack_indexes(history.players)]
        _Hand(history, players).count(end)

    def _player(self, history: History, stack: StackIndex) -> PlayerStats:
        name = history.name(stack)
        return self.players.setdefault(name, PlayerStats(name))


class _Hand:
    """One hand that is known to be legal: only who did what has to be looked at."""

    def __init__(self, history: History, players: list[PlayerStats]) -> None:
        self.history = history
        self.players = players
        opening = open_hand(
            history.stacks, history.button, history.blinds, history.rules, history.posts
        )
        self.behind = [stack.stack for stack in opening.stacks]
        self.wagers = [stack.recent_wager for stack in opening.stacks]
        self.put = [a - b for a, b in zip(history.stacks, self.behind, strict=True)]
        is_full = history.rules.short_big_blind is ShortBigBlind.FULL_PRICE
        self.price = max(history.blinds.big if is_full else 0, *self.wagers)
        self.folded: set[StackIndex] = set()
        self.raises = 0

    def count(self, end: Result | None) -> None:
        voluntary: set[StackIndex] = set()
        raised: set[StackIndex] = set()
        chances: set[StackIndex] = set()
        is_preflop = True
        is_shown = False
        for step in self.history.story:
            if isinstance(step, BoardDealt):
                if is_preflop:
                    for stack, player in enumerate(self.players):
                        player.flops += stack not in self.folded
                is_preflop = False
                self.price = 0
                self.wagers = [0] * len(self.wagers)
            elif isinstance(step, Shown):
                is_shown = True
            elif isinstance(step, Acted):
                stack, act, _ = step
                player = self.players[stack]
                if is_preflop and self.raises == 1 and stack not in raised | chances:
                    chances.add(stack)
                    player.three_bet_chances += 1
                    player.three_bets += not isinstance(act, Fold | CheckOrCall)
                if isinstance(act, Fold):
                    self.folded.add(stack)
                elif isinstance(act, CheckOrCall):
                    if self.wagers[stack] < self.price:
                        self.pay(stack, self.price)
                        if is_preflop:
                            voluntary.add(stack)
                        else:
                            player.calls += 1
                else:
                    self.pay(stack, act.to)
                    self.price = act.to
                    if is_preflop:
                        self.raises += 1
                        voluntary.add(stack)
                        raised.add(stack)
                    else:
                        player.aggressive += 1
        for stack, player in enumerate(self.players):
            player.hands += 1
            player.voluntary += stack in voluntary
            player.raised += stack in raised
        if end is not None:
            self.count_result(end)
        live = [i for i in stack_indexes(len(self.players)) if i not in self.folded]
        if len(live) > 1 and (is_shown or end is not None):
            self.count_showdown(live, end)

    def pay(self, stack: StackIndex, to: int) -> None:
        chips = min(to - self.wagers[stack], self.behind[stack])
        self.behind[stack] -= chips
        self.put[stack] += chips
        self.wagers[stack] = to

    def count_result(self, end: Result) -> None:
        big = self.history.blinds.big
        for player, net in zip(self.players, end.net, strict=True):
            won = net / big
            player.rated += 1
            player.big_blinds += won
            player.big_blinds_squared += won * won

    def count_showdown(self, live: list[StackIndex], end: Result | None) -> None:
        matched = sorted(self.put)[-2]
        for stack in live:
            player = self.players[stack]
            player.showdowns += 1
            if end is not None:
                returned = max(self.put[stack] - matched, 0)
                player.showdowns_told += 1
                player.showdowns_won += end.net[stack] + self.put[stack] > returned
