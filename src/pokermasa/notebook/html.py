"""Cards, tables, grids and steps as HTML, for `_repr_html_`.

The HTML needs no script and no other file. It works on light and on dark pages without knowing
which one it is on: text has the colour of the page, and backgrounds are translucent. Cards are
white, as in the hand. All texts that come from callers are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

SUITS = {"c": ("♣", "g"), "d": ("♦", "b"), "h": ("♥", "r"), "s": ("♠", "k")}
"""Symbol and CSS class of each suit."""
CALM, GOOD, WARM = "rgba(64,132,214,.55)", "rgba(52,160,92,.6)", "rgba(222,140,30,.6)"
REDS = ("rgba(226,92,80,.55)", "rgba(208,52,60,.65)", "rgba(168,28,60,.75)", "rgba(120,16,72,.8)")

_STYLE = """<style>
.pm{font:13px/1.45 system-ui,sans-serif;color:inherit;overflow-x:auto}
.pm p{margin:.3em 0}
.pm-c{display:inline-block;min-width:1.5em;margin:0 1px;padding:0 2px;border:1px solid #8888;
border-radius:4px;background:#fff;text-align:center;font-weight:600;white-space:nowrap}
.pm-k{color:#1b1b1f}.pm-r{color:#c4161c}.pm-b{color:#0b57b8}.pm-g{color:#12733a}
.pm-x{color:#fff;background:#4a6a94}
.pm.pm table{border-collapse:collapse;margin:.3em 0;font-size:inherit;color:inherit}
.pm.pm td,.pm.pm th{padding:2px 10px;text-align:left;border:0;border-bottom:1px solid #8885;
background:none;white-space:nowrap}
.pm.pm td.n,.pm.pm th.n{text-align:right;font-variant-numeric:tabular-nums}
.pm-bar{display:inline-block;width:120px;height:.8em;border:1px solid #8885;border-radius:2px;
background-origin:border-box}
.pm-grids{display:flex;flex-wrap:wrap;gap:1.2em}
.pm-13{display:grid;grid-template-columns:repeat(13,2.7em);gap:1px}
.pm-13 i{font:600 10px/2.3 system-ui,sans-serif;text-align:center;border:1px solid #8885;
border-radius:2px;background-origin:border-box}
.pm-13 .o{opacity:.4;font-weight:400}
.pm-key span{display:inline-block;margin-right:1em}
.pm-key i{display:inline-block;width:.9em;height:.9em;margin-right:.4em;border:1px solid #8885;
border-radius:2px;vertical-align:-1px}
.pm-steps{display:grid;grid-template-columns:minmax(14em,20em) minmax(420px,580px);
column-gap:1em;max-height:36em;overflow-y:auto}
.pm-steps label{grid-column:1;padding:1px 6px;border-radius:3px;cursor:pointer}
.pm-steps label:has(:checked){background:#8883}
.pm-steps input{margin:0 .5em 0 0;vertical-align:-1px}
.pm-steps>div{grid-column:2;grid-row:1/span 999;align-self:start;position:sticky;top:0;
visibility:hidden}
.pm-steps label:has(:checked)+div{visibility:visible}
.pm.pm svg.pm-felt{width:100%;max-width:560px;min-width:420px}
</style>"""


def page(*parts: str) -> str:
    """Return one output of a notebook that consists of these parts."""
    return f'{_STYLE}<div class="pm">{"".join(parts)}</div>'


def line(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def card(text: str | None) -> str:
    """Return a card such as "As". None is a card face down.

    >>> card("As")
    '<span class="pm-c pm-k">A♠</span>'
    """
    if text is None:
        return '<span class="pm-c pm-x">?</span>'
    symbol, colour = SUITS[text[1]]
    return f'<span class="pm-c pm-{colour}">{text[0]}{symbol}</span>'


def cards(texts: Iterable[str | None]) -> str:
    return f"<span>{''.join(map(card, texts))}</span>"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table. Numbers stand on the right, and `Markup` is not escaped."""
    body = [[_cell(value) for value in row] for row in rows]
    numeric = [
        bool(body)
        and all(cell.startswith('<td class="n"') or cell == "<td></td>" for cell in cells)
        for cells in (zip(*body, strict=True) if body else ((),) * len(columns))
    ]
    marks = [' class="n"' if right else "" for right in numeric]
    head = "".join(
        f"<th{mark}>{escape(name)}</th>" for name, mark in zip(columns, marks, strict=True)
    )
    lines = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, Markup):
        return f"<td>{value}</td>"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f'<td class="n">{value:,}</td>'
    text = escape(str(value))
    return f'<td class="n">{text}</td>' if _NUMBER.fullmatch(text) else f"<td>{text}</td>"


_NUMBER = re.compile(r"[+-]?[\d.,]+ ?%?( (±|to) [+-]?[\d.,]+ ?%?)?")
"""Texts that are aligned to the right in a table."""


def bar(share: float, colour: str = GOOD) -> Markup:
    """Return a bar that is filled to *share*, from 0 to 1."""
    return Markup(f'<span class="pm-bar" style="background:{_filled([(colour, share)])}"></span>')


class Cell(NamedTuple):
    """One of the 169 classes of hands in a grid."""

    name: str
    parts: Sequence[tuple[str, float]]
    """Colours from left to right, each with its share of the cell. The rest stays empty."""
    hint: str = ""
    """The text that appears under the mouse."""


def grid(rows: Iterable[Iterable[Cell]]) -> str:
    """Return the 13 × 13 grid of hand classes."""
    return f'<div class="pm-13">{"".join(_in_grid(cell) for row in rows for cell in row)}</div>'


def _in_grid(cell: Cell) -> str:
    parts = [(colour, share) for colour, share in cell.parts if share >= 0.005]
    hint = f' title="{escape(cell.hint)}"' if cell.hint else ""
    if not parts:
        return f'<i class="o"{hint}>{escape(cell.name)}</i>'
    return f'<i style="background:{_filled(parts)}"{hint}>{escape(cell.name)}</i>'


def _filled(parts: Sequence[tuple[str, float]]) -> str:
    stops, end = [], 0.0
    for colour, share in parts:
        begin, end = end, min(100.0, end + 100 * share)
        stops.append(f"{colour} {begin:.3g}% {end:.3g}%")
    return f"linear-gradient(90deg,{','.join(stops)},transparent {end:.3g}%)"


def beside(*parts: str) -> str:
    """Return parts that stand beside each other where the page is wide enough."""
    return f'<div class="pm-grids">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def legend(names: Iterable[tuple[str, str]]) -> str:
    """Return what each colour means, as pairs of colour and words."""
    keys = [
        f'<span><i style="background:{colour}"></i>{escape(name)}</span>' for colour, name in names
    ]
    return f'<p class="pm-key">{"".join(keys)}</p>'


def act_colours(acts: Sequence[str]) -> dict[str, str]:
    """Return a colour for each act in Uci: blue folds, green checks and calls, red raises.

    >>> list(act_colours(["FO", "CA", "RR20"]).values()) == [CALM, GOOD, REDS[0]]
    True
    """
    colours = {"FO": CALM, "CH": GOOD, "CA": GOOD}
    raises = [act for act in acts if act not in colours]
    return {
        act: colours.get(act) or REDS[raises.index(act) * len(REDS) // max(len(raises), 1)]
        for act in acts
    }


def act_words(act: str) -> str:
    """Return an act in Uci as words.

    >>> act_words("RR90"), act_words("CH")
    ('RR90 (to 90)', 'CH (check)')
    """
    names = {"FO": "fold", "CH": "check", "CA": "call", "AA": "all in"}.get(act)
    return f"{act} ({names or f'to {act[2:]}'})"


def steps(moments: Sequence[tuple[str, str]]) -> str:
    """Return a list of moments, of which the first is shown, as pairs of words and HTML.

    A click or the arrow keys choose another moment. The radio buttons are in a form of their own,
    so that the same name in another output of the page does not belong to them. The method
    "dialog" makes the form go nowhere.
    """
    rows = [
        f'<label><input type="radio" name="at"{"" if place else " checked"}>{escape(text)}'
        f"</label><div>{picture}</div>"
        for place, (text, picture) in enumerate(moments)
    ]
    return f'<form method="dialog" class="pm-steps">{"".join(rows)}</form>'


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "hand"), count(1200, "player")
    ('1 hand', '1,200 players')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def shortened(text: str, most: int = 120) -> str:
    """Return one line of at most *most* characters, which ends with > if *text* began with <.

    >>> shortened("<Range: " + "AhKh, " * 40 + ">", 30)
    '<Range: AhKh, AhKh, AhKh, Ah…>'
    """
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    end = "…>" if line.startswith("<") else "…"
    return line[: most - len(end)] + end
