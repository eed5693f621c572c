"""A masa in one line and as a drawing, as a spectator sees it. Loaded when the first is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokermasa.masa.side import Side
from pokermasa.notebook.felt import SeatDrawing, felt
from pokermasa.notebook.html import count
from pokermasa.rules.picture import dealer_line, public_board
from pokermasa.rules.picture import drawn as hand_drawn

if TYPE_CHECKING:
    from pokermasa.masa.game import Game
    from pokermasa.masa.masa import Masa


def masa_line(masa: Masa) -> str:
    """Return players, blinds and rules, and where the hand stands.

    >>> from pokermasa.masa import Masa
    >>> masa_line(Masa.open(sides=5))
    '0 of 5 sides, blinds 1/2, masa, no hand dealt yet'
    """
    taken = f"{len(masa.seats)} of {masa.sides} sides"
    parts = [taken, f"blinds {masa.blinds.small}/{masa.blinds.big}", masa.rules.name]
    if masa.game is None:
        dealt = f"{count(masa.hands, 'hand')} dealt" if masa.hands else "no hand dealt yet"
        return ", ".join([*parts, dealt])
    return f"{', '.join(parts)}, hand {masa.hands}: {game_line(masa.game)}"


def game_line(game: Game) -> str:
    """Return where the hand stands. Nothing depends on cards that are not dealt yet."""
    situation = game.situation
    # Players who are asked about running it twice have not seen the rest of the board.
    board = game.first_cards if game.is_asked_twice else public_board(situation)
    turn = "" if game.to_act is None else f", side {game.to_act} to act"
    return dealer_line(situation.dealer, board).partition(", stack")[0] + turn


def drawn(masa: Masa) -> str:
    """Return the table with its free sides, and the hand that is played, without hidden cards."""
    view = masa.view(None)
    if masa.game is not None and view is not None:
        names = [f"side {side}" for side in masa.game.sides]
        return hand_drawn(
            view, names, seats=[masa.game.stack_of(side) for side in map(Side, range(masa.sides))]
        )
    seats = [
        SeatDrawing(
            f"side {side}",
            f"{masa.seats[side].stack:,}",
            act="away" if masa.seats[side].away else "",
            mark="D" if side == masa.button else "",
        )
        if side in masa.seats
        else None
        for side in map(Side, range(masa.sides))
    ]
    return felt(seats, message=f"{masa.rules.name}, blinds {masa.blinds.small}/{masa.blinds.big}")
