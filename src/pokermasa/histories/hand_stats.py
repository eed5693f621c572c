"""Counts the acts of one hand for the statistics of its players, in one pass.

The hand must be possible under its rules, so `replay.result` has to check it first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pokermasa.cards import Card
from pokermasa.histories.history import (
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    Shown,
    whole,
)
from pokermasa.histories.payout import Result
from pokermasa.histories.position import STEALING, positions
from pokermasa.histories.replay import last_scene
from pokermasa.rules import Chips, Fold, Raise, ShortBigBlind, StackIndex
from pokermasa.rules.chips import indexed, stack_indexes
from pokermasa.rules.opening import open_hand

if TYPE_CHECKING:
    from pokermasa.histories.stats import PlayerStats

_Stacks = set[StackIndex]


class HandStats:
    """Counts for all players of one hand. *end* is its result, None if the winner is unknown."""

    def __init__(self, history: History, end: Result | None) -> None:
        self.history = history
        self.end = end
        self.positions = positions(history)
        opening = open_hand(
            history.stacks, history.button, history.blinds, history.rules, history.posts
        )
        self.left = [stack.stack for stack in opening.stacks]
        self.wagers = [stack.recent_wager for stack in opening.stacks]
        self.put = [a - b for a, b in zip(history.stacks, self.left, strict=True)]
        is_full = history.rules.short_big_blind is ShortBigBlind.FULL_PRICE
        self.price = max(history.blinds.big if is_full else 0, *self.wagers)
        self.folded: _Stacks = set()
        self.lying = 0
        """Number of board cards when the betting ended."""
        self.board: tuple[Card, ...] = ()
        self.is_shown = False
        # Counts before the flop
        self.raises = 0
        self.raiser: StackIndex | None = None
        """The last player who raised before the flop."""
        self.raisers: list[StackIndex] = []
        self.entered = 0
        """Number of calls and raises before the flop so far."""
        self.stealer: StackIndex | None = None
        self.voluntary: _Stacks = set()
        self.chances: dict[str, _Stacks] = {}
        self.taken: dict[str, _Stacks] = {}
        # Counts on the flop and later
        self.flops: _Stacks = set()
        self.c_bettor: StackIndex | None = None
        self.aggressive = [0] * history.players
        self.calls = [0] * history.players
        for step in history.story:
            if type(step) is Acted:
                stack, act, _ = step
                self.lying = len(self.board)
                if isinstance(act, CheckOrCall) and self.is_alone(stack):
                    continue
                if self.board:
                    self.after_the_flop(stack, act)
                else:
                    self.before_the_flop(stack, act)
            elif isinstance(step, BoardDealt):
                if not self.board:
                    self.flops = {i for i in stack_indexes(history.players) if self.is_live(i)}
                self.board += step.cards
                self.price = 0
                self.wagers = [0] * history.players
            elif isinstance(step, Shown):
                self.is_shown = True

    def is_live(self, stack: StackIndex) -> bool:
        return stack not in self.folded

    def is_alone(self, stack: StackIndex) -> bool:
        """Return whether only all-in players are left, whose bets *stack* has matched.

        Nothing is left to decide then, but some histories write a check.
        """
        return all(
            other == stack
            or other in self.folded
            or (not left and self.wagers[other] <= self.wagers[stack])
            for other, left in indexed(self.left)
        )

    def chance(self, what: str, stack: StackIndex, is_taken: bool) -> None:
        """Count one opportunity for the statistic *what*. Only the first in each hand counts."""
        seen = self.chances.setdefault(what, set())
        if stack not in seen:
            seen.add(stack)
            if is_taken:
                self.taken.setdefault(what, set()).add(stack)

    def before_the_flop(self, stack: StackIndex, act: Fold | CheckOrCall | Raise) -> None:
        is_fold, is_raise = isinstance(act, Fold), isinstance(act, Raise)
        raises = self.raises
        is_first = stack not in self.raisers
        if raises == 1 and is_first:
            self.chance("three_bet", stack, is_raise)
            is_blind = self.positions[stack] in ("SB", "BB")
            if is_blind and self.stealer is not None and self.entered == 1:
                self.chance("fold_to_steal", stack, is_fold)
        elif raises == 2:
            if stack == self.raisers[0]:
                self.chance("fold_to_three_bet", stack, is_fold)
            if stack != self.raisers[1]:
                self.chance("four_bet", stack, is_raise)
        elif raises == 3 and stack == self.raisers[1]:
            self.chance("fold_to_four_bet", stack, is_fold)
        elif not raises and not self.entered and self.positions[stack] in STEALING:
            self.chance("steal", stack, is_raise)
            if is_raise:
                self.stealer = stack
        if is_fold:
            self.folded.add(stack)
        elif isinstance(act, Raise):
            self.raises += 1
            self.raiser = stack
            self.raisers.append(stack)
            self.entered += 1
            self.voluntary.add(stack)
            self.pay(stack, act.to)
        elif self.wagers[stack] < self.price:
            self.entered += 1
            self.voluntary.add(stack)
            self.pay(stack, self.price)

    def after_the_flop(self, stack: StackIndex, act: Fold | CheckOrCall | Raise) -> None:
        is_fold, is_raise = isinstance(act, Fold), isinstance(act, Raise)
        if len(self.board) == 3:
            if stack == self.raiser and not self.price:
                self.chance("c_bet", stack, is_raise)
                if is_raise:
                    self.c_bettor = stack
            elif self.c_bettor is not None and self.price == self.wagers[self.c_bettor]:
                self.chance("fold_to_c_bet", stack, is_fold)
        if is_fold:
            self.folded.add(stack)
        elif isinstance(act, Raise):
            self.aggressive[stack] += 1
            self.pay(stack, act.to)
        elif self.wagers[stack] < self.price:
            self.calls[stack] += 1
            self.pay(stack, self.price)

    def pay(self, stack: StackIndex, to: Chips) -> None:
        chips = min(to - self.wagers[stack], self.left[stack])
        self.left[stack] -= chips
        self.put[stack] += chips
        self.wagers[stack] += chips
        self.price = max(self.price, to)

    # Statistics of one player

    def count(
        self, stack: StackIndex, player: PlayerStats, adjusted: Sequence[float] | None
    ) -> None:
        """Add this hand to the statistics of *player*, who has the stack index *stack*."""
        player.hands += 1
        player.voluntary += stack in self.voluntary
        player.raised += stack in self.raisers
        for what, (chances, taken) in _COUNTED.items():
            seen = self.chances.get(what)
            if seen and stack in seen:
                setattr(player, chances, getattr(player, chances) + 1)
                if stack in self.taken.get(what, ()):
                    setattr(player, taken, getattr(player, taken) + 1)
        player.aggressive += self.aggressive[stack]
        player.calls += self.calls[stack]
        player.flops += stack in self.flops
        end = self.end
        if end is not None:
            big = self.history.blinds.big
            won = end.net[stack] / big
            player.rated += 1
            player.big_blinds += won
            player.big_blinds_squared += won * won
            player.before_rake += end.before_rake[stack] / big
            player.adjusted += won if adjusted is None else adjusted[stack] / big
        is_showdown = self.history.players - len(self.folded) > 1
        if is_showdown and self.is_live(stack) and (self.is_shown or end is not None):
            player.showdowns += 1
            if end is not None:
                returned = max(self.put[stack] - sorted(self.put)[-2], 0)
                player.showdowns_told += 1
                player.showdowns_won += end.net[stack] + self.put[stack] > returned

    # All-in adjustment

    def adjusted(
        self,
        equity: Callable[
            [Sequence[tuple[Card, Card]], Sequence[Card], Sequence[Card]], Sequence[float]
        ],
    ) -> list[float] | None:
        """Return the chips each stack would have won or lost if pots were shared by equity.

        The equity is that at the end of the betting. Returns None unless the players were all in
        before the river with known hands and a complete board.
        """
        end, players = self.end, self.history.players
        if end is None or self.lying == 5 or players - len(self.folded) < 2:
            return None
        hands = [whole(cards) for cards in self.history.hands]
        live = [i for i in stack_indexes(players) if self.is_live(i)]
        if any(hands[i] is None for i in live) or len(self.board) < 5:
            return None
        # The rules' pots contain antes and dead posts, and no uncalled bet.
        dealer = last_scene(self.history).dealer.finish()
        payments = self.history.payments
        deducted = 0 if payments is None else payments.deducted - payments.added
        paid_share = 1 - deducted / dealer.pot if dealer.pot else 1.0
        board = self.board[: self.lying]
        shares = [
            float(stack.stack - began)
            for stack, began in zip(dealer.stacks, self.history.stacks, strict=True)
        ]
        for pot in (dealer.running_pot, *dealer.side_pots):
            members = [i for i in pot.involved if self.is_live(i)]
            chances: Sequence[float] = (1.0,)
            if len(members) > 1 and pot.wager:
                # Players who are all in for less hold cards that cannot come any more.
                gone = [card for i in live if i not in members for card in hands[i] or ()]
                chances = equity([hand for i in members if (hand := hands[i])], board, gone)
            for index, chance in zip(members, chances, strict=False):
                shares[index] += pot.wager * chance * paid_share
        return shares


_COUNTED = {
    "three_bet": ("three_bet_chances", "three_bets"),
    "four_bet": ("four_bet_chances", "four_bets"),
    "fold_to_three_bet": ("three_bets_faced", "folds_to_three_bet"),
    "fold_to_four_bet": ("four_bets_faced", "folds_to_four_bet"),
    "steal": ("steal_chances", "steals"),
    "fold_to_steal": ("steals_faced", "folds_to_steal"),
    "c_bet": ("c_bet_chances", "c_bets"),
    "fold_to_c_bet": ("c_bets_faced", "folds_to_c_bet"),
}
"""Statistics with opportunities: the fields of `PlayerStats` for opportunities and for uses."""
