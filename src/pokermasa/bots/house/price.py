"""Bet, pot and stacks: the price of staying and the sizes of possible bets."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.bots.house.pushfold import is_short
from pokermasa.rules import AllIn, Betting, Call, Check, Chips, PlayerAct, Raise, View

_SHARES = (0.4, 0.75, 1.1)  # in pots
_RIVER_SHARES = (0.5, 1.0, 2.0)
_COMMITTED = 0.6  # a raise that puts in this share of the stack becomes all in


class Price(NamedTuple):
    to_call: Chips
    pot: Chips
    """Pot before the call, limited to what the player's own chips can win."""
    stack: Chips
    effective: Chips
    """Largest useful total wager in this round, limited by the largest opposing stack."""
    odds: float
    """Pot odds: the call as a share of the pot after it, which is the probability of winning that
    the call needs."""
    depth: float
    """Effective stack-to-pot ratio: effective chips behind, in pots."""
    big_blinds: float
    """Effective stack in big blinds."""

    @classmethod
    def from_view(cls, view: View) -> Price:
        assert view.viewer is not None
        me = view.players[view.viewer]
        reach = me.wager + view.to_call
        others = [view.players[index] for index in view.remaining if index != me.index]
        pot = view.pot - sum(
            [player.wager - reach for player in view.players if player.wager > reach]
        )
        effective = min(me.reach, max(player.reach for player in others))
        behind = max(0, effective - max(me.wager, view.price))
        to_call = view.to_call
        return cls(
            to_call,
            pot,
            me.stack,
            effective,
            to_call / (pot + to_call) if to_call else 0.0,
            behind / max(1, view.pot + to_call),
            min(me.reach, effective) / view.blinds.big,
        )

    @property
    def to_one(self) -> float:
        """Pot odds in the form "x to 1". 0 if there is nothing to call."""
        return self.pot / self.to_call if self.to_call else 0.0


def stay(view: View) -> PlayerAct | None:
    """Return the act that stays in the hand: check, call, or all in for less. None if there is
    none."""
    for act in (Check(), Call(), AllIn()):
        if act in view.acts:
            return act
    return None


def raises(view: View, price: Price, limpers: int, raised: int) -> list[tuple[PlayerAct, Chips]]:
    """Return the bet sizes to consider, as acts with the total wager of each in chips."""
    assert view.viewer is not None
    me = view.players[view.viewer]
    all_in = AllIn() in view.acts and me.reach > view.price and me.reach > me.wager + view.to_call
    if view.raises is None:
        return [(AllIn(), me.reach)] if all_in else []
    least, most = view.raises
    if view.rules.betting is Betting.FIXED_LIMIT:
        return [(Raise(least), least)]
    if is_short(view, price.big_blinds) and all_in:
        return [(AllIn(), me.reach)]
    found: dict[Chips, PlayerAct] = {}
    for size in _usual_sizes(view, limpers, raised):
        to = min(max(round(size), least), price.effective)
        if to >= view.price + _COMMITTED * (price.effective - view.price):
            to = price.effective
        if to >= me.reach and all_in:
            found[me.reach] = AllIn()
        else:
            to = min(max(to, least), most)
            found[to] = Raise(to)
    return [(act, to) for to, act in found.items()]


def _usual_sizes(view: View, limpers: int, raised: int) -> list[float]:
    if not view.board:
        if raised == 0 and len(view.remaining) > 3:
            return [(3 + limpers) * view.blinds.big]
        if raised == 0:
            return [(2.5 + limpers) * view.blinds.big, (4 + 1.5 * limpers) * view.blinds.big]
        return [3 * view.price + limpers * view.price]
    pot = view.pot + view.to_call
    shares = _RIVER_SHARES if len(view.board) == 5 else _SHARES
    return [view.price + share * pot for share in shares]
