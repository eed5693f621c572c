"""Columns stored beside a hand, so that lists and filters need not read the hand itself."""

from __future__ import annotations

from typing import Any

from pokermasa.cards import Card
from pokermasa.histories.history import History, whole
from pokermasa.histories.position import positions, positions_around
from pokermasa.histories.replay import last_scene, result
from pokermasa.masa.game import Game
from pokermasa.rules import Role, Showdown, StackIndex


def hand_board(game: Game) -> str:
    return "".join(map(str, game.boards[0]))


def summaries(game: Game) -> list[dict[str, Any]]:
    """Return the summary columns of `hand_player` for each player of the hand, by stack index."""
    dealer = game.situation.dealer
    assert game.situation.hand_dealer is not None
    hands = game.situation.hand_dealer.hands
    positions = positions_around(dealer.button, len(game.sides))
    pot = sum([share.wager for board in game.pots for share in board])
    is_showdown = isinstance(game.situation.outcome, Showdown)
    return [
        {
            "big": dealer.blinds.big,
            "players": len(game.sides),
            "position": position,
            "cards": "" if cards is None else "".join(map(str, cards)),
            "cell": None if cards is None else cell_of(*cards),
            "pot": pot,
            "showdown": is_showdown and stack.role is not Role.FOLDED,
            "all_in": stack.role in (Role.OLD_ALL_IN, Role.NEW_ALL_IN),
        }
        for stack, position, cards in zip(dealer.stacks, positions, hands, strict=True)
    ]


def history_summary(history: History, stack: StackIndex | None) -> dict[str, Any]:
    """Return the same columns for an uploaded hand, from the player with this stack index, plus
    `net` and `board`. `net` is None if the file does not say who won. *stack* is None if the
    player is unknown. Raises `HistoryError` if the hand is impossible."""
    end, last = result(history), last_scene(history)
    dealer = last.dealer.finish()
    about = {
        "big": history.blinds.big,
        "players": history.players,
        "pot": dealer.gathered,
        "board": "".join(map(str, history.board)),
    }
    if stack is None:
        unknown = {"position": "", "cards": "", "cell": None, "net": None}
        return about | unknown | {"showdown": last.situation.showdown, "all_in": False}
    cards = whole(history.hands[stack])
    role = dealer.stacks[stack].role
    return about | {
        "position": positions(history)[stack],
        "cards": "" if cards is None else "".join(map(str, cards)),
        "cell": None if cards is None else cell_of(*cards),
        "net": None if end is None else end.net[stack],
        "showdown": last.situation.showdown and role is not Role.FOLDED,
        "all_in": role in (Role.OLD_ALL_IN, Role.NEW_ALL_IN),
    }


def cell_of(first: Card, second: Card) -> int:
    """Return the index of two cards in the grid of starting hands.

    >>> cell_of(Card("Kh"), Card("Ah")), cell_of(Card("Ah"), Card("Kd"))
    (1, 13)
    """
    ranks = max(first.rank, second.rank), min(first.rank, second.rank)
    return cell(*ranks, is_suited=first.suit == second.suit)


def cell(high: int, low: int, is_suited: bool) -> int:
    """Return the index of a starting hand in the 13 × 13 grid, row by row from AA, with suited
    hands above the diagonal.

    >>> cell(14, 13, True), cell(14, 13, False), cell(2, 2, False)
    (1, 13, 168)
    """
    row, column = 14 - high, 14 - low
    return 13 * row + column if is_suited else 13 * column + row
