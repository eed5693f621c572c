"""What a list of hands says of each, and what it can be filtered by: kept beside the hand."""

from __future__ import annotations

from typing import Any

from pokermasa.cards import Card
from pokermasa.histories.position import positions_around
from pokermasa.masa.game import Game
from pokermasa.rules import Role, Showdown


def hand_board(game: Game) -> str:
    return "".join(map(str, game.boards[0]))


def summary(game: Game, stack: int) -> dict[str, Any]:
    """Of one player: the columns of `hand_player` beside who, which hand and when."""
    dealer, outcome = game.situation.dealer, game.situation.outcome
    assert game.situation.hand_dealer is not None
    cards = game.situation.hand_dealer.hands[stack]
    role = dealer.stacks[stack].role
    return {
        "big": dealer.blinds.big,
        "players": len(game.sides),
        "position": positions_around(dealer.button, len(game.sides))[stack],
        "cards": "" if cards is None else "".join(map(str, cards)),
        "cell": None if cards is None else cell(*cards),
        "pot": sum([share.wager for board in game.pots for share in board]),
        "showdown": isinstance(outcome, Showdown) and role is not Role.FOLDED,
        "all_in": role in (Role.OLD_ALL_IN, Role.NEW_ALL_IN),
    }


def cell(first: Card, second: Card) -> int:
    """The place of two cards in the grid of 13 × 13, row by row from AA: suited hands above the
    diagonal.

    >>> cell(Card("Kh"), Card("Ah")), cell(Card("Ah"), Card("Kd")), cell(Card("2c"), Card("2d"))
    (1, 13, 168)
    """
    high, low = 14 - max(first.rank, second.rank), 14 - min(first.rank, second.rank)
    return 13 * high + low if first.suit == second.suit else 13 * low + high
