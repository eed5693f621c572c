"""Names of positions at the table, such as UTG (first to act) and CO (right of the button)."""

from __future__ import annotations

from functools import cache

from pokermasa.histories.history import History
from pokermasa.rules.chips import StackIndex, clockwise

POSITIONS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB")
_LATE = ("LJ", "HJ", "CO", "BTN")
STEALING = ("CO", "BTN", "SB")


def positions(history: History) -> tuple[str, ...]:
    """Return the position of each stack. With two players, the button is BTN, not SB."""
    return positions_around(history.button, history.players)


def positions_around(button: StackIndex, players: int) -> tuple[str, ...]:
    """Return the position of each stack at a table with *players* players."""
    order = clockwise(button, players)
    names = _around(players)
    found = [""] * players
    for index, name in zip(order, names, strict=True):
        found[index] = name
    return tuple(found)


@cache
def _around(players: int) -> tuple[str, ...]:
    """Return the positions in order, beginning at the left of the button.

    >>> _around(2), _around(3), _around(6)
    (('BB', 'BTN'), ('SB', 'BB', 'BTN'), ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN'))
    >>> _around(9)
    ('SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'LJ', 'HJ', 'CO', 'BTN')
    """
    if players == 2:
        return ("BB", "BTN")
    others = players - 2
    late = _LATE[-min(others, 3 if others < 5 else 4) :]
    return ("SB", "BB", *POSITIONS[: others - len(late)], *late)
