"""A reference implementation of the best response: the rules of betting, and every pair of hands.

It is slow, in float64, and was written independently of `cuda/`, to check the fast code.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

HIGH, LOW = np.tril_indices(52, -1)
SHARE = ((HIGH[:, None] == HIGH) | (HIGH[:, None] == LOW) | (LOW[:, None] == HIGH)) | (
    LOW[:, None] == LOW
)
FIRST = 1  # the big blind speaks first after the flop

Acts = Callable[[np.ndarray, int, str], np.ndarray]
"""A function from (boards, line, acts of the round so far) to the probabilities of fold, call or
check, and raise or bet, by hand."""


class ReferenceSubgame:
    """A flop with some turns and rivers. *values* are hand numbers by board and hand, 0 for hands
    that share a card with the board."""

    def __init__(
        self, boards: np.ndarray, values: np.ndarray, weights: tuple[float, float]
    ) -> None:
        self.boards, self.values, self.weights = boards, values.astype(np.int64), weights

    def best(self, z: int, acts: list[Acts], reach: np.ndarray, line: int, base: int) -> np.ndarray:
        """Return Y's best value per hand in the flop line *line*, in which each player has put in
        *base*. *acts* is Z's strategy, by round."""
        return self._round(0, z, acts, reach, line, base, np.arange(len(self.boards)))

    def _round(
        self,
        r: int,
        z: int,
        acts: list[Acts],
        reach: np.ndarray,
        line: int,
        base: int,
        at: np.ndarray,
    ) -> np.ndarray:
        bet = (2, 4, 4)[r]
        known = self.boards[at[0]][: 3 + r]
        free = ~(np.isin(HIGH, known) | np.isin(LOW, known))
        reach = np.where(free, reach, 0)

        def go(past: str, reach: np.ndarray) -> np.ndarray:
            level = past.count("r")
            actor = FIRST if len(past) % 2 == 0 else 1 - FIRST
            paid = base + bet * max(level - 1, 0)
            options: dict[str, Callable[[np.ndarray], np.ndarray]] = {
                "c": lambda w: self._on(r, z, acts, w, line, base, at, past)
            }
            if not past:
                options["c"] = lambda w: go("c", w)
            if level:
                sign = 1 if actor == z else -1
                options["f"] = lambda w: sign * paid * (~SHARE @ w)
            if level < 4:
                options["r"] = lambda w: go(past + "r", w)
            if actor == z:
                chance = acts[r](at, line, past)
                total = np.zeros(1326)
                for act, then in options.items():
                    total = total + then(reach * chance[:, "fcr".index(act)])
                return total
            return np.asarray(np.max([then(reach) for then in options.values()], axis=0))

        return np.where(free, go("", reach), 0)

    def _on(
        self,
        r: int,
        z: int,
        acts: list[Acts],
        w: np.ndarray,
        line: int,
        base: int,
        at: np.ndarray,
        past: str,
    ) -> np.ndarray:
        level = past.count("r")
        base = base + (2, 4, 4)[r] * level
        if r == 2:
            value = self.values[at[0]]
            there = (value > 0)[:, None] & (value > 0) & ~SHARE
            return np.asarray(base * ((np.sign(value[:, None] - value) * there) @ w))
        way = 0 if not level else level + (4 if past.startswith("c") else 0)
        nexts = self.boards[at][:, 3 + r]
        total = np.zeros(1326)
        for card in dict.fromkeys(nexts.tolist()):
            part = at[nexts == card]
            total += self._round(r + 1, z, acts, w, 9 * line + way, base, part)
        return total * self.weights[r]
