"""One walk over a whole game for one player, compiled.

Down a segment go the weights of the hands, `settling` says what its ends are worth, and up come the
player's values.
"""

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.bare import bare, part
from pokermasa.batch.kernel import atomic_add, kernel
from pokermasa.batch.lane import LANES
from pokermasa.solve.column import (
    ACTS,
    BASE,
    BELOW,
    BOARD,
    BOARD_CHILDREN,
    CHILDREN,
    DEAL,
    DEAL_COUNT,
    DEALS,
    DECISION_BASE,
    DECISIONS,
    FIRST,
    FOLDED,
    IMAGES,
    KIND,
    LANE,
    LAST,
    LEVEL,
    LIVE,
    PLACE,
    REACH,
    ROW,
    ROWS,
)
from pokermasa.solve.plan import Boards, Floats32, Hands, Int32s, Store, Tree, Work
from pokermasa.solve.settling import Index, settle

LEARN, RESPOND, EXPECT = 0, 1, 2
"""What a walk does at the player's decisions: learn from them, play the best against the opponent's
average, or play the player's own average."""
DOWN, SETTLE, TASKS, UP = 1, 2, 4, 8
"""Parts of a walk. Threads share the tasks; who settles the beginning does so while others are at
them already."""

_MOST_REGRET, _MOST_SUM = np.float32(32767), np.float32(65535)
_ZERO, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)
# What is played with a hand that does not get here counts for so much: it should not be nonsense.
_LEAST = np.float32(1e-3)


@bare
def _copy(source: Floats32, into: Floats32, count: Index) -> None:
    for place in range(count):
        into[place] = source[place]


@bare
def _clear(into: Floats32, count: Index) -> None:
    for place in range(count):
        into[place] = _ZERO


@part
def _play_now(
    kept: Store, work: Work, at: Index, decision: Index, acts: Index, count: Index, learns: bool
) -> None:
    """A decision's strategy, into `work.acts[0]`: as the regrets above 0 have it while it *learns*,
    else the average."""
    size = acts * count
    strategy, total = work.acts[0], work.acts[3]
    if len(kept.regrets) > 1:
        if learns:
            regrets = kept.regrets[at : at + size]
            for place in range(size):
                strategy[place] = max(regrets[place], _ZERO)
        else:
            _copy(kept.sums[at : at + size], strategy, size)
    elif learns:
        small = kept.small_regrets[at : at + size]
        for place in range(size):
            strategy[place] = np.float32(max(small[place], np.int16(0)))
    else:
        small_sums = kept.small_sums[at : at + size]
        for place in range(size):
            strategy[place] = np.float32(small_sums[place])
    _copy(strategy, total, count)
    for act in range(1, acts):
        row = strategy[act * count : (act + 1) * count]
        for hand in range(count):
            total[hand] += row[hand]
    alike = _ONE / np.float32(acts)
    for act in range(acts):
        row = strategy[act * count : (act + 1) * count]
        for hand in range(count):
            row[hand] = row[hand] / total[hand] if total[hand] > _ZERO else alike
    if len(kept.lock) > 1 and kept.lock[decision] >= 0:
        start = np.int64(kept.lock[decision])
        for hand in range(count):
            whole = _ZERO
            for act in range(acts):
                whole += kept.locked[start + act * count + hand]
            if whole > _ZERO:
                for act in range(acts):
                    strategy[act * count + hand] = kept.locked[start + act * count + hand]


@part
def _descend(
    tree: Tree,
    hands: Hands,
    kept: Store,
    work: Work,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
) -> None:
    """The weights of the opponent's hands, and while learning those of the player's own, go to all
    nodes of segment *at*."""
    segment = tree.segments[at]
    copy = board - segment[BOARD]
    level = segment[LEVEL]
    for node in range(segment[FIRST], segment[LAST]):
        facts = tree.nodes[node]
        who = np.int64(facts[KIND])
        if who >= FOLDED or (who == player and mode != LEARN):
            continue
        count = hands.counts[who]
        acts = np.int64(facts[ACTS])
        first = segment[BASE + who] + (copy * segment[ROWS + who] + facts[ROW]) * count
        decision = segment[DECISION_BASE] + copy * segment[DECISIONS] + facts[PLACE]
        _play_now(kept, work, first, decision, acts, count, mode == LEARN)
        before = work.reach[who, level, facts[REACH + who]]
        for act in range(acts):
            child = tree.lists[facts[CHILDREN] + act]
            after = work.reach[who, level, tree.nodes[child, REACH + who]]
            played = work.acts[0, act * count : (act + 1) * count]
            for hand in range(count):
                after[hand] = before[hand] * played[hand]


@part
def _ascend(
    tree: Tree,
    hands: Hands,
    kept: Store,
    work: Work,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
    pace: tuple[np.float32, np.float32, np.float32],
) -> None:
    segment = tree.segments[at]
    level, start = segment[LEVEL], segment[FIRST]
    copy = board - segment[BOARD]
    count = hands.counts[player]
    values = work.values[level]
    for node in range(segment[LAST] - 1, start - 1, -1):
        facts = tree.nodes[node]
        kind = facts[KIND]
        value = values[node - start]
        if kind == DEAL:
            continue
        if kind >= FOLDED:
            lane = np.int64(facts[LANE + player])
            block, column = lane // LANES, lane % LANES
            won, paid = tree.pays[player, node, 0], tree.pays[player, node, 1]
            shown, met = work.ends[0, level, block], work.ends[1, level, block]
            if kind == FOLDED:
                for hand in range(count):
                    value[hand] = paid * met[hand * LANES + column]
            else:
                for hand in range(count):
                    place = hand * LANES + column
                    value[hand] = won * shown[place] + paid * met[place]
            continue
        acts = np.int64(facts[ACTS])
        children = tree.lists[facts[CHILDREN] : facts[CHILDREN] + acts]
        if kind == player and mode != RESPOND:
            first = segment[BASE + player] + (copy * segment[ROWS + player] + facts[ROW]) * count
            decision = segment[DECISION_BASE] + copy * segment[DECISIONS] + facts[PLACE]
            _play_now(kept, work, first, decision, acts, count, mode == LEARN)
            _clear(value, count)
            for act in range(acts):
                played = work.acts[0, act * count : (act + 1) * count]
                worth = values[children[act] - start]
                for hand in range(count):
                    value[hand] += played[hand] * worth[hand]
            if mode == LEARN:
                reach = work.reach[player, level, facts[REACH + player]]
                _learn(
                    *(kept, work, first, decision, children, start, level, value, reach),
                    *(count, pace),
                )
            continue
        _copy(values[children[0] - start], value, count)
        for child in children[1:]:
            worth = values[child - start]
            if kind == player:
                for hand in range(count):
                    value[hand] = max(value[hand], worth[hand])
            else:
                for hand in range(count):
                    value[hand] += worth[hand]
        if kind == player and len(kept.lock) > 1:
            decision = segment[DECISION_BASE] + copy * segment[DECISIONS] + facts[PLACE]
            _respond_as_locked(kept, values, children, start, decision, value, count)


@part
def _respond_as_locked(
    kept: Store,
    values: Floats32,
    children: Int32s,
    start: Index,
    decision: Index,
    value: Floats32,
    count: Index,
) -> None:
    """Even the best answer has to play what is locked."""
    first = np.int64(kept.lock[decision])
    if first < 0:
        return
    for hand in range(count):
        whole, mixed = _ZERO, _ZERO
        for act in range(len(children)):
            played = kept.locked[first + act * count + hand]
            whole += played
            mixed += played * values[children[act] - start, hand]
        if whole > _ZERO:
            value[hand] = mixed


@part
def _learn(
    kept: Store,
    work: Work,
    at: Index,
    decision: Index,
    children: Int32s,
    start: Index,
    level: Index,
    value: Floats32,
    reach: Floats32,
    count: Index,
    pace: tuple[np.float32, np.float32, np.float32],
) -> None:
    """What each act would have brought more than was played, and what was played."""
    regret_kept, relief_kept, sum_kept = pace
    acts = len(children)
    size = acts * count
    is_small = len(kept.regrets) == 1
    if is_small:
        regrets, sums = work.acts[1, :size], work.acts[2, :size]
        small, small_sums = kept.small_regrets[at : at + size], kept.small_sums[at : at + size]
        unit = kept.units[0, decision] / _MOST_REGRET
        sum_unit = kept.units[1, decision] / _MOST_SUM
        for place in range(size):
            regrets[place] = np.float32(small[place]) * unit
            sums[place] = np.float32(small_sums[place]) * sum_unit
    else:
        regrets, sums = kept.regrets[at : at + size], kept.sums[at : at + size]
    for act in range(acts):
        played = work.acts[0, act * count : (act + 1) * count]
        row = sums[act * count : (act + 1) * count]
        for hand in range(count):
            row[hand] = row[hand] * sum_kept + (reach[hand] + _LEAST) * played[hand]
        row = regrets[act * count : (act + 1) * count]
        worth = work.values[level, children[act] - start]
        for hand in range(count):
            before = row[hand]
            kept_part = regret_kept if before > _ZERO else relief_kept
            row[hand] = before * kept_part + (worth[hand] - value[hand])
    if is_small:
        most, most_sum = np.float32(1e-30), np.float32(1e-30)
        for place in range(size):
            most = max(most, abs(regrets[place]))
            most_sum = max(most_sum, sums[place])
        kept.units[0, decision], kept.units[1, decision] = most, most_sum
        unit, sum_unit = _MOST_REGRET / most, _MOST_SUM / most_sum
        small, small_sums = kept.small_regrets[at : at + size], kept.small_sums[at : at + size]
        for place in range(size):
            small[place] = np.int16(np.rint(regrets[place] * unit))
            small_sums[place] = np.uint16(sums[place] * sum_unit + _HALF)


@part
def _enter(
    hands: Hands, boards: Boards, upper: Floats32, work: Work, facts: Int32s, level: Index,
    board: Index, player: Index,
) -> None:  # fmt: skip
    """The weights that arrive at a deal go on to the segment below, where *board* lies."""
    for who in range(2):
        count = hands.counts[who]
        before, after = upper[who, level, facts[REACH + who]], work.reach[who, level + 1, 0]
        chance = _ONE if who == player else boards.odds[level]
        for hand in range(count):
            after[hand] = before[hand] * chance
        for place in range(boards.facts[board, LIVE + who], count):
            after[boards.ranked[0, who, board, place]] = _ZERO


@part
def _gather(
    hands: Hands, boards: Boards, board: Index, player: Index, into: Floats32, value: Floats32
) -> None:
    """Adds what came of *board*, and of those it stands for."""
    count = hands.counts[player]
    for hand in range(count):
        into[hand] += value[hand]
    for image in range(boards.facts[board, IMAGES], boards.facts[board + 1, IMAGES]):
        renamed = hands.renamed[boards.images[image], player]
        for hand in range(count):
            into[hand] += value[renamed[hand]]


@part
def _play(
    tree: Tree,
    hands: Hands,
    boards: Boards,
    kept: Store,
    work: Work,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
    pace: tuple[np.float32, np.float32, np.float32],
) -> None:
    """A segment with all that follows, as long as that is at most one more card."""
    _descend(tree, hands, kept, work, at, board, player, mode)
    settle(tree, hands, boards, work, at, board, player)
    segment = tree.segments[at]
    level = segment[LEVEL]
    for place in range(segment[DEALS], segment[DEALS] + segment[DEAL_COUNT]):
        deal = tree.lists[place]
        facts = tree.nodes[deal]
        into = work.values[level, deal - segment[FIRST]]
        _clear(into, hands.counts[player])
        below = np.int64(facts[BELOW])
        for card in range(
            boards.facts[board, BOARD_CHILDREN], boards.facts[board + 1, BOARD_CHILDREN]
        ):
            _enter(hands, boards, work.reach, work, facts, level, card, player)
            _descend(tree, hands, kept, work, below, card, player, mode)
            settle(tree, hands, boards, work, below, card, player)
            _ascend(tree, hands, kept, work, below, card, player, mode, pace)
            _gather(hands, boards, card, player, into, work.values[level + 1, 0])
    _ascend(tree, hands, kept, work, at, board, player, mode, pace)


@kernel
def walk(
    tree: Tree,
    hands: Hands,
    boards: Boards,
    kept: Store,
    trunk: Floats32,
    work: Work,
    weights: Floats32,
    tasks: Int32s,
    results: Floats32,
    next_task: Ints,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
    parts: Index,
    time: Index,
    times: Index,
) -> None:
    """From segment *at* on *board* down to the ends and back, for one player (-1: each in turn).

    *weights* are those of both players' hands at the beginning, *tasks* the pairs of a deal and a
    board that follows it. Threads share all but *work*; *trunk* is the reach of the thread that
    goes down and up, in whose `values[level]` the values of all nodes are in the end. Learning
    goes on for *times* rounds, of which *time* is the first.
    """
    segment = tree.segments[at]
    level = segment[LEVEL]
    for round in range(2 * times):
        who = round % 2
        if player >= 0 and who != player:
            continue
        now = time + round // 2
        # Discounted regret minimisation (Brown and Sandholm 2019); the average begins anew at
        # each power of four, since what was played at first is of no use later.
        grown = np.float64(max(now - 1, 0)) ** 1.5
        begun = 1
        while begun * 4 <= now:
            begun *= 4
        since = np.float64(now - begun) if now > 0 else 0.0
        pace = np.float32(grown / (grown + 1)), _HALF, np.float32((since / (since + 1)) ** 3)
        if parts & DOWN:
            _copy(weights[1 - who], work.reach[1 - who, level, 0], hands.counts[1 - who])
            own = work.reach[who, level, 0]
            for hand in range(hands.counts[who]):
                own[hand] = _ONE
            _descend(tree, hands, kept, work, at, board, who, mode)
            next_task[0] = 0
        if parts & SETTLE:
            settle(tree, hands, boards, work, at, board, who)
        while parts & TASKS:
            task = atomic_add(next_task, 1)
            if task >= len(tasks):
                break
            facts, card = tree.nodes[tasks[task, 0]], np.int64(tasks[task, 1])
            _enter(hands, boards, trunk, work, facts, level, card, who)
            below = np.int64(facts[BELOW])
            _play(tree, hands, boards, kept, work, below, card, who, mode, pace)
            _copy(work.values[level + 1, 0], results[task], hands.counts[who])
        if parts & UP:
            for place in range(segment[DEALS], segment[DEALS] + segment[DEAL_COUNT]):
                into = work.values[level, tree.lists[place] - segment[FIRST]]
                _clear(into, hands.counts[who])
            for task in range(len(tasks)):
                into = work.values[level, tasks[task, 0] - segment[FIRST]]
                _gather(hands, boards, np.int64(tasks[task, 1]), who, into, results[task])
            _ascend(tree, hands, kept, work, at, board, who, mode, pace)
