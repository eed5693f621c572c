"""Twin of the pot shares of `rules.legal`, compared by tests/cli/test_play_table.py.

Sizes of a raise: shares of the pot, the whole pot, or any amount between minimum and maximum.
"""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.rules import AllIn, Chips, PlayerAct, Raise, View


class PotShare(NamedTuple):
    key: str
    name: str
    part: float
    """Fraction of the pot after the call."""


SHARES = (
    PotShare("t", "⅓", 1 / 3),
    PotShare("h", "½", 1 / 2),
    PotShare("j", "¾", 3 / 4),
    PotShare("p", "pot", 1),
)


class Sizing(NamedTuple):
    """The range of legal raises. All amounts are totals for the betting round ("raise to").

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"))
    >>> view = View.from_situation(situation, viewer=0)
    >>> sizing = Sizing.from_view(view)
    >>> sizing.least, sizing.most, [sizing.share(each.part) for each in SHARES]
    (4, 200, [4, 4, 5, 7])
    >>> sizing.act(7), sizing.act(200)
    (Raise(to=7), AllIn(to=None))
    """

    least: Chips
    most: Chips
    """Largest raise. It is the whole stack if that may be bet."""
    price: Chips
    pot: Chips
    """Pot after the call."""
    all_in: Chips | None
    """Total of going all in. None if all in is not a separate act."""

    @classmethod
    def from_view(cls, view: View) -> Sizing | None:
        """Return the sizing, or None if no raise is allowed."""
        assert view.viewer is not None
        total = view.players[view.viewer].reach
        all_in = total if AllIn() in view.acts and total > view.price else None
        if view.raises is None and all_in is None:
            return None
        least, most = view.raises or (total, total)
        return cls(least, all_in or most, view.price, view.pot + view.to_call, all_in)

    def share(self, pot_share: float) -> Chips:
        """Return the raise of a fraction of the pot, limited to legal amounts."""
        return self.within(self.price + int(self.pot * pot_share + 1e-9))

    def within(self, amount: Chips) -> Chips:
        return max(self.least, min(self.most, amount))

    def act(self, amount: Chips) -> PlayerAct:
        """Return the act that raises to *amount*, without checking that it is legal."""
        return AllIn() if amount == self.all_in else Raise(amount)
