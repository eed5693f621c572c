"""The factors of document 004: all inputs of a decision, each under its name."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.bots.house.contest import Contest, Potential
from pokermasa.bots.house.holding import Holding
from pokermasa.bots.house.opponent import Portrait
from pokermasa.bots.house.price import Price
from pokermasa.bots.house.reading import Reading
from pokermasa.rules import StackIndex, View
from pokermasa.rules.chips import clockwise


class Earlier(NamedTuple):
    """Acts of the current round before the bot's turn."""

    raises: int
    callers: int
    aggressor: StackIndex | None
    """Player who made the last raise of the hand."""


class Factors(NamedTuple):
    holding: Holding
    """Hole cards (Chen points) and community cards (made hand, outs to a better one)."""
    potential: Potential
    """Probabilities of improving and of being overtaken by the cards to come."""
    players: int
    """Number of opponents who have not folded."""
    position: float
    """Position from 0 (first to act after the flop) to 1 (last)."""
    price: Price
    """Price of a call, the pot and the effective stack."""
    chance: float
    """Probability of winning against the ranges read from the opponents' acts."""
    earlier: Earlier
    opponents: dict[StackIndex, Portrait]
    """Tightness, aggression and bluffing of each opponent. Their bets and stacks are in the
    view."""

    @classmethod
    def from_view(cls, view: View, reading: Reading, contest: Contest) -> Factors:
        return cls(
            Holding.from_cards(reading.hand, reading.board),
            contest.potential,
            len(reading.ranges),
            position(view),
            Price.from_view(view),
            contest.chance,
            earlier(view, reading),
            {index: reading.opponents[index].portrait for index in reading.ranges},
        )

    @property
    def pressure(self) -> float:
        """Aggression of the opponents relative to the usual level, limited to 0.3 to 1.3."""
        aggression = [portrait.aggression for portrait in self.opponents.values()]
        return min(1.3, max(0.3, sum(aggression) / len(aggression) / 0.3))


def position(view: View) -> float:
    """Return the position of the viewer, from 0 (first to act after the flop) to 1 (last).

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> hand = Situation(Dealer.start([200] * 3, button=0, blinds=Blinds(1, 2)))
    >>> [position(View.from_situation(hand, viewer)) for viewer in range(3)]
    [1.0, 0.0, 0.5]
    """
    around = clockwise(view.button, len(view.players))
    order = [index for index in around if index in view.remaining]
    assert view.viewer is not None
    return order.index(view.viewer) / (len(order) - 1) if len(order) > 1 else 1.0


def earlier(view: View, reading: Reading) -> Earlier:
    callers = {
        past.index
        for past in view.past
        if past.round is view.round
        and past.index in reading.ranges
        and past.wager < past.to <= past.price
    }
    return Earlier(reading.raises, len(callers), reading.aggressor)
