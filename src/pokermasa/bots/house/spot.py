"""A spot: the features of a situation on which the behaviour of most players depends."""

from __future__ import annotations

from typing import NamedTuple


class Spot(NamedTuple):
    round: int
    """Betting round from 0 (preflop) to 3 (river)."""
    raises: int
    """Number of bets and raises in this round, without the blinds."""
    odds: float
    """Pot odds: the call as a share of the pot after it. 0 if there is nothing to call."""
    players: int
    """Number of players who have not folded, including the player to act."""
    is_in: bool = True
    """Whether the player to act has put in more than a blind."""

    @property
    def level(self) -> int:
        return min(self.raises, 2)

    @property
    def key(self) -> tuple[int, int, int]:
        """Kind of spot, made of round, number of raises and bet size. Habits are counted for each
        kind."""
        size = 0 if self.odds == 0 else 1 if self.odds < 0.22 else 2 if self.odds < 0.36 else 3
        return self.round, self.level, size

    @property
    def usual_fold(self) -> float:
        """Probability that an average player folds here."""
        if self.odds == 0:
            return 0.0
        crowd = min(self.players - 2, 4) / 4
        if self.round == 0 and self.raises == 0:
            return 0.15 + 0.45 * crowd
        # The larger the pot, the fewer players fold: nobody leaves a large pot for one more bet.
        price = 1.5 * min(self.odds, 0.3) + 0.5 * max(0.0, self.odds - 0.3)
        if self.round == 0:
            price += 1.2 * crowd * min(self.odds, 0.3)
        # A player who has raised before folds less often.
        return min(0.9, price) * (0.6 if self.level == 2 and self.is_in else 1.0)

    @property
    def usual_raise(self) -> float:
        """Probability that an average player who stays raises here."""
        crowd = min(self.players - 2, 4) / 4
        if self.round == 0:
            return (0.45, 0.2, 0.2)[self.level] if self.odds > 0 else 0.25
        if self.odds == 0:
            return 0.42 - 0.12 * crowd
        return 0.16 if self.raises == 1 else 0.2
