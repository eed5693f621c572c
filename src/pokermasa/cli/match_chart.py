"""Draws a match: the winnings of each bot over time, with confidence bands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pokermasa.arena import CupResult, Interval, Result
from pokermasa.arena.interval import Sums
from pokermasa.cli.canvas import Canvas, canvas_for
from pokermasa.cli.equity_chart import COLOURS, PALE

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 80, 250, 84, 60
STEPS = 300
"""Maximum number of points of a line. More would not be visible."""
FEWEST = 5
"""Minimum number of blocks for a confidence band. With fewer blocks the band would cover the
picture."""
GRID, ZERO = "#e3e8ec", "#90a4ae"


class Curve(NamedTuple):
    name: str
    end: Interval
    points: list[tuple[int, Interval]]
    """Total winnings by number of hands."""


def draw_match(result: Result, path: Path) -> None:
    """Draws the winnings of each bot in big blinds with their confidence bands."""
    each = result.match.hands_a_deal
    curves = [
        # mbb/hand times the hands of a deal, summed up, is in thousandths of a big blind.
        curve(name, [net * result.scale for net in nets], sums.sizes, each, each / 1000)
        for name, nets, sums in zip(result.match.names, result.nets, result.sums, strict=True)
    ]
    title = " v ".join(result.match.names)
    subtitle = f"{result.match.terms.words} · {result.hands:,} hands · seed {result.match.seed}"
    draw(curves, path, (title, subtitle), ("hands", "big blinds won"), "mbb/hand")


def draw_cup(result: CupResult, path: Path) -> None:
    cup = result.cup
    each, buys = cup.players, bool(cup.structure.buy_in)
    curves = [
        curve(name, means, [1] * len(means), each, each / 100 if buys else each)
        for name, means in zip(cup.names, result.means, strict=True)
    ]
    title = " v ".join(cup.names)
    subtitle = f"{cup.structure.name} · {result.games:,} games · seed {cup.seed}"
    what = "buy-ins won" if buys else "points"
    draw(curves, path, (title, subtitle), ("games", what), "% a game" if buys else "points a game")


def curve(
    name: str, values: Sequence[float], sizes: Sequence[int], each: int, scale: float
) -> Curve:
    """Return the curve of the total of *values*, one for each deal of *each* hands, multiplied by
    *scale*. *sizes* are the deals in each block. The band follows from the variance of the blocks
    so far."""
    sums, points = Sums(), [(0, Interval(0, 0))]
    every = max(1, len(values) // STEPS)
    begun, won, half = 0, 0.0, 0.0
    for count, value in enumerate(values, start=1):
        won += value
        if count == begun + sizes[sums.count]:
            sums.add(sum(values[begun:count]), count - begun)
            begun, half = count, sums.interval.half if sums.count >= FEWEST else 0
        if count % every == 0 or count == len(values):
            points.append((count * each, Interval(won * scale, half * count * scale)))
    return Curve(name, sums.interval, points)


def draw(
    curves: Sequence[Curve], path: Path, heading: tuple[str, str], axes: tuple[str, str], unit: str
) -> None:
    sheet = canvas_for(path, WIDTH, HEIGHT, f"{heading[0]}, {heading[1]}")
    sheet.text(LEFT, 26, _short(heading[0], 70), 17)
    sheet.text(LEFT, 48, heading[1], 11, PALE)
    last = curves[0].points[-1][0]
    low = min([point.low for one in curves for _, point in one.points])
    high = max([point.high for one in curves for _, point in one.points])
    plot = _Plot(sheet, last, *_rounded(low, high))
    plot.axes(*axes)
    # The widest band is drawn first, below the others.
    order = sorted(range(len(curves)), key=lambda place: -curves[place].points[-1][1].half)
    for place in order:
        plot.band(curves[place], COLOURS[place])
    for place in order:
        plot.line(curves[place], COLOURS[place])
    plot.legend(curves, unit)
    sheet.save(path)


class _Plot:
    def __init__(self, sheet: Canvas, last: int, low: float, high: float) -> None:
        self._sheet, self._last, self._low, self._high = sheet, max(last, 1), low, high

    def at(self, hands: float, won: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * hands / self._last
        height = (won - self._low) / (self._high - self._low)
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height

    def axes(self, across: str, up: str) -> None:
        sheet = self._sheet
        for won in _ticks(self._low, self._high):
            start, end = self.at(0, won), self.at(self._last, won)
            sheet.line([start, end], ZERO if won == 0 else GRID)
            sheet.text(start[0] - 8, start[1], f"{won:+,.0f}" if won else "0", 10, PALE, "end")
        for hands in _ticks(0, self._last):
            x, y = self.at(hands, self._low)
            sheet.text(x, y + 16, f"{hands:,.0f}", 10, PALE, "middle")
        sheet.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, across, 11, PALE, "middle")
        sheet.text(LEFT, TOP - 12, up, 11, PALE)

    def band(self, curve: Curve, colour: str) -> None:
        upper = [self.at(hands, won.high) for hands, won in curve.points]
        lower = [self.at(hands, won.low) for hands, won in curve.points]
        self._sheet.area([*upper, *reversed(lower)], colour, 0.15)

    def line(self, curve: Curve, colour: str) -> None:
        self._sheet.line([self.at(hands, won.mean) for hands, won in curve.points], colour, 2)

    def legend(self, curves: Sequence[Curve], unit: str) -> None:
        """Writes each name at the end of its line. Names that would overlap are moved apart."""
        places = sorted(range(len(curves)), key=lambda i: -curves[i].points[-1][1].mean)
        heights = [self.at(0, curves[place].points[-1][1].mean)[1] for place in places]
        step, top, bottom = 34.0, TOP + 8.0, HEIGHT - BOTTOM - 22.0
        step = min(step, (bottom - top) / max(1, len(places) - 1))
        for n in range(len(heights)):
            heights[n] = max(heights[n], top if n == 0 else heights[n - 1] + step)
        for n in reversed(range(len(heights))):
            heights[n] = min(heights[n], bottom if n == len(heights) - 1 else heights[n + 1] - step)
        x = WIDTH - RIGHT + 14
        for place, y in zip(places, heights, strict=True):
            one = curves[place]
            self._sheet.text(x, y - 4, _short(one.name, 30), 12, COLOURS[place])
            mean, half = one.end
            text = f"{mean:+,.1f} ± {half:,.1f} {unit}" if math.isfinite(half) else "too few deals"
            self._sheet.text(x, y + 11, text, 10, PALE)


def _ticks(low: float, high: float) -> list[float]:
    """Return round values for the grid lines between *low* and *high*.

    >>> _ticks(0, 20_000), _ticks(-130, 420)
    ([0.0, 5000.0, 10000.0, 15000.0, 20000.0], [-100.0, 0.0, 100.0, 200.0, 300.0, 400.0])
    """
    step = _step(high - low)
    first = math.ceil(low / step - 1e-9)
    return [step * place + 0.0 for place in range(first, math.floor(high / step + 1e-9) + 1)]


def _step(width: float) -> float:
    power: float = 10 ** math.floor(math.log10(width / 6))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= width / 6)


def _rounded(low: float, high: float) -> tuple[float, float]:
    """Return the ends of the scale. The range is never empty, even if nobody won anything."""
    low, high = min(low, 0), max(high, 0)
    if high - low < 1e-9:
        return -1, 1
    room = 0.04 * (high - low)
    return low - room, high + room


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
