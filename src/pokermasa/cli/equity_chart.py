"""Draws equities: each class of a range, and the categories of the final hands."""

from pathlib import Path

from pokermasa.cli.canvas import INK, Canvas, canvas_for
from pokermasa.equity import Equity, Share
from pokermasa.strength.category import Category
from pokermasa.strength.hand_class import grid_classes

CELL = 30
GRID = 13 * CELL
MARGIN = 30
HEADING = 30
BAR = 9

# Colours that colour-blind people can distinguish (Okabe and Ito), followed by darker ones.
COLOURS = (
    *("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9"),
    *("#cc79a7", "#444444", "#8c564b", "#7a7a00", "#6a3d9a"),
)
NOTHING = "#eceff1"
PALE = "#607d8b"
# Colours of a low, an equal and a high share: blue, nearly white, orange.
LOSING, EQUAL, WINNING = (49, 104, 168), (247, 247, 240), (214, 96, 20)


def draw(result: Equity, path: Path) -> None:
    """Draws a grid for each player with several classes, and the hand categories of all players."""
    ranges = [
        (player, share) for player, share in enumerate(result.shares) if len(share.classes) > 1
    ]
    columns = min(2, max(1, len(ranges)))
    rows = -(-len(ranges) // columns)
    group = BAR * len(result.shares) + 8
    width = MARGIN + 2 * (GRID + MARGIN)
    grids = rows * (HEADING + GRID + MARGIN)
    height = HEADING + grids + 2 * HEADING + len(Category) * group + MARGIN
    sheet = canvas_for(path, width, height, title(result))
    sheet.text(MARGIN, HEADING / 2 + 4, title(result), 14)
    for place, (player, share) in enumerate(ranges):
        row, column = divmod(place, columns)
        left = MARGIN + column * (GRID + MARGIN)
        top = HEADING + row * (HEADING + GRID + MARGIN)
        _draw_grid(sheet, left, top, player, share, 1 / len(result.shares))
    _draw_categories(sheet, HEADING + grids, group, width - 2 * MARGIN, result)
    sheet.save(path)


def title(result: Equity) -> str:
    board = f" on {' '.join(map(str, result.board))}" if result.board else ""
    how = "exact" if result.exact else f"from {result.looked_at:,} samples"
    names = " v ".join(_short(share) for share in result.shares)
    return f"{names}{board}, {how}"


def _short(share: Share) -> str:
    text = str(share.range)
    return text if len(text) <= 24 else f"{text[:23]}…"


def _draw_grid(
    sheet: Canvas, left: float, top: float, player: int, share: Share, equal: float
) -> None:
    text = f"{_short(share)}: {share.equity:.1%}"
    sheet.text(left, top + HEADING / 2, text, 13, COLOURS[player])
    for row, classes in enumerate(grid_classes()):
        for column, hand_class in enumerate(classes):
            x, y = left + column * CELL, top + HEADING + row * CELL
            found = share.classes.get(hand_class)
            colour = shade(found.equity, equal) if found else NOTHING
            sheet.box(x, y, CELL - 1, CELL - 1, colour)
            ink = PALE if not found else "#ffffff" if found.equity < 0.4 * equal else INK
            middle = x + CELL / 2 - 0.5
            sheet.text(middle, y + 10, str(hand_class), 9.5, ink, "middle")
            if found:
                sheet.text(middle, y + 21, f"{100 * found.equity:.0f}", 9, ink, "middle")


def shade(equity: float, equal: float) -> str:
    """Return the colour for an equity: blue below the share *equal*, orange above it.

    >>> shade(0, equal=0.5), shade(0.5, equal=0.5), shade(1, equal=0.5)
    ('#3168a8', '#f7f7f0', '#d66014')
    """
    end, whole = (WINNING, 1 - equal) if equity > equal else (LOSING, equal)
    distance = abs(equity - equal) / whole
    mixed = [round(start + distance * (to - start)) for start, to in zip(EQUAL, end, strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def _draw_categories(sheet: Canvas, top: float, group: float, width: float, result: Equity) -> None:
    sheet.text(MARGIN, top + HEADING / 2, "How often a hand ends as", 13)
    for player, share in enumerate(result.shares):
        x = MARGIN + player % 5 * width / 5
        y = top + HEADING + player // 5 * 14
        sheet.box(x, y - 5, 10, 10, COLOURS[player])
        sheet.text(x + 14, y, f"{_short(share)}: {share.equity:.1%}", 10)
    left, most = MARGIN + 110, width - 110 - 60
    highest = max(max(share.categories.values()) for share in result.shares)
    for line, category in enumerate(reversed(Category)):
        y = top + 2 * HEADING + line * group
        middle = y + BAR * len(result.shares) / 2
        sheet.text(left - 8, middle, category.english, 11, anchor="end")
        for player, share in enumerate(result.shares):
            probability = share.categories[category]
            bar = most * probability / highest
            sheet.box(left, y + player * BAR, bar, BAR - 1, COLOURS[player])
            text = f"{probability:.2%}" if probability else "never"
            sheet.text(left + bar + 4, y + player * BAR + BAR / 2, text, 8, PALE)
