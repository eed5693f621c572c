"""Document 004's factors, each by its name: everything that a decision looks at."""

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
    """Acts from earlier positions, in this round."""

    raises: int
    callers: int
    aggressor: StackIndex | None
    """Who raised last in the hand."""


class Factors(NamedTuple):
    holding: Holding
    """Hole cards (Chen) and community cards (made hand, duplicates, straight, flush)."""
    potential: Potential
    """What the cards to come may change."""
    players: int
    """Opponents who have not folded."""
    position: float
    """0 for the first to act after the flop, 1 for the last."""
    price: Price
    """Bet, pot and cash."""
    chance: float
    """To win, against what the opponents' acts tell of their cards."""
    earlier: Earlier
    opponents: dict[StackIndex, Portrait]
    """Tightness, aggression and bluffing of each. Its bet and cash are in the view."""

    @classmethod
    def of(cls, view: View, reading: Reading, contest: Contest) -> Factors:
        return cls(
            Holding.of(reading.hand, reading.board),
            contest.potential,
            len(reading.ranges),
            position(view),
            Price.of(view),
            contest.chance,
            earlier(view, reading),
            {index: reading.opponents[index].portrait for index in reading.ranges},
        )

    @property
    def pressure(self) -> float:
        """How much the opponents bet and raise, beside what is usual."""
        aggression = [portrait.aggression for portrait in self.opponents.values()]
        return min(1.3, max(0.3, sum(aggression) / len(aggression) / 0.3))


def position(view: View) -> float:
    """
    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> hand = Situation(Dealer.start([200] * 3, button=0, blinds=Blinds(1, 2)))
    >>> [position(View.of(hand, viewer)) for viewer in range(3)]
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
