"""A spot: where somebody stands when it is to act, as far as it shapes what most would do."""

from __future__ import annotations

from typing import NamedTuple


class Spot(NamedTuple):
    round: int
    """0 before the flop to 3 on the river."""
    raises: int
    """Bets and raises of this round so far; the blinds are none."""
    odds: float
    """The part that a call would be of the pot it makes; 0 where there is nothing to call."""
    players: int
    """Who have not folded, the one to act among them."""
    is_in: bool = True
    """Whether the one to act has put in more than a blind."""

    @property
    def level(self) -> int:
        return min(self.raises, 2)

    @property
    def key(self) -> tuple[int, int, int]:
        """Spots alike: habits are counted for each kind."""
        size = 0 if self.odds == 0 else 1 if self.odds < 0.22 else 2 if self.odds < 0.36 else 3
        return self.round, self.level, size

    @property
    def usual_fold(self) -> float:
        """How often players fold here before anything is known of them."""
        if self.odds == 0:
            return 0.0
        crowd = min(self.players - 2, 4) / 4
        if self.round == 0 and self.raises == 0:
            return 0.15 + 0.45 * crowd
        # The more the pot offers, the fewer fold: nobody leaves a large pot for one more bet.
        price = 1.5 * min(self.odds, 0.3) + 0.5 * max(0.0, self.odds - 0.3)
        if self.round == 0:
            price += 1.2 * crowd * min(self.odds, 0.3)
        # Who has raised before stays.
        return min(0.9, price) * (0.6 if self.level == 2 and self.is_in else 1.0)

    @property
    def usual_raise(self) -> float:
        """How often those who stay raise."""
        crowd = min(self.players - 2, 4) / 4
        if self.round == 0:
            return (0.45, 0.2, 0.2)[self.level] if self.odds > 0 else 0.25
        if self.odds == 0:
            return 0.42 - 0.12 * crowd
        return 0.16 if self.raises == 1 else 0.2
