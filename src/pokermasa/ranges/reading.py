"""The ranges after real acts, from the node of the tables that is nearest to each decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.ranges.table import CLASSES, GameTable, nearest
from pokermasa.ranges.tree import CALL, FOLD, JAM, RAISE, Node
from pokermasa.rules import BettingRound, Dealer, Fold, PastAct, StackIndex
from pokermasa.rules.chips import stack_indexes
from pokermasa.strength.hand_class import grid_classes
from pokermasa.strength.range import Range

_NEAR = 0.35
"""Distance up to which a node counts as the situation itself: another size, not another story."""
_LEAST = 0.04  # hands below this share of the likeliest hand are left out
_ALL_IN = 0.6
"""A raise of at least this share of the stack is read as an all-in where the tree has one."""


class DecisionSpot(NamedTuple):
    """The facts about a decision that the tables distinguish."""

    seat: int
    """Seat of the player to act in the tree."""
    raises: int
    raiser: int
    """Seat of the last raiser, -1 without one."""
    entered: bool
    """Whether the player has put in chips voluntarily."""
    others: int
    """Number of other players who have, and have not folded."""
    price: float
    """Highest wager in big blinds."""


class Found(NamedTuple):
    """The nearest decision of the tables."""

    table: GameTable
    node: Node
    distance: float

    @property
    def is_near(self) -> bool:
        """Whether the tree has the same situation, apart from sizes."""
        return self.distance <= _NEAR

    def child(self, word: str) -> Node:
        """Return the node after an act, or after the other kind of raise."""
        children = self.node.children
        return children[word] if word in children else children[JAM if word == RAISE else RAISE]


class Reading(NamedTuple):
    """The ranges after the acts before the flop."""

    weights: dict[StackIndex, Floats]
    """Weight of each class by stack, from 0 to 1, of the players who have not folded."""
    table: GameTable
    is_near: bool
    """Whether the tables have this story, apart from sizes and depth."""

    def range(self, stack: StackIndex) -> Range:
        """Return a player's range. Hands below 4 % of the likeliest one are left out."""
        return as_range(self.weights[stack])


def as_range(weights: Floats) -> Range:
    """Return weights of the 169 classes as a range, without those below `_LEAST` times the largest
    one."""
    names = [name for row in grid_classes() for name in row]
    smallest = max(_LEAST * float(weights.max()), 0.005)
    return Range(
        {
            combo: min(1.0, round(float(weight), 2))
            for name, weight in zip(names, weights, strict=True)
            if weight >= smallest
            for combo in name.combos
        }
    )


def read_acts(opening: Dealer, past: Sequence[PastAct]) -> Reading:
    """Return the ranges after the acts in *past* before the flop, without anybody's cards.

    *opening* is the hand before the first act."""
    acts = [act for act in past if act.round is BettingRound.PREFLOP]
    gone = {act.index for act in acts if isinstance(act.act, Fold)}
    live = [index for index in stack_indexes(len(opening.stacks)) if index not in gone]
    table = table_for(opening, live)
    weights = {index: np.ones(CLASSES) for index in live}
    is_near = True
    for number, act in enumerate(acts):
        word = act_in(act)
        found = find(table, spot_of(table, opening, acts[:number], act), word)
        is_near = is_near and (found.is_near or word == FOLD)
        if act.index in weights:
            weights[act.index] = weights[act.index] * table.frequency(found.child(word))
    return Reading(weights, table, is_near)


def table_for(opening: Dealer, live: Sequence[StackIndex]) -> GameTable:
    """Return the table for the players in *live*, by the second largest of their stacks, which is
    the most that any of them can lose."""
    stacks = sorted(opening.stacks[index].total for index in live)
    depth = stacks[-2] if len(stacks) > 1 else stacks[-1]
    # With two players and the big blind on the button, the game is that of the blinds of a larger
    # table after folds.
    is_two = len(opening.stacks) == 2 and opening.button != opening.big_blind
    return nearest(2 if is_two else 9, depth / opening.blinds.big)


def spot_of(
    table: GameTable, opening: Dealer, past: Sequence[PastAct], act: PastAct
) -> DecisionSpot:
    """Return the spot of the decision before *act*; *past* are the acts before it."""
    players, last = len(opening.stacks), table.spec.big_blind

    def seat(index: int) -> int:
        return max(0, last - (opening.big_blind - index) % players)

    raised = [one for one in past if one.act.raises]
    gone = {one.index for one in past if isinstance(one.act, Fold)}
    entered = {one.index for one in past if not isinstance(one.act, Fold)}
    return DecisionSpot(
        seat=seat(act.index),
        raises=len(raised),
        raiser=seat(raised[-1].index) if raised else -1,
        entered=act.index in entered,
        others=len(entered - gone - {act.index}),
        price=max(act.price / opening.blinds.big, 1.0),
    )


def act_in(act: PastAct) -> str:
    """Return an act as a word of the tree."""
    if isinstance(act.act, Fold):
        return FOLD
    if not act.act.raises:
        return CALL
    return JAM if act.to >= _ALL_IN * (act.stack + act.wager) else RAISE


def find(table: GameTable, spot: DecisionSpot, word: str | None) -> Found:
    """Return the nearest decision at which the act, or the other kind of raise, is possible.

    Without an act, it is the nearest of all."""
    nodes, features, possible = _decisions(table)
    has = np.ones(len(nodes), bool) if word is None else possible[_KINDS[word]]
    seat, raises, raiser, entered, others, price = features.T
    last = table.spec.big_blind
    blind = (seat >= last - 1) != (spot.seat >= last - 1)
    distance = (
        np.abs(seat - spot.seat)
        + 3.0 * (blind | ((seat == last) != (spot.seat == last)))
        + 6.0 * np.abs(raises - min(spot.raises, 4))
        + 4.0 * (entered != spot.entered)
        + 0.6 * np.abs(raiser - spot.raiser)
        + 2.0 * np.abs(others - spot.others)
        + 0.1 * np.abs(np.log(price / spot.price))
    )
    distance = np.where(has, distance, np.inf)
    best = int(np.argmin(distance))
    return Found(table, nodes[best], float(distance[best]))


_KINDS = {FOLD: 0, CALL: 1, RAISE: 2, JAM: 2}


@cache
def _decisions(table: GameTable) -> tuple[list[Node], Floats, list[Floats]]:
    """Return the decisions of a table, their spots as rows, and per kind of act, where it is."""
    nodes = [node for node in table.nodes if node.state.turn is not None]
    rows, possible = [], []
    for node in nodes:
        state, acts = node.state, node.children
        raiser = -1 if state.last_raiser is None else state.last_raiser
        others = len(state.entered - state.folded - {state.turn})
        is_in = state.turn in state.entered
        rows.append((state.turn, state.raises, raiser, is_in, others, state.price))
        can_fold = FOLD in acts and len(acts) > 1  # the tree does not let everybody go on
        possible.append((can_fold, CALL in acts, RAISE in acts or JAM in acts))
    return nodes, np.array(rows, float), list(np.array(possible).T)
