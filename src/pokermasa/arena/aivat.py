"""AIVAT, a variance reduction for match results (Burch, Schmid, Moravčík and Bowling, 2018).

Whenever cards are dealt, and whenever a bot acts that has a `policy`, the value of the outcome is
subtracted and the expected value is added. This correction has the expected value 0 whatever the
value function is, so the result stays unbiased. The better the value function predicts the result,
the more variance it removes. The value function is fixed before the match: the pot is shared by
exact equity, as if nobody bet any more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokermasa.arena.checked_policy import checked_policy
from pokermasa.arena.fault import BrokenPolicy
from pokermasa.bots.bot import Bot
from pokermasa.bots.policy import Open
from pokermasa.bots.referee import Ruling
from pokermasa.equity.board_strengths import combo_of
from pokermasa.equity.counting import tally
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
    """Return the expected value minus the value of the outcome *came*.

    >>> correction([0.25, 0.75], [8.0, 4.0], came=0)
    -3.0
    """
    expected = sum([chance * worth for chance, worth in zip(chances, worths, strict=True)])
    return expected - worths[came]


class Aivat:
    """The correction for a heads-up match. Each hand calls `begin`, `watch` for every act, and
    `end`."""

    def __init__(self, bots: Sequence[Bot], stack: Chips) -> None:
        self._policies = [bot if isinstance(bot, Open) else None for bot in bots]
        self._stack = stack

    def begin(self, cards: HandDealer) -> None:
        hands = [[card.number for card in hand or ()] for hand in cards.hands]
        self._hands = [combo_of(*hand) for hand in hands]
        self._board = tuple([card.number for card in cards.board])
        self._seen = -1  # number of board cards; before the deal, no cards are known
        self._edges: dict[int, float] = {-1: 0.0}  # hands that are not dealt yet have equal equity
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
        """Return the corrected chips that the first stack won."""
        if shown:
            self._cards_come(5, self._most)
        return stacks[0] - self._stack + self._total

    def _cards_come(self, cards: int, most: Chips) -> None:
        """Correct for newly dealt cards. The equity before is the expected equity
        after the deal."""
        self._most = most
        if cards != self._seen:
            self._total += most * (self._edge(self._seen) - self._edge(cards))
            self._seen = cards

    def _edge(self, cards: int) -> float:
        """Return the share of the first stack minus that of the second, as part of the chips of
        one."""
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
        """Return all chips that the player has put in after the act."""
        assert view.to_act is not None
        me = view.players[view.to_act]
        if isinstance(act, AllIn):
            return self._stack
        to = getattr(act, "to", None)
        if to is None:
            to = view.price if isinstance(act, Call) else me.wager
        return paid + to - me.wager
