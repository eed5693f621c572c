"""Document 003's ante: a tenth of the big blind, rounded down, late in the game."""

from dataclasses import dataclass

from pokermasa.rules import Chips


@dataclass(frozen=True, slots=True)
class TenthAnte:
    """
    >>> TenthAnte().amount(big=95, buy_in=100, hand=50)
    0
    >>> TenthAnte().amount(big=105, buy_in=100, hand=1)
    10
    >>> TenthAnte(from_hand=20).amount(big=50, buy_in=100, hand=20)
    5
    """

    from_hand: int | None = None
    """Paid from this hand on; None: once a tenth of the big blind is no less than a tenth of the
    buy-in (the chips everybody starts with)."""

    def amount(self, big: Chips, buy_in: Chips, hand: int) -> Chips:
        due = big >= buy_in if self.from_hand is None else hand >= self.from_hand
        return big // 10 if due else 0
