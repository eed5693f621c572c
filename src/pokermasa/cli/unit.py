"""Units for printing amounts: whole chips, or the currency of a hand's file."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.histories.history import History
from pokermasa.notation import uci


class Unit(NamedTuple):
    """The format of amounts, which are given in smallest units.

    >>> cents = Unit(100, "$")
    >>> cents.amount(1750), cents.worth(-12.4), cents.act("RR6000")
    ('$17.50', '-$0.12', 'RR6000 ($60)')
    >>> CHIPS.amount(1750), CHIPS.worth(-12.4), CHIPS.act("RR6000")
    ('1750', '-12.40', 'RR6000')
    """

    scale: int = 1
    """Number of smallest units in one unit of the file."""
    symbol: str = ""

    @classmethod
    def from_history(cls, history: History) -> Unit:
        return cls(history.scale, str(history.fields.get("currency_symbol", "")))

    @property
    def name(self) -> str:
        """Name of the unit."""
        return self.symbol or ("chips" if self.scale == 1 else "in the unit of the file")

    def amount(self, chips: float) -> str:
        """Return a pot or a bet as text. Whole amounts have no decimals."""
        if self.scale == 1 and not self.symbol:
            return f"{chips:g}" if chips != int(chips) else str(int(chips))
        return self._money(chips) if chips % self.scale else self._money(chips).partition(".")[0]

    def worth(self, chips: float) -> str:
        """Return an expected value as text with decimals."""
        if self.scale == 1:
            return f"{'-' if chips < 0 else ''}{self.symbol}{abs(chips):.2f}"
        return self._money(chips)

    def worth_in_words(self, chips: float) -> str:
        """Return an expected value as text, followed by "chips" if there is no other unit."""
        return f"{self.worth(chips)} chips" if self == CHIPS else self.worth(chips)

    def gain(self, chips: float) -> str:
        """Return an amount that may be much smaller than the smallest unit."""
        return f"{self.symbol}{chips / self.scale:.3g}"

    def act(self, act: str) -> str:
        """Return an act in Uci notation, with its amount in this unit."""
        to = getattr(uci.read(act), "to", None)
        return act if to is None or self == CHIPS else f"{act} ({self.amount(to)})"

    def _money(self, chips: float) -> str:
        places = len(str(self.scale)) - 1
        text = f"{abs(chips) / self.scale:,.{places}f}"
        is_negative = chips < 0 and float(text.replace(",", "")) != 0
        return f"{'-' if is_negative else ''}{self.symbol}{text}"


CHIPS = Unit()
