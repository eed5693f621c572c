"""Discounted CFR (Brown and Sandholm 2019, arXiv:1809.04040): strategy and regret update, compiled.

Counterfactual regret minimisation visits every decision in every iteration. The current strategy
plays each act in proportion to its positive regret. The update adds to each act's regret how much
more it would have been worth than the current strategy, and adds the current strategy to the sum
from which the average strategy is made. The average strategy converges to an equilibrium.
"Discounted" means that older regrets and strategies lose weight in each iteration; `traversal.walk`
computes the factors.

All arrays here have one row of hands for each act.
"""

import numpy as np

from pokermasa.batch.inlining import inline, noinline
from pokermasa.solve.game_arrays import CfrArrays, Floats32, Int32s, WalkBuffers
from pokermasa.solve.terminal_values import Index

Discounts = tuple[np.float32, np.float32, np.float32]
"""Discount factors for positive regrets, negative regrets and the average strategy. Each is
multiplied with what previous iterations have left."""

_MOST_REGRET, _MOST_SUM = np.float32(32767), np.float32(65535)
_ZERO, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)
# Smallest weight of a hand in the average strategy. Without it, hands that never reach a decision
# would keep an arbitrary strategy there.
_LEAST = np.float32(1e-3)


@inline
def copy_row(source: Floats32, into: Floats32, count: Index) -> None:
    """Copy the first *count* numbers."""
    for place in range(count):
        into[place] = source[place]


@inline
def clear_row(into: Floats32, count: Index) -> None:
    """Set the first *count* numbers to 0."""
    for place in range(count):
        into[place] = _ZERO


@noinline
def current_strategy(
    learned: CfrArrays,
    buffers: WalkBuffers,
    at: Index,
    decision: Index,
    acts: Index,
    count: Index,
    learns: bool,
) -> None:
    """Write the strategy of a decision to `buffers.acts[0]`.

    If *learns*, this is the current strategy, in proportion to the positive regrets (regret
    matching); otherwise it is the average strategy. Without positive numbers, all acts are played
    equally often. Locked hands play their locked strategy.
    """
    size = acts * count
    strategy, total = buffers.acts[0], buffers.acts[3]
    if len(learned.regrets) > 1:
        if learns:
            regrets = learned.regrets[at : at + size]
            for place in range(size):
                strategy[place] = max(regrets[place], _ZERO)
        else:
            copy_row(learned.sums[at : at + size], strategy, size)
    elif learns:
        small = learned.small_regrets[at : at + size]
        for place in range(size):
            strategy[place] = np.float32(max(small[place], np.int16(0)))
    else:
        small_sums = learned.small_sums[at : at + size]
        for place in range(size):
            strategy[place] = np.float32(small_sums[place])
    copy_row(strategy, total, count)
    for act in range(1, acts):
        row = strategy[act * count : (act + 1) * count]
        for hand in range(count):
            total[hand] += row[hand]
    alike = _ONE / np.float32(acts)
    for act in range(acts):
        row = strategy[act * count : (act + 1) * count]
        for hand in range(count):
            row[hand] = row[hand] / total[hand] if total[hand] > _ZERO else alike
    if len(learned.lock) > 1 and learned.lock[decision] >= 0:
        start = np.int64(learned.lock[decision])
        for hand in range(count):
            whole = _ZERO
            for act in range(acts):
                whole += learned.locked[start + act * count + hand]
            if whole > _ZERO:
                for act in range(acts):
                    strategy[act * count + hand] = learned.locked[start + act * count + hand]


@noinline
def respond_as_locked(
    learned: CfrArrays,
    values: Floats32,
    children: Int32s,
    start: Index,
    decision: Index,
    value: Floats32,
    count: Index,
) -> None:
    """Replace the best response by the locked strategy for the hands that are locked."""
    first = np.int64(learned.lock[decision])
    if first < 0:
        return
    for hand in range(count):
        whole, mixed = _ZERO, _ZERO
        for act in range(len(children)):
            played = learned.locked[first + act * count + hand]
            whole += played
            mixed += played * values[children[act] - start, hand]
        if whole > _ZERO:
            value[hand] = mixed


@noinline
def learn(
    learned: CfrArrays,
    buffers: WalkBuffers,
    at: Index,
    decision: Index,
    children: Int32s,
    start: Index,
    level: Index,
    value: Floats32,
    reach: Floats32,
    count: Index,
    discounts: Discounts,
) -> None:
    """Update the regrets and the sum of strategies at a decision.

    The regret of an act grows by its counterfactual value minus that of the current strategy. With
    16-bit numbers, each decision is converted to 32 bits and back, scaled so that its largest
    number uses the whole range.
    """
    positive_factor, negative_factor, average_factor = discounts
    acts = len(children)
    size = acts * count
    is_small = len(learned.regrets) == 1
    if is_small:
        regrets, sums = buffers.acts[1, :size], buffers.acts[2, :size]
        small, small_sums = (
            learned.small_regrets[at : at + size],
            learned.small_sums[at : at + size],
        )
        unit = learned.units[0, decision] / _MOST_REGRET
        sum_unit = learned.units[1, decision] / _MOST_SUM
        for place in range(size):
            regrets[place] = np.float32(small[place]) * unit
            sums[place] = np.float32(small_sums[place]) * sum_unit
    else:
        regrets, sums = learned.regrets[at : at + size], learned.sums[at : at + size]
    for act in range(acts):
        played = buffers.acts[0, act * count : (act + 1) * count]
        row = sums[act * count : (act + 1) * count]
        for hand in range(count):
            row[hand] = row[hand] * average_factor + (reach[hand] + _LEAST) * played[hand]
        row = regrets[act * count : (act + 1) * count]
        worth = buffers.values[level, children[act] - start]
        for hand in range(count):
            before = row[hand]
            factor = positive_factor if before > _ZERO else negative_factor
            row[hand] = before * factor + (worth[hand] - value[hand])
    if is_small:
        most, most_sum = np.float32(1e-30), np.float32(1e-30)
        for place in range(size):
            most = max(most, abs(regrets[place]))
            most_sum = max(most_sum, sums[place])
        learned.units[0, decision], learned.units[1, decision] = most, most_sum
        unit, sum_unit = _MOST_REGRET / most, _MOST_SUM / most_sum
        small, small_sums = (
            learned.small_regrets[at : at + size],
            learned.small_sums[at : at + size],
        )
        for place in range(size):
            small[place] = np.int16(np.rint(regrets[place] * unit))
            small_sums[place] = np.uint16(sums[place] * sum_unit + _HALF)
