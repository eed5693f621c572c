"""Repeats the pot shares of `rules.legal`; held by tests/cli/test_play_table.py.

The size of a raise: shares of the pot, all of it, or any whole number between the ends.
"""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.rules import AllIn, Chips, PlayerAct, Raise, View


class Share(NamedTuple):
    key: str
    name: str
    part: float
    """Of the pot as it is after the call."""


SHARES = (
    Share("t", "⅓", 1 / 3),
    Share("h", "½", 1 / 2),
    Share("j", "¾", 3 / 4),
    Share("p", "pot", 1),
)


class Sizing(NamedTuple):
    """What you may raise to; amounts are *to*, as everywhere.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> view = View.of(Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda")), viewer=0)
    >>> sizing = Sizing.of(view)
    >>> sizing.least, sizing.most, [sizing.share(each.part) for each in SHARES]
    (4, 200, [4, 4, 5, 7])
    >>> sizing.act(7), sizing.act(200)
    (Raise(to=7), AllIn(to=None))
    """

    least: Chips
    most: Chips
    """Every chip, where that may be wagered."""
    price: Chips
    pot: Chips
    """As it is after the call."""
    all_in: Chips | None
    """What going all in comes to, where it is a word of its own."""

    @classmethod
    def of(cls, view: View) -> Sizing | None:
        """None where no raise is open."""
        assert view.viewer is not None
        total = view.players[view.viewer].reach
        all_in = total if AllIn() in view.acts and total > view.price else None
        if view.raises is None and all_in is None:
            return None
        least, most = view.raises or (total, total)
        return cls(least, all_in or most, view.price, view.pot + view.to_call, all_in)

    def share(self, part: float) -> Chips:
        """To a part of the pot, as near as the rules allow."""
        return self.within(self.price + int(self.pot * part + 1e-9))

    def within(self, amount: Chips) -> Chips:
        return max(self.least, min(self.most, amount))

    def act(self, amount: Chips) -> PlayerAct:
        """The act that raises to *amount*; whether it is allowed, the rules say."""
        return AllIn() if amount == self.all_in else Raise(amount)
