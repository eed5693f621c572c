"""What a site kept, added and paid, by its own lines.

The rules say who wins which pot. What players got is less: the site takes rake, and sometimes more;
some sites add chips to a pot, or buy a player out before the board is complete. A history from a
site holds those sums here, and every result, conversion and statistic counts with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pokermasa.rules import Chips


class Payments(NamedTuple):
    """By stack index where there is one for each; empty where nobody had any."""

    collected: tuple[Chips, ...]
    """Out of the pots, after rake; without what nobody had called."""
    rake: Chips = 0
    fees: Chips = 0
    """Taken from the pots beside rake: jackpot, bingo, tax."""
    added: Chips = 0
    """Put into the pots by the site: a cash drop, a splashed pot."""
    cash_outs: tuple[Chips, ...] = ()
    """Paid by the site to whoever sold their hand, the fee already taken off. What the pots held
    for them goes to the site."""
    cash_out_fees: tuple[Chips, ...] = ()
    adjustments: tuple[Chips, ...] = ()
    """Outside of the pots: bonuses, and below zero what a player paid."""

    @property
    def got(self) -> tuple[Chips, ...]:
        """What each ends up with beside the chips behind."""
        sums = list(self.collected)
        for paid in (self.cash_outs, self.adjustments):
            for index, chips in enumerate(paid):
                sums[index] += chips
        return tuple(sums)

    @property
    def kept(self) -> Chips:
        """What the site takes out of the pots, sold hands aside."""
        return self.rake + self.fees

    @property
    def is_plain(self) -> bool:
        """Nothing but what the rules pay."""
        return not (
            self.kept
            or self.added
            or any(self.cash_outs)
            or any(self.cash_out_fees)
            or any(self.adjustments)
        )

    def has_sold(self, stack: int) -> bool:
        return bool(self.cash_outs) and (
            self.cash_outs[stack] > 0 or bool(self.cash_out_fees and self.cash_out_fees[stack])
        )

    def fault(self, due: Sequence[Chips] | None, pot: Chips) -> Fault | None:
        """What the rules cannot explain: *due* is what they pay each stack out of the pots, None
        where nobody saw the cards; *pot* is all that the players put in and nobody took back.

        >>> Payments((0, 380), rake=20).fault([0, 400], 400)
        >>> Payments((0, 390), rake=20).fault([0, 400], 400)
        Fault(stack=None, given=390, due=380)
        >>> Payments((380, 0), rake=20).fault([0, 400], 400)
        Fault(stack=0, given=380, due=0)
        >>> Payments((0, 0), 2, cash_outs=(0, 320)).fault([0, 400], 400)
        """
        if due is not None:
            for stack, (given, most) in enumerate(zip(self.collected, due, strict=True)):
                least = 0 if self.has_sold(stack) else most - self.kept
                if not least <= given <= most + self.added:
                    return Fault(stack, given, most)
        given, held = sum(self.collected), pot + self.added - self.kept
        sold = any(self.cash_outs) or any(self.cash_out_fees)
        if given > held or (given < held and not sold):
            return Fault(None, given, held)
        return None

    def before(self, net: Iterable[Chips]) -> tuple[Chips, ...]:
        """*net* without the site, where the rules cannot say it: rake goes back to whoever won."""
        nets = list(net)
        total = sum(self.collected)
        left = self.kept
        for stack, chips in enumerate(self.collected):
            share = self.kept * chips // total if total else 0
            nets[stack] += share
            left -= share
        if total:
            nets[self.collected.index(max(self.collected))] += left
        return tuple(nets)


class Fault(NamedTuple):
    stack: int | None
    """Whose sum it is; None for the sum of all."""
    given: Chips
    due: Chips
