"""Charts: the acts of a position in a usual situation before the flop, by starting hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.ranges.reading import DecisionSpot, as_range, find
from pokermasa.ranges.table import CLASSES, GameTable, nearest
from pokermasa.ranges.tree import POSITIONS, Node, Spec
from pokermasa.rules.refusal import in_short
from pokermasa.strength.range import Range


class ChartError(ValueError):
    """Raised for a situation that cannot be. The message says what would have been right."""


class Chart(NamedTuple):
    """The strategy at one decision of the tables."""

    table: GameTable
    node: Node
    acts: dict[str, Floats]
    """Frequency of each act for each of the 169 classes, in the order of `grid_classes`."""
    arriving: Floats
    """Weight of each class when the player comes to this decision, from 0 to 1."""

    @property
    def title(self) -> str:
        """The situation in words."""
        spec, state = self.table.spec, self.node.state
        assert state.turn is not None
        me = spec.position(state.turn)
        if state.last_raiser is None:
            return f"{me} if all before have folded"
        return f"{me} against a raise of {spec.position(state.last_raiser)} to {state.price:g}"

    def percent(self, act: str) -> float:
        """Return how often an act is taken, in per cent of the hands that come here."""
        counts = np.bincount(combos().hand_class, minlength=CLASSES) * self.arriving
        return float(100 * (counts @ self._shares(act)) / counts.sum())

    def range(self, act: str) -> Range:
        """Return the hands that take an act, with their weights since the beginning of the hand."""
        return as_range(self._shares(act) * self.arriving)

    def _shares(self, act: str) -> Floats:
        if act not in list(self.acts):
            raise ChartError(f"an act is one of {', '.join(self.acts)}, not {in_short(act)}")
        return self.acts[act]


def chart(
    position: str,
    vs: str | None = None,
    *,
    raises: int | None = None,
    players: int = 6,
    depth: float = 100.0,
) -> Chart:
    """Return what a position does if all before it have folded, or against the raise of *vs*.

    Without *raises*, an opponent who acts before the player has raised once, and one who acts later
    has re-raised. *depth* is in big blinds; the nearest table is used. Raises `ChartError`.
    """
    if type(players) is not int or not 2 <= players <= 9:
        raise ChartError(f"2 to 9 players, not {in_short(players)}")
    if not isinstance(depth, int | float) or not depth > 0:
        raise ChartError(f"the depth is a number of big blinds above 0, not {in_short(depth)}")
    table = nearest(players, depth)
    me = _seat(table.spec, position, players)
    if vs is None:
        if raises:
            raise ChartError("give the player who raised: vs")
        if me == table.spec.big_blind:
            raise ChartError(
                "the big blind acts after a raise: give the player who raised, with vs"
            )
        return _at(table, DecisionSpot(me, 0, -1, False, 0, 1.0))
    other = _seat(table.spec, vs, players)
    if me == other:
        raise ChartError(f"{position} cannot play against itself")
    number = raises if raises is not None else 1 if other < me else 2
    if not 1 <= number <= 4:
        raise ChartError(f"1 to 4 raises, not {number}")
    # The two raise in turn, the one who acts first before the flop first.
    if (number % 2 == 1) != (other < me):
        first = vs if other < me else position
        raise ChartError(
            f"{first} acts first, so it is not {position}'s turn after {number} raises"
        )
    spot = DecisionSpot(me, number, other, number > 1, 1, 1.0)
    return _at(table, spot)


def _seat(spec: Spec, position: str, players: int) -> int:
    name = str(position).upper()
    known = [spec.position(seat) for seat in range(spec.seats)]
    if spec.seats == 2:
        known, name = ["BTN", "BB"], "BTN" if name == "SB" else name
    elif name.startswith("UTG") and name in POSITIONS:
        seat = spec.seats - players + POSITIONS.index(name)
        if POSITIONS[seat : seat + 1] != ("BTN",) and seat < spec.seats - 3:
            return seat
    first = spec.seats - players if spec.seats > 2 else 0
    if name not in known or known.index(name) < first:
        listed = ", ".join(["UTG"] * (players > 3) + known[first:])
        raise ChartError(f"{position!r} is no position of {players} players: {listed}")
    return known.index(name)


def _at(table: GameTable, spot: DecisionSpot) -> Chart:
    node = find(table, spot, None).node
    acts = {act: table.frequency(child) for act, child in node.children.items()}
    arriving = np.ones(CLASSES)
    child = node
    while child.parent is not None:
        if child.parent.state.turn == node.state.turn:
            arriving = arriving * table.frequency(child)
        child = child.parent
    return Chart(table, node, acts, arriving)
