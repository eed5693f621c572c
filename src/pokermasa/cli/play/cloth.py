"""Draws the table from above, with the seats around the board, in any size."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pokermasa.cli.play.saying import chips, holding
from pokermasa.cli.play.session import HandScene
from pokermasa.cli.play.sheet import (
    CARD,
    FAINT,
    FELT,
    FOLDED_CARD,
    GOLD,
    INK,
    PLACE,
    RAIL,
    TURN,
    WIN,
    Sheet,
)
from pokermasa.masa import Side
from pokermasa.rules import PlayerView, Role, View

LEAST_WIDTH, LEAST_HEIGHT = 60, 13

# Places of the seats: a column from 0 to 4 and a row. You have the middle of the bottom row. The
# others follow clockwise.
TOP, MIDDLE, BOTTOM = range(3)
_LEFT, _RIGHT = (0, MIDDLE), (4, MIDDLE)
_T0, _T1, _T2, _T3, _T4 = ((column, TOP) for column in range(5))
_B0, _B2, _B4 = (0, BOTTOM), (2, BOTTOM), (4, BOTTOM)
PLACES = {
    2: (_B2, _T2),
    3: (_B2, _T1, _T3),
    4: (_B2, _LEFT, _T2, _RIGHT),
    5: (_B2, _LEFT, _T1, _T3, _RIGHT),
    6: (_B2, _LEFT, _T1, _T2, _T3, _RIGHT),
    7: (_B2, _LEFT, _T0, _T1, _T3, _T4, _RIGHT),
    8: (_B2, _B0, _LEFT, _T1, _T2, _T3, _RIGHT, _B4),
    9: (_B2, _B0, _LEFT, _T0, _T1, _T3, _T4, _RIGHT, _B4),
    10: (_B2, _B0, _LEFT, _T0, _T1, _T2, _T3, _T4, _RIGHT, _B4),
}


class SeatNames(NamedTuple):
    """The number of seats, your side, and the names of the players."""

    sides: int
    you: Side
    name: Callable[[Side], str]


def draw(sheet: Sheet, seating: SeatNames, scene: HandScene | None) -> None:
    if sheet.width < LEAST_WIDTH or sheet.height < LEAST_HEIGHT:
        text = "The window is too small: 80 by 24 will do, or masa play --plain"
        sheet.centre(0, sheet.width, sheet.height // 2, text)
        return
    is_large = sheet.height >= 23
    sheet.oval(FELT, RAIL if is_large else FELT)
    column = sheet.width // 5
    margin = (sheet.width - 5 * column) // 2
    height = 6 if is_large else 4
    tops = {TOP: 0, MIDDLE: (sheet.height - height) // 2, BOTTOM: sheet.height - height}
    order = [Side((seating.you + step) % seating.sides) for step in range(seating.sides)]
    for side, (across, row) in zip(order, PLACES[seating.sides], strict=True):
        seat = _Seat.from_scene(side, seating, scene)
        if seat is None:
            continue
        if side == seating.you:
            _draw_you(sheet, margin + column, tops[row], 3 * column, height, seat)
        else:
            _draw_seat(sheet, margin + across * column, tops[row], column, height, seat)
    if scene is not None:
        _draw_middle(sheet, height, scene.view, 5 if is_large else 3)


class _Seat(NamedTuple):
    name: str
    stack: int
    marks: str
    player: PlayerView | None
    """None if the player is not in the hand."""
    is_turn: bool
    is_you: bool
    told: str
    """The last act of the player, or the result."""
    won: bool
    holding: str

    @classmethod
    def from_scene(cls, side: Side, seating: SeatNames, scene: HandScene | None) -> _Seat | None:
        """Return the data of a seat, or None if it is empty."""
        name, is_you = seating.name, side == seating.you
        if scene is None or side not in scene.sides:
            stacks = {} if scene is None else scene.stacks
            if side not in stacks:
                return None
            return cls(name(side), stacks[side], "", None, False, is_you, "", False, "")
        view = scene.view
        index = scene.sides.index(side)
        player = view.players[index]
        stack = player.stack if view.winners is None else view.winners.stacks[index]
        won = _won(view, index)
        return cls(
            name(side),
            stack,
            " ".join(_marks(view, index)),
            player,
            index == view.to_act,
            is_you,
            f"wins {chips(won)}" if won else _status_text(player, view),
            bool(won),
            holding(player.cards, view.board) if player.cards else "",
        )


def _marks(view: View, index: int) -> list[str]:
    marks = ((view.button, "D"), (view.small_blind, "SB"), (view.big_blind, "BB"))
    return [mark for at, mark in marks if at == index]


def _won(view: View, index: int) -> int:
    pots = view.winners.pots if view.winners else ()
    return sum(
        [s for pot in pots for i, s in zip(pot.involved, pot.shares, strict=True) if i == index]
    )


def _status_text(player: PlayerView, view: View) -> str:
    if player.role is Role.FOLDED:
        return "folded"
    if view.settled:
        return holding(player.cards, view.board) if player.cards else ""
    word = ""
    if player.last_action is not None:
        word = {"CH": "check", "CA": "call"}.get(player.last_action.code, "raise")
    if player.index in view.all_ins:
        word = "all in"
    return f"● {chips(player.wager)} {word}".rstrip() if player.wager else word


def _draw_seat(sheet: Sheet, x: int, y: int, width: int, height: int, seat: _Seat) -> None:
    width -= 1
    sheet.fill(x, y, width, height, TURN if seat.is_turn else PLACE)
    if height > 4:
        y += 1
    is_out = seat.player is None or seat.player.role is Role.FOLDED
    ink = FAINT if is_out else INK
    _draw_name(sheet, x, y, width, seat, ink)
    if seat.player is not None and not is_out:
        cards = seat.player.cards or (None, None)
        sheet.small_card(x + 1, y + 1, cards[0])
        sheet.small_card(x + 6, y + 1, cards[1])
    sheet.write(x + 1, y + 2, chips(seat.stack)[: width - 1], ink)
    colour = WIN if seat.won else FAINT if is_out else GOLD
    text = seat.told if len(seat.told) < width else seat.told.partition(",")[0]
    sheet.write(x + 1, y + 3, text[: width - 1], colour, bold=seat.won)


def _draw_name(sheet: Sheet, x: int, y: int, width: int, seat: _Seat, ink: str) -> None:
    marks = seat.marks
    room = width - 2 - (len(marks) + 1 if marks else 0)
    pointer = "▶" if seat.is_turn else " "
    colour = GOLD if seat.is_turn else WIN if seat.won else ink
    sheet.write(x, y, pointer, GOLD, bold=True)
    sheet.write(x + 1, y, seat.name[:room], colour, bold=True)
    sheet.write(x + width - len(marks) - 1, y, marks, GOLD)


def _draw_you(sheet: Sheet, x: int, y: int, width: int, height: int, seat: _Seat) -> None:
    """Draws your seat with larger cards and the name of your hand."""
    width -= 1
    size = 3 if height == 4 else 5
    sheet.fill(x, y, width, height, TURN if seat.is_turn else PLACE)
    cards = (seat.player.cards if seat.player else None) or (None, None)
    folded = seat.player is not None and seat.player.role is Role.FOLDED
    paper = FOLDED_CARD if folded else CARD
    top = y + (height - size) // 2
    for place, card in enumerate(cards):
        if seat.player is not None:
            sheet.large_card(x + 1 + place * (size + 3), top, card, size, paper)
    at = x + 2 * (size + 3) + 1
    room = width - (at - x)
    top = y + (height - 4) // 2
    _draw_name(sheet, at, top, room, seat, FAINT if folded else INK)
    sheet.write(at + 1, top + 1, f"{chips(seat.stack)} chips"[:room])
    sheet.write(at + 1, top + 2, seat.holding[: room - 1], FAINT if folded else INK)
    colour = WIN if seat.won else FAINT if folded else GOLD
    text = "" if seat.told == seat.holding else seat.told
    sheet.write(at + 1, top + 3, text[: room - 1], colour, bold=True)


def _draw_middle(sheet: Sheet, seat_height: int, view: View, size: int) -> None:
    room = sheet.height - 2 * seat_height
    size = size if room >= size + 2 else 3
    top = seat_height + (room - size - 1) // 2
    width = 5 * (size + 3) - 1
    left = (sheet.width - width) // 2
    for place in range(5):
        card = view.board[place] if place < len(view.board) else None
        sheet.large_card(left + place * (size + 3), top, card, size)
    sheet.centre(0, sheet.width, top + size, pots(view), GOLD, bold=True)


def pots(view: View) -> str:
    """Return the total pot, followed by the main pot and the side pots if there are several."""
    if view.settled and view.winners is not None:
        return f"pot {chips(sum(pot.wager for pot in view.winners.pots))}"
    total = f"pot {chips(view.pot)}"
    gathered = [view.running_pot.wager, *(pot.wager for pot in view.side_pots)]
    parts = [amount for amount in reversed(gathered) if amount]  # the main pot first
    if not view.side_pots or len(parts) < 2:
        return total
    names = ["main", *(["side"] * (len(parts) - 1))]
    apart = " · ".join(f"{name} {chips(a)}" for name, a in zip(names, parts, strict=True))
    return f"{total}   ({apart})"
