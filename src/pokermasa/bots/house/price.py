"""Bet, pot and cash: what staying costs, what it is for, and what may be wagered."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.bots.house.pushfold import is_short
from pokermasa.rules import AllIn, Betting, Call, Check, Chips, PlayerAct, Raise, View

_SHARES = (0.4, 0.75, 1.1)  # of the pot
_RIVER_SHARES = (0.5, 1.0, 2.0)
_COMMITTED = 0.6  # with so much of its chips in, a stack may as well put in the rest


class Price(NamedTuple):
    to_call: Chips
    pot: Chips
    """What a call would play for, before it: no more than one's own chips can win."""
    stack: Chips
    effective: Chips
    """The most that a wager of this round may come to, in front of anybody who could answer."""
    odds: float
    """The part that the call would be of the pot it makes: the chance to win that it takes."""
    depth: float
    """Chips behind that matter, in pots: the stack-to-pot ratio."""
    big_blinds: float
    """The stack that matters, in big blinds."""

    @classmethod
    def of(cls, view: View) -> Price:
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
        """How players say it: the pot lays so much to one."""
        return self.pot / self.to_call if self.to_call else 0.0


def stay(view: View) -> PlayerAct | None:
    """Check or call, whatever it takes."""
    for act in (Check(), Call(), AllIn()):
        if act in view.acts:
            return act
    return None


def raises(view: View, price: Price, limpers: int, raised: int) -> list[tuple[PlayerAct, Chips]]:
    """The wagers worth thinking about, with what each comes to."""
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
    for wish in _wishes(view, limpers, raised):
        to = min(max(round(wish), least), price.effective)
        if to >= view.price + _COMMITTED * (price.effective - view.price):
            to = price.effective
        if to >= me.reach and all_in:
            found[me.reach] = AllIn()
        else:
            to = min(max(to, least), most)
            found[to] = Raise(to)
    return [(act, to) for to, act in found.items()]


def _wishes(view: View, limpers: int, raised: int) -> list[float]:
    if not view.board:
        if raised == 0 and len(view.remaining) > 3:
            return [(3 + limpers) * view.blinds.big]
        if raised == 0:
            return [(2.5 + limpers) * view.blinds.big, (4 + 1.5 * limpers) * view.blinds.big]
        return [3 * view.price + limpers * view.price]
    pot = view.pot + view.to_call
    shares = _RIVER_SHARES if len(view.board) == 5 else _SHARES
    return [view.price + share * pot for share in shares]
