"""What is played at one decision, and what is learnt there, compiled."""

import numpy as np

from pokermasa.batch.inlining import inline, noinline
from pokermasa.solve.game_arrays import CfrArrays, Floats32, Int32s, WalkBuffers
from pokermasa.solve.terminal_values import Index

Discounts = tuple[np.float32, np.float32, np.float32]
"""What is learned of regrets above 0, of those below, and of the sums, from one round to the next."""

_MOST_REGRET, _MOST_SUM = np.float32(32767), np.float32(65535)
_ZERO, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)
# What is played with a hand that does not get here counts for so much: it should not be nonsense.
_LEAST = np.float32(1e-3)


@inline
def copy_row(source: Floats32, into: Floats32, count: Index) -> None:
    for place in range(count):
        into[place] = source[place]


@inline
def clear_row(into: Floats32, count: Index) -> None:
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
    """A decision's strategy, into `buffers.acts[0]`: as the regrets above 0 have it while it *learns*,
    else the average."""
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
    """Even the best answer has to play what is locked."""
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
    """What each act would have brought more than was played, and what was played."""
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
