"""Twin of a count of every board (tests/batch/brute.py), compared by tests/equity/test_against.py.

Equity of one hand against weighted ranges in microseconds, for the decisions of bots.

The strengths of all hands on a board are computed once (`board_strengths`); after that, each
question is a weighted sum. From the turn on, all runouts are included, and the result for two
players is exact. On the flop, a sample of runouts is used. Before the flop, `preflop` has
precomputed thousands of boards.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokermasa.batch.array import Floats, Int32s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel, scalar
from pokermasa.equity import preflop
from pokermasa.equity.board_strengths import BoardStrengths, combo_of, compute_board_strengths
from pokermasa.equity.class_strength import STRENGTH
from pokermasa.equity.combo_tables import COMBOS

__all__ = [
    "COMBOS",
    "FOLDS",
    "RAISES",
    "STAYS",
    "BoardStrengths",
    "answers",
    "board_strengths",
    "combo_of",
    "edges",
    "prepare",
    "shares",
    "standing",
]

FOLDS, STAYS, RAISES = 0, 1, 2  # rows of the result of `answers`

_STEPS = 512  # steps of strength by which a range is sorted


@lru_cache(96)
def board_strengths(board: tuple[int, ...]) -> BoardStrengths:
    """Return the strengths of all hands on *board*: none, three, four or five card numbers in any
    order.

    Before the flop the result contains no runouts, because `preflop` has its own table.
    """
    if board:
        return compute_board_strengths(board)
    nothing = np.zeros(COMBOS, np.uint16)
    strength = np.array(STRENGTH)[combos().hand_class]
    return BoardStrengths(
        np.zeros(0, np.uint64), np.zeros((0, COMBOS), np.uint16), nothing, strength
    )


@lru_cache(2048)
def edges(board: tuple[int, ...], hand: int) -> Floats:
    """Return the equity of *hand* against each combo; 0.5 for combos that share a card with the
    board.

    >>> aces, kings = combo_of(51, 50), combo_of(47, 46)
    >>> f"{edges((), aces)[kings]:.0%}"
    '82%'
    """
    if not board:
        cells = combos().hand_class
        of_class: Floats = preflop.preflop(int(cells[hand])).edges[cells]
        return of_class
    won = np.empty(COMBOS)
    values = board_strengths(board).values
    _edge(values, hand, np.zeros((2, COMBOS), np.int32), won)
    return won


def answers(
    weights: Floats,
    strength: Floats,
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
) -> Floats:
    """Split *weights* by what a player would do with each hand: fold, stay or raise. The result is
    indexed by act and combo.

    The player folds the share *fold* of the range and raises the share *raising*. With *honesty* 1,
    the strongest hands raise, except for the share *bluff* of the raises, and the weakest fold;
    with 0, the cards do not matter.
    """
    split = np.empty((3, COMBOS))
    _answer(weights, strength, fold, raising, honesty, bluff, np.zeros(_STEPS + 1), split)
    return split


def shares(
    seen: BoardStrengths, hand: int, stays: Floats, folding: Floats
) -> tuple[Floats, Floats]:
    """Return, for each number of opponents, the probability that all others fold and these stay,
    and the part of it in which *hand* wins the pot.

    *stays* has a row of weights for each opponent; the sum of a row is the probability that this
    opponent stays. *folding* is the probability that the opponent folds. Both may add up to less
    than one if other acts are possible.
    """
    if not len(seen.runouts):
        return preflop.shares(hand, stays, folding)
    chance, won = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    _share(seen.runouts, seen.values, hand, combos().mask, stays, folding, chance, won)
    return chance, won


def standing(
    seen: BoardStrengths, hand: int, won: Floats, weights: Floats
) -> tuple[float, float, float]:
    """Return three probabilities against a range: to be ahead now (a tie counts half), to win in
    the end when behind, and to lose in the end when ahead. *won* are the `edges` of the hand.

    >>> flop = (50, 45, 40)                       # ace of hearts, king of diamonds, queen of clubs
    >>> fours, straight = combo_of(8, 9), combo_of(35, 39)             # the latter jack and ten
    >>> seen = board_strengths(flop)
    >>> anything = np.where(seen.now > 0, 1.0, 0.0)
    >>> [f"{part:.0%}" for part in standing(seen, fours, edges(flop, fours), anything)]
    ['61%', '10%', '24%']
    >>> [f"{part:.0%}" for part in standing(seen, straight, edges(flop, straight), anything)]
    ['99%', '0%', '5%']
    """
    found = np.zeros(3)
    _stand(seen.now, hand, won, weights, found)
    return float(found[0]), float(found[1]), float(found[2])


def prepare() -> None:
    """Compile and load all kernels of this module, so that the first question is not delayed."""
    hand, ranges = combo_of(51, 50), np.full((2, COMBOS), 1 / COMBOS)
    for seen in (compute_board_strengths((0, 5, 10)), board_strengths(())):
        shares(seen, hand, ranges, np.zeros(2))
    won = edges((0, 5, 10), hand)
    seen = board_strengths((0, 5, 10))
    standing(seen, hand, won, answers(ranges[0], seen.strength, 0.3, 0.2, 0.9, 0.1)[STAYS])


@kernel
def _edge(values: UInt16s, hand: int, sums: Int32s, won: Floats) -> None:
    halves, seen = sums[0], sums[1]
    for runout in range(len(values)):
        mine = values[runout, hand]
        if mine:
            row = values[runout]
            for combo in range(len(row)):
                other = row[combo]
                halves[combo] += np.int32(other < mine) + np.int32(other <= mine)
                seen[combo] += np.int32(other != 0)
                halves[combo] -= np.int32(2) * np.int32(other == 0)
    for combo in range(len(won)):
        won[combo] = halves[combo] / (2 * seen[combo]) if seen[combo] else 0.5


@kernel
def _stand(now: UInt16s, hand: int, won: Floats, weights: Floats, found: Floats) -> None:
    mine = now[hand]
    total, ahead, behind, better, worse = 0.0, 0.0, 0.0, 0.0, 0.0
    for combo in range(len(now)):
        weight = weights[combo]
        total += weight
        if now[combo] < mine:
            ahead += weight
            worse += weight * (1 - won[combo])
        elif now[combo] > mine:
            behind += weight
            better += weight * won[combo]
    if total > 0:
        found[0] = (ahead + (total - ahead - behind) / 2) / total
    if behind > 0:
        found[1] = better / behind
    if ahead > 0:
        found[2] = worse / ahead


@kernel
def _answer(
    weights: Floats,
    strength: Floats,
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
    steps: Floats,
    split: Floats,
) -> None:
    # `steps` becomes the share of the range that is weaker than each step of strength.
    total = 0.0
    for combo in range(len(weights)):
        if weights[combo] > 0:
            steps[np.int64(strength[combo] * _STEPS)] += weights[combo]
            total += weights[combo]
    below = 0.0
    for step in range(_STEPS + 1):
        row = steps[step]
        steps[step] = (below + row / 2) / total if total > 0 else 0.5
        below += row
    stay = 1 - fold - raising
    value_raise = raising * (1 - bluff)
    top, top_width = 1 - value_raise, min(0.2, 2 * value_raise, 2 - 2 * value_raise)
    bottom, bottom_width = fold, min(0.2, 2 * fold, 2 - 2 * fold)
    # Bluffs come from the weaker half of the hands that do not raise for value.
    weak = max(top / 2, 1e-9)
    for combo in range(len(weights)):
        weight = weights[combo]
        if weight <= 0:
            split[0, combo] = split[1, combo] = split[2, combo] = 0.0
            continue
        place = steps[np.int64(strength[combo] * _STEPS)]
        raises = _ramp(place, top, top_width)
        if place < weak:
            raises = min(1.0, raises + raising * bluff / weak)
        folds = (1 - _ramp(place, bottom, bottom_width)) * (1 - raises)
        raises = honesty * raises + (1 - honesty) * raising
        folds = honesty * folds + (1 - honesty) * fold
        # No player is so regular that a hand can be ruled out.
        raises = 0.97 * raises + 0.03 * raising
        folds = 0.97 * folds + 0.03 * fold
        stays = max(1 - raises - folds, 0.03 * stay)
        split[0, combo] = weight * folds
        split[1, combo] = weight * stays
        split[2, combo] = weight * raises


@scalar
def _ramp(place: float, middle: float, width: float) -> float:
    """Return a number that rises from 0 well below *middle* to 1 well above it."""
    if width <= 0:
        return 1.0 if place >= middle else 0.0
    return min(1.0, max(0.0, (place - middle) / width + 0.5))


@kernel
def _share(
    runouts: UInt64s,
    values: UInt16s,
    hand: int,
    masks: UInt64s,
    stays: Floats,
    folding: Floats,
    chance: Floats,
    won: Floats,
) -> None:
    players = len(stays)
    combo_count = values.shape[1]
    # With whole numbers the order of additions does not matter, so the compiler can vectorise.
    weights = np.zeros((players, combo_count), np.int32)
    staying = np.zeros(players)
    for player in range(players):
        for combo in range(combo_count):
            staying[player] += stays[player, combo]
        if staying[player] > 0:
            for combo in range(combo_count):
                if not masks[combo] & masks[hand]:
                    probability = stays[player, combo] / staying[player]
                    weights[player, combo] = np.int32(probability * 1e9)
    chance[0] = 1.0
    for player in range(players):
        for count in range(player + 1, -1, -1):
            before = chance[count - 1] if count > 0 else 0.0
            chance[count] = chance[count] * folding[player] + before * staying[player]
    parts = np.zeros(players + 1)
    used = 0
    for runout in range(len(runouts)):
        mine = values[runout, hand]
        if not mine:
            continue
        row = values[runout]
        parts[:] = 0.0
        parts[0] = 1.0
        for player in range(players):
            mass = weights[player]
            below = np.int32(0)
            up_to = np.int32(0)
            gone = np.int32(0)
            whole = np.int32(0)
            for combo in range(combo_count):
                other = row[combo]
                weight = mass[combo]
                whole += weight
                gone += weight if other == 0 else np.int32(0)
                below += weight if other < mine else np.int32(0)
                up_to += weight if other <= mine else np.int32(0)
            left = whole - gone
            probability = ((below - gone) + (up_to - gone)) / (2.0 * left) if left > 0 else 0.5
            for count in range(player + 1, -1, -1):
                before = parts[count - 1] if count > 0 else 0.0
                parts[count] = (
                    parts[count] * folding[player] + before * staying[player] * probability
                )
        for count in range(players + 1):
            won[count] += parts[count]
        used += 1
    if used:
        for count in range(players + 1):
            won[count] /= used
