"""The amount of the next raise: typed, chosen with a key, or half the pot by default."""

from __future__ import annotations

from pokermasa.cli.play.sizing import Sizing
from pokermasa.rules import Chips

_MOST_DIGITS = 15


class Amount:
    def __init__(self) -> None:
        self.chosen: Chips | None = None
        self.typed = ""

    @property
    def is_named(self) -> bool:
        return self.chosen is not None or bool(self.typed)

    def wanted(self, sizing: Sizing) -> Chips:
        if self.typed:
            return int(self.typed)
        return sizing.share(1 / 2) if self.chosen is None else self.chosen

    def choose(self, amount: Chips) -> None:
        self.chosen, self.typed = amount, ""

    def type(self, digit: str) -> None:
        """Adds a digit. An empty string removes the last one."""
        self.typed = (self.typed + digit if digit else self.typed[:-1])[:_MOST_DIGITS]

    def clear(self) -> None:
        self.chosen, self.typed = None, ""
