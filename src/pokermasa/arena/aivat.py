"""AIVAT: the chips of a hand without the luck that can be known (Burch, Schmid, Moravčík and
Bowling, 2018).

Whenever cards come, and whenever a bot acts that has a `policy`, the worth of what came is taken
off and what was to be expected there is added. In the mean that is nothing, whatever `worth` says
of a situation, so the result stays true; the better it says it, the less is left of luck. It is
fixed before the match: nobody bets any more, so that the pot is shared by exact equity.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokermasa.arena.checked_policy import checked_policy
from pokermasa.arena.fault import BrokenPolicy
from pokermasa.bots.bot import Bot
from pokermasa.bots.policy import Open
from pokermasa.bots.referee import Ruling
from pokermasa.equity.counting import tally
from pokermasa.equity.outlook import combo_of
from pokermasa.rules import (
    AllIn,
    Call,
    Chips,
    Fold,
    HandDealer,
    PlayerAct,
    StackIndex,
    View,
)


def correction(chances: Sequence[float], worths: Sequence[float], came: int) -> float:
    """What was to be expected, less what came.

    >>> correction([0.25, 0.75], [8.0, 4.0], came=0)
    -3.0
    """
    expected = sum([chance * worth for chance, worth in zip(chances, worths, strict=True)])
    return expected - worths[came]


class Aivat:
    """Hand by hand, heads-up: `begin`, then `watch` for every ruling, then `end`."""

    def __init__(self, bots: Sequence[Bot], stack: Chips) -> None:
        self._policies = [bot if isinstance(bot, Open) else None for bot in bots]
        self._stack = stack

    def begin(self, cards: HandDealer) -> None:
        hands = [[card.number for card in hand or ()] for hand in cards.hands]
        self._hands = [combo_of(*hand) for hand in hands]
        self._board = tuple([card.number for card in cards.board])
        self._seen = -1  # cards of the board; before the deal none of them is known
        self._edges: dict[int, float] = {-1: 0.0}  # hands not dealt yet are equal
        self._most = 0
        self._total = 0.0

    def watch(self, turn: StackIndex, view: View, ruling: Ruling) -> None:
        paid = [self._stack - player.stack for player in view.players]
        self._cards_come(len(view.board), max(paid))
        policy_of = self._policies[turn]
        if policy_of is not None:
            policy = checked_policy(policy_of.policy, view)
            worths = [self._worth_after(turn, view, act, paid) for act in policy.acts]
            came = policy.place(view, ruling.act)
            if came is None:
                why = f": {ruling.fault}" if ruling.fault else ""
                raise BrokenPolicy(f"{ruling.act} is not in the bot's policy{why}")
            self._total += correction(policy.chances[self._hands[turn]].tolist(), worths, came)
        if not isinstance(ruling.act, Fold):
            self._most = max(self._most, self._into(view, ruling.act, paid[turn]))

    def end(self, stacks: Sequence[Chips], shown: bool) -> float:
        """What the first stack won, corrected."""
        if shown:
            self._cards_come(5, self._most)
        return stacks[0] - self._stack + self._total

    def _cards_come(self, cards: int, most: Chips) -> None:
        """Equity is what equity is to be expected to be when more cards lie there."""
        self._most = most
        if cards != self._seen:
            self._total += most * (self._edge(self._seen) - self._edge(cards))
            self._seen = cards

    def _edge(self, cards: int) -> float:
        """What the first wins of each chip that both have put in."""
        if cards not in self._edges:
            weights = np.zeros((2, 1326))
            weights[[0, 1], self._hands] = 1
            shares = tally(weights, self._board[:cards], exact=True, threads=1).equities
            self._edges[cards] = float(shares[0] - shares[1])
        return self._edges[cards]

    def _worth_after(
        self, turn: StackIndex, view: View, act: PlayerAct, paid: Sequence[Chips]
    ) -> float:
        if isinstance(act, Fold):
            return float(-paid[turn] if turn == 0 else paid[turn])
        return self._edge(self._seen) * max(max(paid), self._into(view, act, paid[turn]))

    def _into(self, view: View, act: PlayerAct, paid: Chips) -> Chips:
        """All that the one to act has put in after it."""
        assert view.to_act is not None
        me = view.players[view.to_act]
        if isinstance(act, AllIn):
            return self._stack
        to = getattr(act, "to", None)
        if to is None:
            to = view.price if isinstance(act, Call) else me.wager
        return paid + to - me.wager
