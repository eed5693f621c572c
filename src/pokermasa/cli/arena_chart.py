"""Draws a cross table: the ranking with confidence intervals and the result of each pair."""

from __future__ import annotations

from pathlib import Path

from pokermasa.arena import CrossTable
from pokermasa.cli.canvas import INK, Canvas, canvas_for
from pokermasa.cli.equity_chart import PALE, shade

CELL, ROW = 58, 30
LEFT, TOP, MARGIN = 170, 96, 30
RANKING = 300
"""Width of the bars of the ranking, in pixels."""


def draw(table: CrossTable, path: Path) -> None:
    ranked, contest = table.ranking, table.contest
    count = len(ranked)
    width = LEFT + RANKING + 90 + CELL * count + MARGIN
    sheet = canvas_for(path, width, TOP + ROW * count + MARGIN, "Round robin")
    sheet.text(MARGIN, 26, f"{count} bots, each against each", 17)
    text = f"{contest.terms.words} · {2 * contest.deals:,} hands a pair · seed {contest.seed}"
    sheet.text(MARGIN, 48, text, 11, PALE)
    _ranking(sheet, table)
    names = [row.name for row in ranked]
    highest = max([abs(table.interval(a, b).mean) for a in names for b in names if a != b]) or 1
    for row, name in enumerate(names):
        y = TOP + ROW * row
        for column, other in enumerate(names):
            x = LEFT + RANKING + 90 + CELL * column
            if row == 0:
                sheet.text(x + CELL / 2, TOP - 14, f"v {column + 1}", 10, PALE, "middle")
            if name == other:
                continue
            won = table.interval(name, other).mean
            brightness = (won / highest + 1) / 2
            sheet.box(x, y, CELL - 1, ROW - 1, shade(brightness, 0.5))
            ink = "#ffffff" if brightness < 0.2 else INK
            sheet.text(x + CELL / 2, y + ROW / 2, f"{won:+,.0f}", 10, ink, "middle")
    sheet.save(path)


def _ranking(sheet: Canvas, table: CrossTable) -> None:
    """Draws for each bot a point at the mean and a bar over the confidence interval."""
    ranked = table.ranking
    low = min([row.mbb.low for row in ranked])
    high = max([row.mbb.high for row in ranked])
    room = max(high - low, 1e-9)

    def at(won: float) -> float:
        return LEFT + 10 + (RANKING - 20) * (won - low) / room

    bottom = TOP + ROW * len(ranked)
    sheet.text(LEFT, TOP - 14, "mbb/hand against all others", 10, PALE)
    if low < 0 < high:
        sheet.line([(at(0), TOP - 4), (at(0), bottom)], "#b0bec5")
    for place, row in enumerate(ranked):
        y = TOP + ROW * place + ROW / 2
        colour = shade(1 if row.mbb.low > 0 else 0 if row.mbb.high < 0 else 0.5, 0.5)
        if row.mbb.low <= 0 <= row.mbb.high:
            colour = PALE
        name = row.name if len(row.name) <= 20 else f"{row.name[:19]}…"
        sheet.text(LEFT - 12, y, f"{place + 1}  {name}", 12, anchor="end")
        sheet.line([(at(row.mbb.low), y), (at(row.mbb.high), y)], colour, 3)
        sheet.box(at(row.mbb.mean) - 3, y - 6, 6, 12, colour)
        text = f"{row.mbb.mean:+,.0f} ± {row.mbb.half:,.0f}"
        sheet.text(LEFT + RANKING + 80, y, text, 10, PALE, "end")
