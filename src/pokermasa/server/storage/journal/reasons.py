"""Why bots acted as they did in one hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

HOUSE, OWN = "reasons", "own_reasons"
"""The names under which a stored hand has them."""
_NONE: Mapping[Any, Any] = {}


class Reasons(NamedTuple):
    """By the number of the act in its hand. Nobody is shown any before the hand is over."""

    house: Mapping[int, str] = _NONE
    """Of house bots: shown to those who saw the bot's cards."""
    own: Mapping[int, Mapping[int, str]] = _NONE
    """By stack, of players' own bots: shown to that player alone, since nobody moderates them."""

    def to_data(self) -> dict[str, Any]:
        """For the JSON of a stored hand; empty parts are left out."""
        parts = {HOUSE: dict(self.house), OWN: {stack: dict(of) for stack, of in self.own.items()}}
        return {name: part for name, part in parts.items() if part}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Reasons:
        return cls(
            {int(act): words for act, words in data.get(HOUSE, {}).items()},
            {
                int(stack): {int(act): words for act, words in of.items()}
                for stack, of in data.get(OWN, {}).items()
            },
        )
