"""Reach probabilities: how often each hand gets to a betting line with the table's strategy."""

from __future__ import annotations

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.limit.bucket import NONE, Buckets
from pokermasa.bots.limit.line import PREFLOP, WAYS
from pokermasa.bots.limit.table import PARTS, Slot, StrategyTable

SWAPPED = np.array([0, 5, 6, 7, 8, 1, 2, 3, 4])
"""Permutation of the nine ways from the order of `split` to the order of the table, for the player
who acts second. It is its own inverse."""


def split(reach: Floats, acts: Floats, own_first: bool) -> Floats:
    """Return the reach [..., way] of a round's nine ways, from *reach* [...] and the strategy
    *acts* [slot, ...].

    Way 0 is check-check. Ways 1 to 4 are lines in which the player bet first and ways 5 to 8 lines
    in which the other did, by the level at which the bet was called.
    """
    ways = np.empty((*reach.shape, WAYS), reach.dtype)
    ways[..., 1] = reach * acts[Slot.BET]
    ways[..., 0] = reach - ways[..., 1]
    ways[..., 3] = ways[..., 1] * acts[Slot.RAISE_TO_THREE]
    ways[..., 2] = ways[..., 1] - ways[..., 1] * acts[Slot.FOLD_TO_TWO] - ways[..., 3]
    ways[..., 4] = ways[..., 3] - ways[..., 3] * acts[Slot.FOLD_TO_FOUR]
    faced = ways[..., 0] if own_first else reach
    ways[..., 6] = faced * acts[Slot.RAISE_TO_TWO]
    ways[..., 5] = faced - faced * acts[Slot.FOLD_TO_ONE] - ways[..., 6]
    ways[..., 8] = ways[..., 6] * acts[Slot.RAISE_TO_FOUR]
    ways[..., 7] = ways[..., 6] - ways[..., 6] * acts[Slot.FOLD_TO_THREE] - ways[..., 8]
    return ways


def before_the_flop(table: StrategyTable, player: int) -> Floats:
    """Return the reach [class, line] of the player's hands in the seven lines to the flop."""
    lines = np.zeros((len(table.groups), 7))

    def go(node: int, reach: Floats) -> None:
        here = PREFLOP[node]
        fold, raises = table.preflop[node].T / PARTS if here.player == player else (0.0, None)
        call = reach if raises is None else reach * (1 - fold - raises)
        if here.call < 0:
            go(-1 - here.call, call)
        else:
            lines[:, here.call] = call
        if here.raises is not None:
            go(here.raises, reach if raises is None else reach * raises)

    go(0, np.ones(len(table.groups)))
    return lines


def at_river(
    table: StrategyTable, buckets: Buckets, board: tuple[int, ...], player: int, line: int
) -> Floats:
    """Return the reach [1326] of the player's hands on the river after *line*."""
    turn, way = divmod(line, WAYS)
    first, flop_way = divmod(turn, WAYS)
    reach: Floats = before_the_flop(table, player)[combos().hand_class, first]
    for round, (at, taken) in enumerate(((first, flop_way), (turn, way))):
        rows = buckets.all(board[: 3 + round]).astype(np.int64)
        there = rows != NONE
        acts = table.after[player][round][np.where(there, rows, 0), :, at].T / PARTS
        ways = split(np.where(there, reach, 0.0), acts, player == 1)
        reach = ways[:, taken if player == 1 else SWAPPED[taken]]
    on = np.zeros(52, bool)
    on[list(board)] = True
    return np.where(on[combos().high] | on[combos().low], 0.0, reach)
