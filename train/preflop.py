"""The betting before the flop, on the CPU: eight decisions for each of the 169 hand classes."""

from __future__ import annotations

import numpy as np

from train.betting import PREFLOP

HIGH, LOW = np.tril_indices(52, -1)
ACTS = 3  # fold, call or check, raise
ALLOWED = np.array([[n.fold is not None, True, n.raises is not None] for n in PREFLOP], float)
PAIRS = 1326 * 1225
FLOPS = 17296  # flops that are possible with two known hands


def unblocked(reach: np.ndarray) -> np.ndarray:
    """Return, for each hand, the total reach of the hands that share no card with it."""
    by_card = np.bincount(HIGH, reach, 52) + np.bincount(LOW, reach, 52)
    result: np.ndarray = reach.sum() - by_card[HIGH] - by_card[LOW] + reach
    return result


def matched(regret: np.ndarray) -> np.ndarray:
    """Return the strategy by regret matching over the legal acts, indexed by node, class and
    act."""
    good = np.maximum(regret, 0) * ALLOWED[:, np.newaxis]
    total = good.sum(axis=2, keepdims=True)
    even = (ALLOWED / ALLOWED.sum(axis=1, keepdims=True))[:, np.newaxis]
    result: np.ndarray = np.where(total > 0, good / np.where(total > 0, total, 1), even)
    return result


class Preflop:
    """The preflop game. *live* is 1 for each hand of a smaller deck; by default, all hands
    exist."""

    def __init__(self, hand_class: np.ndarray, live: np.ndarray | None = None) -> None:
        self.of = hand_class
        self.count = np.bincount(hand_class)
        self.live = np.ones(1326) if live is None else live

    def reach(self, strategy: np.ndarray, player: int) -> np.ndarray:
        """Return the player's own probability of reaching each line, indexed by line and hand."""
        lines = np.zeros((7, 1326))

        def go(node: int, reach: np.ndarray) -> None:
            here = PREFLOP[node]
            acts = strategy[node][self.of] if here.player == player else np.ones((1326, ACTS))
            call = reach * acts[:, 1]
            if here.call < 0:
                go(-1 - here.call, call)
            else:
                lines[here.call] = call
            if here.raises is not None:
                go(here.raises, reach * acts[:, 2])

        go(0, np.ones(1326))
        return lines

    def values(
        self, z: np.ndarray, y: np.ndarray | None, player: int, ends: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the player's value per hand against *z*, the regrets of its acts, and its own
        reach.

        The player plays *y* or, without it, the best response; the regrets are then 1 for the best
        act and 0 for the others. *ends* has the player's value at the end of each line, by hand,
        for an opponent who plays *z*.
        """
        classes = len(self.count)
        regret, own = np.zeros((8, classes, ACTS)), np.zeros((8, classes))

        def go(node: int, reach: np.ndarray, mine: np.ndarray) -> np.ndarray:
            here = PREFLOP[node]
            if here.player != player:
                acts = z[node][self.of]
                total = on(here.call, reach * acts[:, 1], mine)
                if here.raises is not None:
                    total = total + go(here.raises, reach * acts[:, 2], mine)
                if here.fold is not None:
                    total = total + here.fold * unblocked(reach * acts[:, 0])
                return total
            chance = self.mean(mine)
            own[node] = chance
            acts = (y[node] if y is not None else np.ones((classes, ACTS)))[self.of]
            value = np.full((ACTS, 1326), -np.inf)
            if here.fold is not None:
                value[0] = -here.fold * unblocked(reach)
            value[1] = on(here.call, reach, mine * acts[:, 1])
            if here.raises is not None:
                value[2] = go(here.raises, reach, mine * acts[:, 2])
            by_class = np.stack([self.mean(v) if v[0] > -np.inf else v[:classes] for v in value], 1)
            if y is None:
                choice = by_class.argmax(axis=1)
                regret[node] = np.eye(ACTS)[choice]
                best: np.ndarray = np.take_along_axis(value, choice[self.of][np.newaxis], 0)[0]
                return best
            known = np.where(value > -np.inf, value, 0)
            played: np.ndarray = (known.T * acts).sum(axis=1)
            regret[node] = np.where(by_class > -np.inf, by_class, 0) - self.mean(played)[:, None]
            return played

        def on(call: int, reach: np.ndarray, mine: np.ndarray) -> np.ndarray:
            end: np.ndarray = ends[call] if call >= 0 else go(-1 - call, reach, mine)
            return end

        value = go(0, self.live.astype(np.float64), np.ones(1326)) * self.live
        return value, regret * ALLOWED[:, np.newaxis], own

    def mean(self, by_hand: np.ndarray) -> np.ndarray:
        """Return the mean per class of values per hand."""
        result: np.ndarray = np.bincount(self.of, by_hand, len(self.count)) / self.count
        return result
