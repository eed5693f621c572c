"""A poker table as a drawing: seats around an oval, the board and the pot in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from pokermasa.notebook.html import SUITS

INK = {"k": "#1b1b1f", "r": "#c4161c", "b": "#0b57b8", "g": "#12733a"}
"""The colour of each suit on a white card, by its CSS class in `html`."""
WIDTH, HEIGHT = 580, 330


class SeatDrawing(NamedTuple):
    """One player at the table. All texts are shown as they are."""

    name: str
    stack: str
    cards: Sequence[str | None] = ()
    """The hole cards as texts, None for a card face down. Empty if the player has no cards."""
    wager: str = ""
    """Chips in front of the player, or an empty text."""
    act: str = ""
    """The last act of the player, as a word."""
    mark: str = ""
    """The position, such as D for the button."""
    folded: bool = False
    to_act: bool = False


def felt(
    seats: Sequence[SeatDrawing | None], board: Sequence[str | None] = (), message: str = ""
) -> str:
    """Return the table as SVG. None is a free seat. *message* stand below the board."""
    label = escape(_description(seats, board, message))
    parts = [
        f'<svg class="pm-felt" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="12" aria-label="{label}">'
        f'<rect x="80" y="58" width="420" height="214" rx="107" fill="#1f6b4a" stroke="#0f3d2a" '
        'stroke-width="6"/>'
    ]
    left = WIDTH / 2 - 17 * len(board)
    parts += [_card(left + 34 * place, 132, text) for place, text in enumerate(board)]
    parts.append(_text(WIDTH / 2, 196 if board else 168, message, "#fff", 13))
    for place, seat in enumerate(seats):
        angle = pi / 2 + 2 * pi * place / len(seats)
        across, down = cos(angle), sin(angle)
        x, y = WIDTH / 2 + 216 * across, HEIGHT / 2 + 122 * down
        parts.append(_free(x, y) if seat is None else _seat(seat, x, y))
        if seat is not None and seat.wager:
            wager_x, wager_y = WIDTH / 2 + 132 * across, HEIGHT / 2 + 4 + 62 * down
            parts.append(_text(wager_x, wager_y, f"● {seat.wager}", "#ffd66b", 12))
    return "".join([*parts, "</svg>"])


def _seat(seat: SeatDrawing, x: float, y: float) -> str:
    edge = ' stroke="#ffc83d" stroke-width="3"' if seat.to_act else ' stroke="#8a93a3"'
    faded = ' opacity=".45"' if seat.folded else ""
    parts = [
        f'<g{faded} transform="translate({x - 58:.0f} {y - 25:.0f})">'
        f'<rect width="116" height="50" rx="8" fill="#242a35"{edge}/>'
    ]
    width = 62 if seat.cards else 108
    name = seat.name if len(seat.name) <= width // 7 else f"{seat.name[: width // 7 - 1]}…"
    parts.append(_text(6, 16, name, "#fff", 12, "start"))
    parts.append(_text(6, 31, seat.stack, "#ffd66b", 12, "start"))
    parts.append(_text(6, 45, seat.act, "#b9c3d3", 11, "start"))
    parts += [_card(67 + 24 * n, 4, text, 0.74) for n, text in enumerate(seat.cards)]
    if seat.mark:
        parts.append(
            f'<rect x="{100 - 3 * len(seat.mark)}" y="40" width="{12 + 6 * len(seat.mark)}" '
            'height="16" rx="8" fill="#fff" stroke="#555"/>'
            + _text(106, 52, seat.mark, "#1b1b1f", 10)
        )
    return "".join([*parts, "</g>"])


def _free(x: float, y: float) -> str:
    return (
        f'<rect x="{x - 30:.0f}" y="{y - 14:.0f}" width="60" height="28" rx="8" fill="none" '
        'stroke="#8a93a3" stroke-dasharray="3 3"/>'
    )


def _card(x: float, y: float, text: str | None, scale: float = 1.0) -> str:
    symbol, ink, paper = "", "#fff", "#4a6a94"
    if text is not None:
        symbol, colour = SUITS[text[1]]
        symbol, ink, paper = text[0] + symbol, INK[colour], "#fff"
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({scale})"><rect width="31" height="40" '
        f'rx="4" fill="{paper}" stroke="#555"/>{_text(15.5, 26, symbol, ink, 16)}</g>'
    )


def _text(x: float, y: float, text: str, colour: str, size: int, anchor: str = "middle") -> str:
    if not text:
        return ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}" font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="600">{escape(text)}</text>'
    )


def _description(
    seats: Sequence[SeatDrawing | None], board: Sequence[str | None], text: str
) -> str:
    """Return the table in words, for those who cannot see the drawing."""
    players = [
        " ".join(
            filter(None, [seat.name, seat.stack, " ".join(c or "?" for c in seat.cards), seat.act])
        )
        for seat in seats
        if seat is not None
    ]
    return "; ".join(filter(None, [" ".join(c or "?" for c in board), text, *players]))
