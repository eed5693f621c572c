"""JSON parts of a finished hand, shared by hands of the room and uploaded hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pokermasa.notation import uci
from pokermasa.rules import Move


def posts_data(paid: Iterable[Sequence[int]], sides: Sequence[int]) -> list[dict[str, Any]]:
    """*paid* contains the stack index, ante, dead post and live post of each player, in chips."""
    return [
        {"side": sides[stack], "ante": ante, "dead": dead, "live": live}
        for stack, ante, dead, live in paid
    ]


def acts_data(moves: Iterable[Move], sides: Sequence[int]) -> list[dict[str, Any]]:
    acts = []
    for move in moves:
        _, stack, wager, _ = move.acted_stack
        acts.append(
            {
                "round": move.before.round,
                "side": sides[move.before.turn_to_act],
                "act": uci.write(move.player_act),
                "stack": stack,
                "wager": wager,
            }
        )
    return acts


def pots_data(boards: Iterable[Iterable[Any]], sides: Sequence[int]) -> list[list[dict[str, Any]]]:
    """Return the pots of each board, with their winners and shares."""
    return [
        [
            {
                "amount": pot.wager,
                "winners": [
                    {"side": sides[index], "share": chips}
                    for index, chips in zip(pot.involved, pot.shares, strict=True)
                ],
            }
            for pot in board
        ]
        for board in boards
    ]
