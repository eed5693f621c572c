"""What the workers do: functions of plain values, whose answers are JSON.

What they need is imported when they are first asked, so that the room itself loads none of it.
"""

from __future__ import annotations

import json
from typing import Any

from pokermasa.histories.history import History
from pokermasa.rules import StackIndex


def analysed(history: History, viewer: StackIndex | None, seen: frozenset[StackIndex]) -> bytes:
    """Of every decision whose player's cards the reader saw."""
    from pokermasa.study import analyse, analysis_data

    analysis = analyse(history, viewer, decisions=seen)
    return json.dumps(analysis_data(analysis), separators=(",", ":")).encode()


def equities(
    hands: list[str], board: str, dead: str, exact: bool | None, precision: float | None
) -> dict[str, Any]:
    """Or `{"refused": words}` for a question without an answer."""
    from pokermasa.equity import equity

    try:
        found = equity(hands, board, dead, exact=exact, precision=precision, threads=1)
    except ValueError as error:
        return {"refused": str(error)}
    return {
        "exact": found.exact,
        "looked_at": found.looked_at,
        "shares": [
            {
                "range": str(share.range),
                "percent": round(share.range.percent, 2),
                "equity": round(share.equity, 6),
                "win": round(share.win, 6),
                "tie": round(share.tie, 6),
                "low": round(share.interval[0], 6),
                "high": round(share.interval[1], 6),
                "grid": [
                    [None if cell is None else round(cell, 4) for cell in row] for row in share.grid
                ],
            }
            for share in found.shares
        ],
    }


def ranges(text: str) -> dict[str, Any]:
    """A range as it was written, read: its shortest form and its grid."""
    from pokermasa.strength.range import Range, RangeError

    try:
        found = Range.read(text)
    except RangeError as error:
        return {"refused": str(error)}
    return {
        "text": str(found),
        "percent": round(found.percent, 2),
        "combos": len(found),
        "grid": [[round(weight, 4) for weight in row] for row in found.grid],
    }
