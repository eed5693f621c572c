"""Solves turn and river decisions against one opponent.

The calculation in `decision` looks one act ahead. Here the solver builds the tree of all remaining
betting. The opponent's strategy is fixed to the range and the habits read so far, and the bot's
best response to it is computed. The trees are small and no time limit applies, so equal views give
equal answers. At most two trees are solved at the same time. If no place is free, the bot uses the
calculation in `decision`.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import BoundedSemaphore
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.house.reading import Reading
from pokermasa.cards import Card
from pokermasa.equity.against import FOLDS, RAISES, STAYS, answers, board_strengths, combo_of
from pokermasa.rules import Check, Dealer, PlayerAct, Situation, Stack, StackIndex, View
from pokermasa.solve import Solution, SolveError, Subgame
from pokermasa.solve.game_arrays import NodeKind
from pokermasa.solve.node import Node
from pokermasa.solve.size import Sizes
from pokermasa.strength.hand_class import COMBOS, Combo
from pokermasa.strength.range import Range

PLACES = BoundedSemaphore(2)
TURN, RIVER = 4, 5
"""Number of board cards on the turn and on the river."""
_LEAST = 0.002  # hands below this share of the likeliest hand are left out
_SIZES = {
    TURN: Sizes.read("50%, 100%", {"river": "75%"}, "100%"),
    RIVER: Sizes.read("50%, 100%, 200%, all-in", raises="100%, all-in"),
}
_RAISE_CAP = {TURN: 1, RIVER: 2}
_COMMITTED = 0.75  # a bet that would put in this share of the stack is all in


class Solved(NamedTuple):
    acts: tuple[PlayerAct, ...]
    worth: tuple[float, ...]
    """Expected chips of each act, without the chips already put in."""


def solved(view: View, reading: Reading) -> Solved | None:
    """Return the solved acts with their values. None if the situation is not supported or too many
    solvers are running."""
    if len(view.board) not in _SIZES or len(view.remaining) != 2 or len(reading.ranges) != 1:
        return None
    if not PLACES.acquire(blocking=False):
        return None
    try:
        return _solve(view, reading)
    except SolveError:
        return None  # the range became empty
    finally:
        PLACES.release()


def prepare() -> None:
    """Compile and load the solver now, so that the first decision does not wait."""
    subgame = Subgame.from_board("2c 7d 9h Js", 10, 20, "AsAh", "KK, 88", bets="all-in")
    Solution(subgame, subgame.game(threads=1, symmetric=False)).best_acts(0)


def _solve(view: View, reading: Reading) -> Solved:
    (other,) = reading.ranges
    assert reading.me is not None
    high, low = sorted(reading.cards, reverse=True)
    shown = len(view.board)
    subgame = Subgame.at(
        Situation(dealer_of(view)),
        {
            int(reading.me): Range({(high, low): 1.0}),
            int(other): range_of(reading.ranges[other], (*view.board, high, low)),
        },
        _SIZES[shown],
        board=view.board,
        raise_cap=_RAISE_CAP[shown],
        all_in_from=_COMMITTED,
    )
    solution = Solution(subgame, subgame.game(threads=1, symmetric=False))
    me = subgame.players.index(reading.me)
    _play_as_read(solution, reading, other, 1 - me)
    return Solved(solution.game.root.acts, solution.best_acts(me))


class _Reached(NamedTuple):
    """A node of the betting tree with data for each board on which it is reached."""

    node: Node
    boards: Sequence[int]
    strengths: Sequence[Floats]
    """Hand strengths by board, in the order of `BoardStrengths`."""
    weights: Sequence[Floats]
    """Weights of the opponent's hands that reach the node, by board."""
    raises: int
    """Number of bets and raises in this round."""


def _play_as_read(solution: Solution, reading: Reading, other: StackIndex, who: int) -> None:
    """Sets the opponent's strategy in *solution* to the habits and the range of *reading*."""
    subgame, game = solution.subgame, solution.game
    wagers = [subgame.situation.dealer.stacks[index].recent_wager for index in subgame.players]
    hands = np.array([_number(hand) for hand in subgame.hands[who]])
    board = [card.number for card in subgame.board]
    mine = {card.number for card in reading.cards}
    rivers = [each for each in game.children(0) if game.cards.listed[each][0] not in mine]
    begun = [reading.board_strengths.strength]
    waiting = [_Reached(game.root, [0], begun, [reading.ranges[other]], reading.raises)]
    while waiting:
        node, boards, strengths, weights, raises = waiting.pop()
        if node.kind == NodeKind.DEAL:
            cards = [game.cards.listed[each][0] for each in rivers]
            strengths = [board_strengths((*board, card)).strength for card in cards]
            weights = [np.where(each >= 0, weights[0], 0.0) for each in strengths]
            waiting.append(_Reached(node.children[0], rivers, strengths, weights, 0))
        if not node.is_decision:
            continue
        quiet = 1 if isinstance(node.acts[0], Check) else 2  # from this index on: raises
        parts = [weights] * len(node.acts)
        if node.kind == who:
            front = [wager + spent for wager, spent in zip(wagers, node.spent, strict=True)]
            owed = max(0, int(front[1 - who] - front[who]))
            round = subgame.situation.round.place + (boards is rivers)
            met = reading.spot(owed, int(node.pot), raises, 2, int(front[who]), round)
            habits = reading.habits(other, met)
            by_board = []
            for each, strength, strategy in zip(boards, strengths, weights, strict=True):
                by_board.append(_parts(node, answers(strategy, strength, *habits), quiet))
                solution.fill(node, np.array([part[hands] for part in by_board[-1]]), each)
            parts = list(zip(*by_board, strict=True))
        for number, (child, part) in enumerate(zip(node.children, parts, strict=True)):
            following = raises + (number >= quiet)
            waiting.append(_Reached(child, boards, strengths, part, following))


def _parts(node: Node, split: Floats, quiet: int) -> list[Floats]:
    """Return the range split by the node's acts. All raise sizes get equal shares."""
    sizes = len(node.acts) - quiet
    stays = split[STAYS] if sizes else split[STAYS] + split[RAISES]
    raised = [split[RAISES] / sizes] * sizes if sizes else []
    if quiet == 1:  # folding is pointless when there is nothing to call
        return [split[FOLDS] + stays, *raised]
    return [split[FOLDS], stays, *raised]


def range_of(weights: Floats, known: tuple[Card, ...]) -> Range:
    """Convert [1326] weights to a range. Leave out hands that contain a *known* card and hands with
    less than `_LEAST` times the largest weight."""
    table = combos()
    numbers = [card.number for card in known]
    free = ~(np.isin(table.high, numbers) | np.isin(table.low, numbers))
    left = np.where(free, weights, 0.0)
    top = left.max()
    likely = np.flatnonzero((left >= _LEAST * top) & (left > 0))
    return Range({COMBOS[hand]: float(left[hand] / top) for hand in likely.tolist()})


def _number(hand: Combo) -> int:
    return combo_of(hand[0].number, hand[1].number)


def dealer_of(view: View) -> Dealer:
    """Rebuild a dealer from a view at the viewer's turn. It is exact only as far as the following
    acts depend on it."""
    assert view.viewer is not None
    least, limit = view.blinds.big, 2 * view.blinds.big  # used if nobody may raise any more
    if view.raises is not None:
        least = limit = view.raises[0] - view.price
    return Dealer(
        blinds=view.blinds,
        round=view.round,
        button=view.button,
        turn_to_act=view.viewer,
        last_full_raise=max(least, view.blinds.big),
        running_pot=view.running_pot,
        side_pots=view.side_pots,
        stacks=tuple(
            Stack(player.role, player.stack, player.wager, player.last_action)
            for player in view.players
        ),
        rules=view.rules,
        bets=(limit, limit),
        full_raise_to=view.price,
    ).counted()
