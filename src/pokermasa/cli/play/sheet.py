"""A grid of character cells, each with its own colours."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from pokermasa.cards import Card
from pokermasa.cards.card import RANK_LETTERS, SUIT_SYMBOLS

# The table sets all colours, including the background, so that it looks the same on dark and light
# terminals. No information is given by colour alone.
FLOOR = "#15221d"
RAIL = "#4b3526"
FELT = "#14513d"
PLACE = "#0e2f25"
TURN = "#2a7558"
INK = "#eef4ef"
FAINT = "#93b5a6"
GOLD = "#ffd166"
WIN = "#9be564"
CARD, FOLDED_CARD = "#fbfaf3", "#a9aca4"
SUITS = ("#0b6b2b", "#1747b8", "#c1121f", "#14181c")  # clubs, diamonds, hearts, spades
BACK, BACK_INK = "#74243f", "#c78ba1"


class Sheet:
    """A grid of character cells to draw on.

    >>> sheet = Sheet(6, 1)
    >>> sheet.write(1, 0, "ace")
    >>> "".join(segment.text for segment in sheet.row(0))
    ' ace  '
    """

    def __init__(self, width: int, height: int, background: str = FLOOR) -> None:
        self.width, self.height = width, height
        blank = (" ", Style(color=INK, bgcolor=background))
        self.cells = [[blank] * width for _ in range(height)]

    def write(
        self,
        x: int,
        y: int,
        text: str,
        colour: str = INK,
        on: str | None = None,
        bold: bool = False,
    ) -> None:
        """Writes text. Parts outside the sheet are not drawn."""
        if not 0 <= y < self.height:
            return
        for place, letter in enumerate(text, start=x):
            if 0 <= place < self.width:
                background = on or self.cells[y][place][1].bgcolor
                style = Style(color=colour, bgcolor=background, bold=bold)
                self.cells[y][place] = letter, style

    def centre(
        self, x: int, width: int, y: int, text: str, colour: str = INK, bold: bool = False
    ) -> None:
        text = text[:width]
        self.write(x + (width - len(text)) // 2, y, text, colour, bold=bold)

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        for row in range(y, y + height):
            self.write(x, row, " " * width, on=colour)

    def oval(self, inside: str, rim: str) -> None:
        """Draws an oval as large as the sheet, with a rim."""
        middle, centre = (self.height - 1) / 2, (self.width - 1) / 2
        for y in range(self.height):
            for radius, colour in ((1.0, rim), (0.93, inside)):
                reach = 1 - abs((y - middle) / (radius * (middle + 0.5))) ** 3
                if reach > 0:
                    half = int(radius * (centre + 0.5) * reach ** (1 / 3))
                    left = round(centre - half)
                    self.write(left, y, " " * (self.width - 2 * left), on=colour)

    def row(self, y: int) -> list[Segment]:
        segments: list[Segment] = []
        for letter, style in self.cells[y]:
            if segments and segments[-1].style == style:
                segments[-1] = Segment(segments[-1].text + letter, style)
            else:
                segments.append(Segment(letter, style))
        return segments

    # Cards

    def small_card(self, x: int, y: int, card: Card | None) -> None:
        """Draws a card four cells wide."""
        if card is None:
            self.write(x, y, "░░░░", BACK_INK, BACK)
        else:
            self.write(x, y, f" {card.pretty} ", SUITS[card.suit], CARD, bold=True)

    def large_card(self, x: int, y: int, card: Card | None, height: int, paper: str = CARD) -> None:
        """Draws a card of height 3 and width 5, or of height 5 and width 7."""
        width = height + 2
        if card is None:
            self.fill(x, y, width, height, PLACE)
            return
        rank, suit, colour = RANK_LETTERS[card.rank - 2], SUIT_SYMBOLS[card.suit], SUITS[card.suit]
        self.fill(x, y, width, height, paper)
        if height == 3:
            self.write(x, y, f" {rank}{suit}", colour, paper, bold=True)
            self.write(x + 2, y + 1, suit, colour, paper, bold=True)
            self.write(x + 2, y + 2, f"{suit}{rank}", colour, paper, bold=True)
        else:
            self.write(x + 1, y, rank, colour, paper, bold=True)
            self.write(x + 1, y + 1, suit, colour, paper)
            self.write(x + 3, y + 2, suit, colour, paper, bold=True)
            self.write(x + 5, y + 3, suit, colour, paper)
            self.write(x + 5, y + 4, rank, colour, paper, bold=True)
