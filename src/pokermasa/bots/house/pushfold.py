"""Short stacks: before the flop they go all in or fold."""

from __future__ import annotations

from pokermasa.rules import View

SHORT = 10.0
"""Limit in big blinds. With a smaller stack, a raise that is not all in leaves too few chips to
play on."""


def is_short(view: View, big_blinds: float) -> bool:
    return not view.board and big_blinds <= SHORT
