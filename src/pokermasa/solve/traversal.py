"""Traverses the whole game for one player, compiled: one half of a discounted CFR iteration.

In each segment, the weights of the hands go down the tree, `terminal_values` computes the results
at the ends, and the counterfactual values come back up. The updates at decisions are in
`discounted_cfr`.
"""

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.inlining import noinline
from pokermasa.batch.kernel import atomic_add, kernel
from pokermasa.batch.simd import LANES
from pokermasa.solve.discounted_cfr import (
    Discounts,
    clear_row,
    copy_row,
    current_strategy,
    learn,
    respond_as_locked,
)
from pokermasa.solve.game_arrays import (
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
    BoardArrays,
    CfrArrays,
    Floats32,
    HandArrays,
    Int32s,
    TreeArrays,
    WalkBuffers,
)
from pokermasa.solve.terminal_values import Index, settle

LEARN, RESPOND, EXPECT = 0, 1, 2
"""Modes of a traversal: update regrets (LEARN), play the best response to the opponent's average
strategy (RESPOND), or play both average strategies (EXPECT)."""
DOWN, SETTLE, TASKS, UP = 1, 2, 4, 8
"""Phases of a traversal, as bits. The tasks, one for each deal and next board, are shared by the
threads. The thread that does SETTLE works at the first segment while the others already take
tasks."""

_ZERO, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)


@noinline
def _descend(
    tree: TreeArrays,
    hands: HandArrays,
    learned: CfrArrays,
    buffers: WalkBuffers,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
) -> None:
    """Compute the weights of hands at all nodes of segment *at*: those of the opponent, and in mode
    LEARN those of the player too."""
    segment = tree.segments[at]
    copy = board - segment[BOARD]
    level = segment[LEVEL]
    for node in range(segment[FIRST], segment[LAST]):
        facts = tree.nodes[node]
        actor = np.int64(facts[KIND])
        if actor >= FOLDED or (actor == player and mode != LEARN):
            continue
        count = hands.counts[actor]
        acts = np.int64(facts[ACTS])
        first = segment[BASE + actor] + (copy * segment[ROWS + actor] + facts[ROW]) * count
        decision = segment[DECISION_BASE] + copy * segment[DECISIONS] + facts[PLACE]
        current_strategy(learned, buffers, first, decision, acts, count, mode == LEARN)
        before = buffers.reach[actor, level, facts[REACH + actor]]
        for act in range(acts):
            child = tree.lists[facts[CHILDREN] + act]
            after = buffers.reach[actor, level, tree.nodes[child, REACH + actor]]
            played = buffers.acts[0, act * count : (act + 1) * count]
            for hand in range(count):
                after[hand] = before[hand] * played[hand]


@noinline
def _ascend(
    tree: TreeArrays,
    hands: HandArrays,
    learned: CfrArrays,
    buffers: WalkBuffers,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
    discounts: Discounts,
) -> None:
    """Compute the player's counterfactual values at all nodes of segment *at*, from the ends
    upwards. In mode LEARN, the decisions of the player are updated."""
    segment = tree.segments[at]
    level, start = segment[LEVEL], segment[FIRST]
    copy = board - segment[BOARD]
    count = hands.counts[player]
    values = buffers.values[level]
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
            shown, met = buffers.ends[0, level, block], buffers.ends[1, level, block]
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
            current_strategy(learned, buffers, first, decision, acts, count, mode == LEARN)
            clear_row(value, count)
            for act in range(acts):
                played = buffers.acts[0, act * count : (act + 1) * count]
                worth = values[children[act] - start]
                for hand in range(count):
                    value[hand] += played[hand] * worth[hand]
            if mode == LEARN:
                reach = buffers.reach[player, level, facts[REACH + player]]
                learn(
                    *(learned, buffers, first, decision, children, start, level, value, reach),
                    *(count, discounts),
                )
            continue
        copy_row(values[children[0] - start], value, count)
        for child in children[1:]:
            worth = values[child - start]
            if kind == player:
                for hand in range(count):
                    value[hand] = max(value[hand], worth[hand])
            else:
                for hand in range(count):
                    value[hand] += worth[hand]
        if kind == player and len(learned.lock) > 1:
            decision = segment[DECISION_BASE] + copy * segment[DECISIONS] + facts[PLACE]
            respond_as_locked(learned, values, children, start, decision, value, count)


@noinline
def _enter(
    hands: HandArrays,
    boards: BoardArrays,
    upper: Floats32,
    buffers: WalkBuffers,
    facts: Int32s,
    level: Index,
    board: Index,
    player: Index,
) -> None:
    """Pass the weights at a deal on to the next segment on *board*. Hands that share a card with
    the board get weight 0."""
    for each in range(2):
        count = hands.counts[each]
        before, after = upper[each, level, facts[REACH + each]], buffers.reach[each, level + 1, 0]
        chance = _ONE if each == player else boards.odds[level]
        for hand in range(count):
            after[hand] = before[hand] * chance
        for place in range(boards.facts[board, LIVE + each], count):
            after[boards.ranked[0, each, board, place]] = _ZERO


@noinline
def _gather(
    hands: HandArrays,
    boards: BoardArrays,
    board: Index,
    player: Index,
    into: Floats32,
    value: Floats32,
) -> None:
    """Add the values of *board* to those of the deal, once for the board and once for each
    isomorphic one."""
    count = hands.counts[player]
    for hand in range(count):
        into[hand] += value[hand]
    for image in range(boards.facts[board, IMAGES], boards.facts[board + 1, IMAGES]):
        renamed = hands.renamed[boards.images[image], player]
        for hand in range(count):
            into[hand] += value[renamed[hand]]


@noinline
def _play(
    tree: TreeArrays,
    hands: HandArrays,
    boards: BoardArrays,
    learned: CfrArrays,
    buffers: WalkBuffers,
    at: Index,
    board: Index,
    player: Index,
    mode: Index,
    discounts: Discounts,
) -> None:
    """Traverse a segment and everything below it. At most one more card may come below."""
    _descend(tree, hands, learned, buffers, at, board, player, mode)
    settle(tree, hands, boards, buffers, at, board, player)
    segment = tree.segments[at]
    level = segment[LEVEL]
    for place in range(segment[DEALS], segment[DEALS] + segment[DEAL_COUNT]):
        deal = tree.lists[place]
        facts = tree.nodes[deal]
        into = buffers.values[level, deal - segment[FIRST]]
        clear_row(into, hands.counts[player])
        below = np.int64(facts[BELOW])
        for card in range(
            boards.facts[board, BOARD_CHILDREN], boards.facts[board + 1, BOARD_CHILDREN]
        ):
            _enter(hands, boards, buffers.reach, buffers, facts, level, card, player)
            _descend(tree, hands, learned, buffers, below, card, player, mode)
            settle(tree, hands, boards, buffers, below, card, player)
            _ascend(tree, hands, learned, buffers, below, card, player, mode, discounts)
            _gather(hands, boards, card, player, into, buffers.values[level + 1, 0])
    _ascend(tree, hands, learned, buffers, at, board, player, mode, discounts)


@kernel
def walk(
    tree: TreeArrays,
    hands: HandArrays,
    boards: BoardArrays,
    learned: CfrArrays,
    trunk: Floats32,
    buffers: WalkBuffers,
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
    """Traverse the game from segment *at* on *board*, for one player or (*player* -1) both in turn.

    *weights* are the weights of both players' hands at the beginning. *tasks* are the pairs of a
    deal and a board that follows it. *parts* says which phases to run. All threads share the
    arguments except *buffers*; *trunk* is the `reach` array of the thread that goes down and up. At
    the end, that thread's `values[level]` holds the values of all nodes of the segment. In mode
    LEARN, *times* iterations are run, and *time* is the number of the first.
    """
    segment = tree.segments[at]
    level = segment[LEVEL]
    for round in range(2 * times):
        who = round % 2
        if player >= 0 and who != player:
            continue
        now = time + round // 2
        # Discount factors of DCFR: t^1.5 / (t^1.5 + 1) for positive regrets, 1/2 for negative
        # ones, and ((t - 1) / t)^3 for the average, which starts again at each power of four
        # because the first strategies are too poor to keep.
        grown = np.float64(max(now - 1, 0)) ** 1.5
        begun = 1
        while begun * 4 <= now:
            begun *= 4
        since = np.float64(now - begun) if now > 0 else 0.0
        discounts = np.float32(grown / (grown + 1)), _HALF, np.float32((since / (since + 1)) ** 3)
        if parts & DOWN:
            copy_row(weights[1 - who], buffers.reach[1 - who, level, 0], hands.counts[1 - who])
            own = buffers.reach[who, level, 0]
            for hand in range(hands.counts[who]):
                own[hand] = _ONE
            _descend(tree, hands, learned, buffers, at, board, who, mode)
            next_task[0] = 0
        if parts & SETTLE:
            settle(tree, hands, boards, buffers, at, board, who)
        while parts & TASKS:
            task = atomic_add(next_task, 1)
            if task >= len(tasks):
                break
            facts, card = tree.nodes[tasks[task, 0]], np.int64(tasks[task, 1])
            _enter(hands, boards, trunk, buffers, facts, level, card, who)
            below = np.int64(facts[BELOW])
            _play(tree, hands, boards, learned, buffers, below, card, who, mode, discounts)
            copy_row(buffers.values[level + 1, 0], results[task], hands.counts[who])
        if parts & UP:
            for place in range(segment[DEALS], segment[DEALS] + segment[DEAL_COUNT]):
                into = buffers.values[level, tree.lists[place] - segment[FIRST]]
                clear_row(into, hands.counts[who])
            for task in range(len(tasks)):
                into = buffers.values[level, tasks[task, 0] - segment[FIRST]]
                _gather(hands, boards, np.int64(tasks[task, 1]), who, into, results[task])
            _ascend(tree, hands, learned, buffers, at, board, who, mode, discounts)
