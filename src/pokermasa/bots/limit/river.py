"""Twin of train/cuda/live.cpp, one betting line at a time, compared by tests/train/test_live.py.

Solves a river during play. Both players reach it with the table's strategy. Player Z then looks
once for a better strategy for all its hands and keeps to it. Player Y may, with each hand, take the
value of its best response to the table instead of playing on. The strategy found therefore gives no
hand of Y more than the table does, and gives less to hands that Y's table would bring.

A fixed number of CFR+ iterations approximates this. If Y's gains with some hands exceed a tenth of
its losses with others, the table's strategy is used.
"""

from __future__ import annotations

from functools import lru_cache
from threading import BoundedSemaphore

import numpy as np

from pokermasa.batch.array import Floats, Ints
from pokermasa.batch.combo import combos
from pokermasa.batch.inlining import inline
from pokermasa.batch.kernel import kernel
from pokermasa.bots.limit.bucket import Buckets
from pokermasa.bots.limit.line import put_in
from pokermasa.bots.limit.reach import at_river
from pokermasa.bots.limit.table import PARTS, Slot, StrategyTable
from pokermasa.equity.board_strengths import values_on
from pokermasa.equity.combo_tables import COMBOS

ROUNDS = 100
GADGET = 0.1
"""Additional reach of each hand of Y, so that hands that Y's table never brings are not ignored."""
LEAST = 13.26
"""Minimum total reach of Z's hands. Below it, less than one in a hundred of all hands, the table's
strategy is used."""
BET = 4
LIVE = 1081
"""Number of hands that contain no card of a complete board."""
PLACES = BoundedSemaphore(2)
"""At most two rivers are solved at the same time in one process. Further ones wait."""
_REMEMBERED = 64
_SLOTS, _REGRETS, _NODES, _WAYS = len(Slot), 13, 5, 9


class Rivers:
    """Solved rivers of one table, with a cache of the last ones."""

    def __init__(self, table: StrategyTable, buckets: Buckets) -> None:
        self._table, self._buckets = table, buckets
        self.solved = lru_cache(maxsize=_REMEMBERED)(self._solved)

    def _solved(self, board: tuple[int, ...], player: int, line: int) -> Floats | None:
        """Return the strategy [1326, slot] of *player* on *board* after *line*. None if the table's
        strategy is used."""
        mine, his = (
            at_river(self._table, self._buckets, board, who, line) for who in (player, 1 - player)
        )
        if mine.sum() < LEAST:
            return None
        rows = self._buckets.all(board).astype(np.int64)
        values = values_on(board, np.zeros(1, np.uint64))[0].astype(np.int64)
        order = np.argsort(values, kind="stable")[-LIVE:]
        acts = self._table.after[player][2][rows[order], :, line] / PARTS
        with PLACES:
            taken = solve(values, order, mine, his, acts, put_in(line), player == 1)
        if not taken:
            return None
        found = np.zeros((COMBOS, _SLOTS))
        found[order] = acts
        return found


def solve(
    values: Ints,
    order: Ints,
    mine: Floats,
    his: Floats,
    acts: Floats,
    base: int,
    is_first: bool,
    rounds: int = ROUNDS,
) -> bool:
    """Return whether a better strategy was found. *acts* [place in the order, slot] holds the
    table's strategy and is replaced by the better one. *base* is the contribution of each player in
    small blinds."""
    sorted_hands = ranked(values, order)
    return bool(
        _solve(sorted_hands, mine[order], his[order], acts, float(base), is_first, rounds, GADGET)
    )


def ranked(values: Ints, order: Ints) -> Ints:
    """Return three rows for the hands in *order*, weakest first: both cards, and the end of the
    group of equally strong hands."""
    ends = np.searchsorted(values[order], values[order], side="right")
    return np.stack([combos().high[order], combos().low[order], ends]).astype(np.int64)


@inline
def _split(reach: float, acts: Floats, first: bool, ways: Floats) -> None:
    """Compiled form of `reach.split` for one hand."""
    ways[1] = reach * acts[0]
    ways[0] = reach - ways[1]
    ways[3] = ways[1] * acts[2]
    ways[2] = ways[1] - ways[1] * acts[1] - ways[3]
    ways[4] = ways[3] - ways[3] * acts[3]
    faced = ways[0] if first else reach
    ways[6] = faced * acts[5]
    ways[5] = faced - faced * acts[4] - ways[6]
    ways[8] = ways[6] * acts[7]
    ways[7] = ways[6] - ways[6] * acts[6] - ways[8]


@inline
def _scan(sorted_hands: Ints, ways: Floats, base: float, sums: Floats, worth: Floats) -> None:
    """Fills *worth* for each hand against the *ways* of the other player: chips won, and reach met.
    *sums* is working memory for hands already passed and for all hands, by card. Its last row is
    for all cards."""
    one, two, end = sorted_hands
    all_cards = 52
    sums[:] = 0.0
    passed, every = sums[0], sums[1]
    for i in range(len(one)):
        for k in range(_WAYS):
            every[all_cards, k] += ways[i, k]
            every[one[i], k] += ways[i, k]
            every[two[i], k] += ways[i, k]
    # Start at minus half of the total, so that the running sum is hands beaten minus hands that
    # beat it.
    for card in range(all_cards + 1):
        for k in range(_WAYS):
            passed[card, k] = -0.5 * every[card, k]
    start = 0
    while start < len(one):
        for step in range(3):  # add half of the tied hands, evaluate, add the other half
            for i in range(start, end[start]):
                a, b = one[i], two[i]
                for k in range(_WAYS):
                    if step == 1:
                        level = base + (k if k < 5 else k - 4) * BET
                        won = passed[all_cards, k] - passed[a, k] - passed[b, k]
                        worth[0, i, k] = 2.0 * level * won
                        met = every[all_cards, k] - every[a, k] - every[b, k]
                        worth[1, i, k] = met + ways[i, k]
                    else:
                        half = 0.5 * ways[i, k]
                        passed[all_cards, k] += half
                        passed[a, k] += half
                        passed[b, k] += half
        start = end[start]


@inline
def _best(e: Floats, m: Floats, b: float, z_first: bool) -> float:
    """Return the best-response value of a hand of Y."""
    i1, i2, i3 = b + BET, b + 2 * BET, b + 3 * BET
    v3 = max(-i2 * m[3], e[3], i3 * (m[3] - m[4]) + e[4])
    v1 = max(-b * m[1], e[1], i1 * (m[1] - m[2] - m[3]) + e[2] + v3)
    w3 = i2 * (m[6] - m[7] - m[8]) + e[7] + max(e[8], -i3 * m[8])
    w2 = max(-i1 * m[6], e[6], w3)
    u = m[0] if z_first else m[0] + m[1]
    bet = b * (u - m[5] - m[6]) + e[5] + w2
    best: float = max(bet, e[0]) + v1 if z_first else max(bet, e[0] + v1)
    return best


@inline
def _played(e: Floats, m: Floats, b: float, z_first: bool, p: Floats, r: Floats) -> float:
    """Return the value of a hand of Y with strategy *p*, and fill *r* with the regret of each
    act."""
    i1, i2, i3 = b + BET, b + 2 * BET, b + 3 * BET
    v4 = i3 * (m[3] - m[4]) + e[4]
    f3 = -i2 * m[3]
    v3 = p[6] * f3 + p[7] * v4 + (1.0 - p[6] - p[7]) * e[3]
    r[10], r[11], r[12] = f3 - v3, e[3] - v3, v4 - v3
    v2 = i1 * (m[1] - m[2] - m[3]) + e[2] + v3
    f1 = -b * m[1]
    v1 = p[4] * f1 + p[5] * v2 + (1.0 - p[4] - p[5]) * e[1]
    r[7], r[8], r[9] = f1 - v1, e[1] - v1, v2 - v1
    f4 = -i3 * m[8]
    w4 = p[3] * f4 + (1.0 - p[3]) * e[8]
    r[5], r[6] = f4 - w4, e[8] - w4
    w3 = i2 * (m[6] - m[7] - m[8]) + e[7] + w4
    f2 = -i1 * m[6]
    w2 = p[1] * f2 + p[2] * w3 + (1.0 - p[1] - p[2]) * e[6]
    r[2], r[3], r[4] = f2 - w2, e[6] - w2, w3 - w2
    u = m[0] if z_first else m[0] + m[1]
    bet = b * (u - m[5] - m[6]) + e[5] + w2
    check = e[0] if z_first else e[0] + v1
    root = p[0] * bet + (1.0 - p[0]) * check
    r[0], r[1] = check - root, bet - root
    value: float = root + v1 if z_first else root
    return value


@inline
def _learn(regret: Floats, more: Floats, p: Floats) -> None:
    """Regret matching plus: negative regrets are set to zero."""
    for k in range(_REGRETS):
        regret[k] = max(regret[k] + more[k], 0.0)
    for two, slot, chosen in ((0, 0, 1), (5, 3, 5)):
        both = regret[two] + regret[two + 1]
        p[slot] = regret[chosen] / both if both > 0 else 0.5
    for three, slot in ((2, 1), (7, 4), (10, 6)):
        all_three = regret[three] + regret[three + 1] + regret[three + 2]
        p[slot] = regret[three] / all_three if all_three > 0 else 1 / 3
        p[slot + 1] = regret[three + 2] / all_three if all_three > 0 else 1 / 3


@inline
def _decisions(p: Floats, first: bool, reach: Floats) -> None:
    """Fills *reach* with the probability, from the player's own acts, of reaching each of the five
    decisions."""
    reach[0] = 1.0
    reach[1] = p[0]
    reach[2] = p[0] * p[2]
    reach[3] = 1.0 - p[0] if first else 1.0
    reach[4] = reach[3] * p[5]


@kernel
def best_answers(
    sorted_hands: Ints, mine: Floats, acts: Floats, base: Floats, z_first: bool, won: Floats
) -> None:
    """Fills *won* [place, line] with the best-response value of each hand of Y against Z's reach
    [place, line] and strategy [place, slot, line]."""
    n, lines = mine.shape
    ways, worth = np.zeros((n, _WAYS)), np.zeros((2, n, _WAYS))
    sums, numbers = np.zeros((2, 53, _WAYS)), np.zeros(_SLOTS)
    for line in range(lines):
        for i in range(n):
            for k in range(_SLOTS):
                numbers[k] = acts[i, k, line]
            _split(mine[i, line], numbers, z_first, ways[i])
        _scan(sorted_hands, ways, base[line], sums, worth)
        for i in range(n):
            won[i, line] = _best(worth[0, i], worth[1, i], base[line], z_first)


@kernel
def _solve(
    sorted_hands: Ints,
    mine: Floats,
    his: Floats,
    acts: Floats,
    base: float,
    z_first: bool,
    rounds: int,
    gadget: float,
) -> bool:
    n = len(mine)
    ways, worth = np.zeros((n, _WAYS)), np.zeros((2, n, _WAYS))
    sums = np.zeros((2, 53, _WAYS))
    regret, more = np.zeros((2, n, _REGRETS)), np.zeros(_REGRETS)
    now, reach = np.zeros((2, n, _SLOTS)), np.zeros(_NODES)  # strategies of Z and of Y
    total, came = np.zeros((n, _SLOTS)), np.zeros((n, _NODES))
    old, follows, gain = np.zeros(n), np.full(n, 0.5), np.zeros((2, n))
    node_of = np.array([0, 1, 1, 2, 3, 3, 4, 4])
    now[0] = acts
    for i in range(n):
        _learn(regret[1, i], more, now[1, i])
        _split(mine[i], acts[i], z_first, ways[i])
    _scan(sorted_hands, ways, base, sums, worth)
    for i in range(n):
        old[i] = _best(worth[0, i], worth[1, i], base, z_first)
    for round in range(1, rounds + 1):
        for i in range(n):
            _split(mine[i], now[0, i], z_first, ways[i])
        _scan(sorted_hands, ways, base, sums, worth)
        for i in range(n):
            value = _played(worth[0, i], worth[1, i], base, z_first, now[1, i], more)
            _learn(regret[1, i], more, now[1, i])
            mean = follows[i] * value + (1.0 - follows[i]) * old[i]
            gain[0, i] = max(gain[0, i] + value - mean, 0.0)
            gain[1, i] = max(gain[1, i] + old[i] - mean, 0.0)
            both = gain[0, i] + gain[1, i]
            follows[i] = gain[0, i] / both if both > 0 else 0.5
        for i in range(n):
            _split(his[i] + gadget * follows[i], now[1, i], not z_first, ways[i])
        _scan(sorted_hands, ways, base, sums, worth)
        weight = float(round) * round
        for i in range(n):
            _decisions(now[0, i], z_first, reach)
            for k in range(_SLOTS):
                total[i, k] += weight * reach[node_of[k]] * now[0, i, k]
            for k in range(_NODES):
                came[i, k] += weight * reach[k]
            _played(worth[0, i], worth[1, i], base, not z_first, now[0, i], more)
            _learn(regret[0, i], more, now[0, i])
    for i in range(n):
        for k in range(_SLOTS):
            if came[i, node_of[k]] > 0:
                now[0, i, k] = total[i, k] / came[i, node_of[k]]
        _split(mine[i], now[0, i], z_first, ways[i])
    _scan(sorted_hands, ways, base, sums, worth)
    better, worse = 0.0, 0.0
    for i in range(n):
        value = _best(worth[0, i], worth[1, i], base, z_first)
        better += max(value - old[i], 0.0)
        worse += max(old[i] - value, 0.0)
    if better > 0.1 * worse:
        return False
    acts[:] = now[0]
    return True
