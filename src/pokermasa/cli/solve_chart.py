"""Draws a node of a solved game: the 13 × 13 starting hands, each split by its strategy."""

from pathlib import Path

from pokermasa.cli.canvas import INK, canvas_for
from pokermasa.cli.equity_chart import CELL, GRID, HEADING, MARGIN, NOTHING, PALE
from pokermasa.cli.solve_table import in_words, path_in_words
from pokermasa.cli.unit import CHIPS, Unit
from pokermasa.solve import Place
from pokermasa.solve.place import NAMES
from pokermasa.strength.hand_class import grid_classes

QUIET = {"FO": "#9dc3e6", "CH": "#8fd19e", "CA": "#8fd19e"}
WAGERS = ("#f6c667", "#ef8a52", "#d6503c", "#a23b72")


def draw(place: Place, path: Path, unit: Unit = CHIPS) -> None:
    title = f"{' '.join(map(str, place.board))}: {path_in_words(place, unit)}"
    acts = place.acts if place.player is not None else ()
    height = 2 * HEADING + GRID + MARGIN + 18 * len(acts)
    sheet = canvas_for(path, 2 * MARGIN + GRID, height, title)
    sheet.text(MARGIN, HEADING / 2 + 4, title, 13)
    if place.player is not None:
        wagers = iter((*WAGERS, *[WAGERS[-1]] * 50))
        paint = [QUIET.get(act) or next(wagers) for act in acts]
        rows = [place.by_class(place.player, played) for played in place.strategy]
        for line, classes in enumerate(grid_classes()):
            for column, name in enumerate(classes):
                x, y = MARGIN + column * CELL, float(HEADING + line * CELL)
                sheet.box(x, y, CELL - 1, CELL - 1, NOTHING)
                is_held = name in rows[0]
                left = float(x)
                for row, colour in zip(rows, paint, strict=True):
                    width = (CELL - 1) * row.get(name, 0.0)
                    if width > 0.05:
                        sheet.box(left, y, width, CELL - 1, colour)
                        left += width
                middle = x + CELL / 2 - 0.5
                sheet.text(middle, y + CELL / 2, str(name), 9.5, INK if is_held else PALE, "middle")
        for number, (act, frequency) in enumerate(place.frequencies.items()):
            y = HEADING + GRID + MARGIN / 2 + 18 * number
            sheet.box(MARGIN, y - 6, 12, 12, paint[number])
            text = f"{NAMES[place.player]} {in_words(act, place, unit)}: {frequency:.1%}"
            sheet.text(MARGIN + 18, y, text, 11)
    sheet.save(path)
