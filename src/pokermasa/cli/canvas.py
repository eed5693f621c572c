"""Draws rectangles, lines and text, and saves them as SVG, or as PNG if Pillow is installed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from pokermasa.cli.hand_file import STANDARD, writing

Anchor = Literal["start", "middle", "end"]
Points = Sequence[tuple[float, float]]

INK = "#1f2933"


class NoPicture(ValueError):
    """Raised if a picture cannot be written in this format."""


class Canvas(Protocol):
    """A drawing area. Coordinates are in pixels from the top left. The y of a text is its middle
    line."""

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None: ...

    def line(self, points: Points, colour: str, width: float = 1) -> None: ...

    def area(self, points: Points, colour: str, share: float = 1) -> None:
        """Fills a polygon with the opacity *share*."""

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = INK,
        anchor: Anchor = "start",
    ) -> None: ...

    def save(self, path: Path) -> None: ...


def canvas_for(path: Path, width: int, height: int, title: str) -> Canvas:
    """Return a white canvas in the format of *path*. The path `-` means SVG on standard output."""
    if path == STANDARD:
        return Svg(width, height, title)
    match path.suffix.lower():
        case ".svg":
            return Svg(width, height, title)
        case ".png":
            return Png(width, height)
        case other:
            raise NoPicture(f"{path}: a picture ends in .svg or .png, not in {other or 'nothing'}")


class Svg:
    """A canvas that is saved as SVG.

    >>> sheet = Svg(20, 10, "A sheet")
    >>> sheet.text(1, 5, "K & Q")
    >>> print(str(sheet).splitlines()[-2])
    <text x="1" y="5" font-size="12" fill="#1f2933" text-anchor="start">K &amp; Q</text>
    """

    def __init__(self, width: int, height: int, title: str) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            'font-family="system-ui, sans-serif" dominant-baseline="central">',
            f"<title>{escape(title)}</title>",
        ]
        self.box(0, 0, width, height, "#ffffff")

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self._lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'
        )

    def line(self, points: Points, colour: str, width: float = 1) -> None:
        self._lines.append(
            f'<polyline points="{_listed(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:g}" stroke-linejoin="round"/>'
        )

    def area(self, points: Points, colour: str, share: float = 1) -> None:
        self._lines.append(
            f'<polygon points="{_listed(points)}" fill="{colour}" fill-opacity="{share:g}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = INK,
        anchor: Anchor = "start",
    ) -> None:
        self._lines.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" '
            f'text-anchor="{anchor}">{escape(text)}</text>'
        )

    def __str__(self) -> str:
        return "\n".join([*self._lines, "</svg>"])

    def save(self, path: Path) -> None:
        with writing(path) as file:
            file.write(f"{self}\n")


def _listed(points: Points) -> str:
    return " ".join([f"{x:.1f},{y:.1f}" for x, y in points])


class Png:
    """A canvas that is saved as PNG at twice the resolution, for sharp text."""

    def __init__(self, width: int, height: int) -> None:
        try:
            image, draw, self._font = (
                import_module(f"PIL.{name}") for name in ("Image", "ImageDraw", "ImageFont")
            )
        except ImportError:
            raise NoPicture(
                "PNG needs Pillow: pip install 'pokermasa[plot]'; SVG needs nothing"
            ) from None
        self._image: Any = image.new("RGB", (2 * width, 2 * height), "#ffffff")
        self._draw: Any = draw.Draw(self._image, "RGBA")

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        if width > 0 and height > 0:
            ends = (2 * x, 2 * y, max(2 * x, 2 * (x + width) - 1), 2 * (y + height) - 1)
            self._draw.rectangle(ends, fill=colour)

    def line(self, points: Points, colour: str, width: float = 1) -> None:
        ends = [(2 * x, 2 * y) for x, y in points]
        self._draw.line(ends, fill=colour, width=round(2 * width), joint="curve")

    def area(self, points: Points, colour: str, share: float = 1) -> None:
        fill = f"{colour}{round(255 * share):02x}"
        self._draw.polygon([(2 * x, 2 * y) for x, y in points], fill=fill)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = INK,
        anchor: Anchor = "start",
    ) -> None:
        font = self._font.load_default(2 * size)
        corner = {"start": "lm", "middle": "mm", "end": "rm"}[anchor]
        self._draw.text((2 * x, 2 * y), text, fill=colour, font=font, anchor=corner)

    def save(self, path: Path) -> None:
        self._image.save(path, format="PNG", optimize=True)
