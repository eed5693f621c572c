"""Payments of a site: rake, fees, bonuses and cash-outs, as its own hand history states them.

By the rules, the winners get the whole pots. On a site they get less, because it takes rake and
fees. Some sites also add chips to a pot, or buy a hand before the board is complete ("cash out").
Results, conversions and statistics use the sums in this class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pokermasa.rules import Chips


class Payments(NamedTuple):
    """Payments of a site in one hand. Tuples are by stack index, or empty if there are none."""

    collected: tuple[Chips, ...]
    """Chips won from the pots, after rake, without returned uncalled bets."""
    rake: Chips = 0
    fees: Chips = 0
    """Chips taken from the pots in addition to the rake: jackpot, bingo, tax."""
    added: Chips = 0
    """Chips that the site added to the pots, for example a cash drop or a splashed pot."""
    cash_outs: tuple[Chips, ...] = ()
    """Chips paid by the site to players who sold their hand, after the fee.

    The site gets what those hands win from the pots.
    """
    cash_out_fees: tuple[Chips, ...] = ()
    adjustments: tuple[Chips, ...] = ()
    """Payments outside the pots: a bonus is positive, a charge is negative."""

    @property
    def received(self) -> tuple[Chips, ...]:
        """Chips that each stack receives at the end, in addition to the chips behind."""
        sums = list(self.collected)
        for paid in (self.cash_outs, self.adjustments):
            for index, chips in enumerate(paid):
                sums[index] += chips
        return tuple(sums)

    @property
    def deducted(self) -> Chips:
        """Rake and fees together. The winnings of cashed-out hands are not included."""
        return self.rake + self.fees

    @property
    def is_plain(self) -> bool:
        """True if there is nothing but the payments of the rules."""
        return not (
            self.deducted
            or self.added
            or any(self.cash_outs)
            or any(self.cash_out_fees)
            or any(self.adjustments)
        )

    def has_cashed_out(self, stack: int) -> bool:
        return bool(self.cash_outs) and (
            self.cash_outs[stack] > 0 or bool(self.cash_out_fees and self.cash_out_fees[stack])
        )

    def fault(self, due: Sequence[Chips] | None, pot: Chips) -> Fault | None:
        """Return the first sum that the rules cannot explain, or None.

        *due* are the chips that the rules pay each stack from the pots, or None if no cards were
        shown. *pot* is the sum of all wagers without returned bets.

        >>> Payments((0, 380), rake=20).fault([0, 400], 400)
        >>> Payments((0, 390), rake=20).fault([0, 400], 400)
        Fault(stack=None, given=390, due=380)
        >>> Payments((380, 0), rake=20).fault([0, 400], 400)
        Fault(stack=0, given=380, due=0)
        >>> Payments((0, 0), 2, cash_outs=(0, 320)).fault([0, 400], 400)
        """
        if due is not None:
            for stack, (given, most) in enumerate(zip(self.collected, due, strict=True)):
                least = 0 if self.has_cashed_out(stack) else most - self.deducted
                if not least <= given <= most + self.added:
                    return Fault(stack, given, most)
        given, expected = sum(self.collected), pot + self.added - self.deducted
        sold = any(self.cash_outs) or any(self.cash_out_fees)
        if given > expected or (given < expected and not sold):
            return Fault(None, given, expected)
        return None

    def net_before_rake(self, net: Iterable[Chips]) -> tuple[Chips, ...]:
        """Return *net* with rake and fees given back to the winners, in proportion to their
        winnings.

        For hands whose winner the rules cannot determine.
        """
        nets = list(net)
        total = sum(self.collected)
        left = self.deducted
        for stack, chips in enumerate(self.collected):
            share = self.deducted * chips // total if total else 0
            nets[stack] += share
            left -= share
        if total:
            nets[self.collected.index(max(self.collected))] += left
        return tuple(nets)


class Fault(NamedTuple):
    """A payment that differs from what the rules allow."""

    stack: int | None
    """Stack index of the wrong sum. None if the total is wrong."""
    given: Chips
    due: Chips
