"""Short stacks: before the flop they go all in or not at all."""

from __future__ import annotations

from pokermasa.rules import View

SHORT = 10.0
"""Big blinds. With less, a raise that is not all in leaves nothing to play with."""


def is_short(view: View, big_blinds: float) -> bool:
    return not view.board and big_blinds <= SHORT
