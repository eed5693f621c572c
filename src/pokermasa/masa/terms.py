"""The terms of a masa: everything set when it is opened, apart from the rules of a hand."""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.rules import Chips
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.house import read_choice, read_flag
from pokermasa.rules.refusal import in_short


class Entry(StrEnum):
    """The condition under which a player who has not paid the blinds is dealt in."""

    FREE = "free"
    """Every player is dealt in with the next hand, as in document 000."""
    RETURNING = "returning"
    """New players are dealt in with the next hand. A player who missed a blind, or left and
    returned, waits for the big blind or pays the missed blinds at once."""
    BLIND = "blind"
    """Every player waits for the big blind or pays it at once."""


class Terms(NamedTuple):
    """The terms of a masa. Amounts are in chips.

    >>> from pokermasa.masa import Masa
    >>> masa = Masa.open(sides=6, rules="tda", terms=Terms(least_buy_in=40, most_buy_in=200))
    >>> masa.terms.most_buy_in, masa.terms.usual_stack(2)
    (200, 200)
    """

    least_buy_in: Chips = 1
    """The smallest stack to sit down with."""
    most_buy_in: Chips = MOST_CHIPS
    """The largest stack after buying in or topping up."""
    entry: Entry = Entry.FREE
    straddle: bool = False
    """Whether the first player to act may post twice the big blind before the deal."""
    run_twice: bool = False
    """Whether a hand with all-ins before the river is dealt two boards if all players agree."""
    time_bank: int = 0
    """The time bank of a new player. The unit is the caller's."""
    absent_play: bool = False
    """Whether players who are away are dealt in and pay, as in tournaments."""
    rabbit: bool = False
    """Whether players may see the rest of the board after a hand that ended by folds."""

    @classmethod
    def for_blinds(cls, big: Chips) -> "Terms":
        """Return terms with the usual buy-ins, from 20 to 200 big blinds.

        >>> Terms.for_blinds(2).buy_in_range()
        (40, 400)
        """
        return cls(least_buy_in=20 * big, most_buy_in=200 * big)

    def verified(self) -> "Terms":
        """Return these terms with texts converted, as in `entry="blind"`.

        Raise `MasaError` or `ValueError` for values that a term does not have.
        """
        amounts = (self.least_buy_in, self.most_buy_in, self.time_bank)
        for amount in amounts:
            if type(amount) is not int:
                raise MasaError(MasaRefusal.NOT_WHOLE, in_short(amount))
        if not 1 <= self.least_buy_in <= self.most_buy_in <= MOST_CHIPS:
            limits = f"from {self.least_buy_in} to {self.most_buy_in}"
            raise MasaError(MasaRefusal.BUY_IN_RANGE, limits)
        if self.time_bank < 0:
            raise MasaError(MasaRefusal.TIME_BANK, f"at least 0, not {self.time_bank}")
        flags = ("straddle", "run_twice", "absent_play", "rabbit")
        read = {flag: read_flag(flag, getattr(self, flag)) for flag in flags}
        return self._replace(entry=read_choice("entry", Entry, self.entry), **read)

    def usual_stack(self, big: Chips, chips: Chips = MOST_CHIPS, kept: Chips = 0) -> Chips:
        """Return the buy-in nearest to 100 big blinds within the limits and the player's *chips*.

        The result is never below the smallest buy-in, even if the player has fewer chips.

        >>> Terms(40, 400).usual_stack(2), Terms(40, 400).usual_stack(2, chips=90)
        (200, 90)
        """
        least, most = self.buy_in_range(kept)
        return max(least, min(100 * big, most, chips))

    def buy_in_range(self, kept: Chips = 0) -> tuple[Chips, Chips]:
        """Return the smallest and the largest buy-in.

        *kept* is the stack with which the player left a short time ago. The player must bring at
        least as much, even if that is more than the usual limit.

        >>> Terms(40, 400).buy_in_range(), Terms(40, 400).buy_in_range(kept=700)
        ((40, 400), (700, 700))
        """
        return max(self.least_buy_in, kept), max(self.most_buy_in, kept)

    def allows(self, stack: Chips, kept: Chips = 0) -> bool:
        """Whether *stack* is within the limits of `buy_in_range`."""
        least, most = self.buy_in_range(kept)
        return least <= stack <= most


USUAL = Terms()
