"""Explanations that bots gave for their acts in one hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

HOUSE, OWN = "reasons", "own_reasons"
"""Keys of the two kinds of explanations in a stored hand."""
_NONE: Mapping[Any, Any] = {}


class Reasons(NamedTuple):
    """Explanations by the number of the act in the hand. They are not shown before the hand is
    over."""

    house: Mapping[int, str] = _NONE
    """Explanations of house bots, shown to viewers who saw the bot's cards."""
    own: Mapping[int, Mapping[int, str]] = _NONE
    """Explanations of players' own bots, by stack index. Each is shown to that player only,
    because nobody moderates these texts."""

    def to_data(self) -> dict[str, Any]:
        """Return the data for the stored hand. Empty parts are left out."""
        parts = {HOUSE: dict(self.house), OWN: {stack: dict(of) for stack, of in self.own.items()}}
        return {name: part for name, part in parts.items() if part}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Reasons:
        return cls(
            {int(act): text for act, text in data.get(HOUSE, {}).items()},
            {
                int(stack): {int(act): text for act, text in of.items()}
                for stack, of in data.get(OWN, {}).items()
            },
        )
