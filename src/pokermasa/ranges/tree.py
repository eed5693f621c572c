"""The betting tree before the flop that the tables are trained on.

Amounts are big blinds. Seats are numbered in the order in which they act before the flop. With nine
seats these are UTG (0) to the button (6), the small blind (7) and the big blind (8). Heads-up, the
button (0) posts the small blind.

The tree has what people usually do, and leaves out the rest: limps except from the small blind,
further raise sizes, cold calls of a re-raise, and callers beyond one and the big blind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

FOLD, CALL, RAISE, JAM = "fold", "call", "raise", "all-in"
"""The acts. A check is a call of nothing."""
ACTS = (FOLD, CALL, RAISE, JAM)
_MOST_PLAYERS = 3
_COMMITTED = 0.4
"""A raise to at least this share of the stack is an all-in."""


class RaiseSizes(NamedTuple):
    """Raise sizes, in big blinds or as multiples of the amount that is raised."""

    open: float
    small_blind_open: float
    over_limp: float
    """The big blind's raise after a limp of the small blind."""
    three_bet: float
    """A re-raise in position, as a multiple of the raise. Each caller adds one raise."""
    three_bet_out: float
    """A re-raise out of position."""
    four_bet: float
    """A further raise, as a multiple of the last one."""
    open_jam: bool
    """Whether the first raise may be all-in."""
    re_jam: bool
    """Whether a re-raise may be all-in although there is a smaller size."""


_SIZES = {
    60: RaiseSizes(2.5, 3.0, 3.5, 3.2, 4.4, 2.3, False, False),
    30: RaiseSizes(2.2, 2.8, 3.2, 2.8, 3.5, 2.2, False, True),
    0: RaiseSizes(2.0, 2.5, 3.0, 2.5, 3.0, 2.2, True, True),
}
"""Sizes from a depth up."""


@dataclass(frozen=True)
class Spec:
    """A game before the flop: number of seats, starting stacks and antes."""

    seats: int
    depth: float
    ante: float = 0.0
    """The ante that the big blind posts for the table."""

    @property
    def name(self) -> str:
        ante = f" ante {self.ante:g}" if self.ante else ""
        return f"{self.seats} seats {self.depth:g} bb{ante}"

    @property
    def small_blind(self) -> int:
        return self.seats - 2 if self.seats > 2 else 0

    @property
    def big_blind(self) -> int:
        return self.seats - 1

    @property
    def sizes(self) -> RaiseSizes:
        return next(sizes for least, sizes in _SIZES.items() if self.depth >= least)

    def place(self, seat: int) -> int:
        """Return when a seat acts after the flop: 0 acts first."""
        return self.big_blind - seat if self.seats == 2 else (seat - self.small_blind) % self.seats

    def position(self, seat: int) -> str:
        """Return the name of a seat.

        >>> [Spec(9, 100).position(seat) for seat in range(9)]
        ['UTG', 'UTG+1', 'UTG+2', 'LJ', 'HJ', 'CO', 'BTN', 'SB', 'BB']
        """
        if self.seats == 2:
            return ("BTN", "BB")[seat]
        return POSITIONS[seat + len(POSITIONS) - self.seats]


POSITIONS = ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB")


@dataclass(frozen=True)
class BettingState:
    """A state of the betting. The next player to act is `turn`; None means that it is over."""

    spec: Spec
    wagers: tuple[float, ...]
    folded: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()
    """Seats that have acted since the last raise."""
    entered: frozenset[int] = frozenset()
    """Seats that have put chips in voluntarily, or checked."""
    raises: int = 0
    last_raiser: int | None = None
    turn: int | None = 0

    @classmethod
    def start(cls, spec: Spec) -> BettingState:
        wagers = [0.0] * spec.seats
        wagers[spec.small_blind], wagers[spec.big_blind] = 0.5, 1.0
        return cls(spec, tuple(wagers))

    @property
    def price(self) -> float:
        return max(self.wagers)

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.spec.seats) if seat not in self.folded)

    @property
    def pot(self) -> float:
        return sum(self.wagers) + self.spec.ante

    @property
    def is_all_in(self) -> bool:
        """Whether the highest wager is the whole stack."""
        return self.price >= self.spec.depth

    def acts(self) -> dict[str, float]:
        """Return the possible acts, each with the amount that the player's wager becomes."""
        turn = self.turn
        assert turn is not None
        spec, sizes, price = self.spec, self.spec.sizes, self.price
        found: dict[str, float] = {}
        if price > self.wagers[turn]:
            found[FOLD] = self.wagers[turn]
        if self._may_call(turn):
            found[CALL] = price
        if self.is_all_in or self._is_third(turn):
            return found
        match self.raises:
            case 0 if turn == spec.big_blind:
                to = sizes.over_limp
            case 0:
                to = sizes.small_blind_open if turn == spec.small_blind else sizes.open
                to = sizes.open if spec.seats == 2 else to
            case 1:
                assert self.last_raiser is not None
                in_position = spec.place(turn) > spec.place(self.last_raiser)
                callers = len(self._others(turn) - {self.last_raiser})
                times = sizes.three_bet if in_position else sizes.three_bet_out
                to = price * (times + callers)
            case _:
                to = price * sizes.four_bet
        is_small = to < _COMMITTED * spec.depth
        if is_small:
            found[RAISE] = round(to, 2)
        jams = (sizes.open_jam, sizes.re_jam, False)[min(self.raises, 2)]
        if not is_small or jams:
            found[JAM] = spec.depth
        return found

    def _is_third(self, turn: int) -> bool:
        """Whether two other players compete for the pot with a re-raise or a call of it."""
        return self.raises > 1 and turn not in self.entered and len(self._others(turn)) > 2

    def _others(self, turn: int) -> frozenset[int]:
        return self.entered - self.folded - {turn}

    def _may_call(self, turn: int) -> bool:
        spec, others = self.spec, len(self._others(turn))
        if self.raises == 0:
            return turn in (spec.small_blind, spec.big_blind)
        if turn in self.entered:
            return True
        if self.raises > 1:
            return self.is_all_in and others < _MOST_PLAYERS
        return others == 1 or (others == 2 and turn == spec.big_blind)

    def after(self, act: str) -> BettingState:
        """Return the state after an act of `turn`."""
        turn = self.turn
        assert turn is not None
        to = self.acts()[act]
        wagers = (*self.wagers[:turn], to, *self.wagers[turn + 1 :])
        if act == FOLD:
            state = replace(self, folded=self.folded | {turn}, acted=self.acted | {turn})
        elif act == CALL:
            state = replace(
                self, wagers=wagers, acted=self.acted | {turn}, entered=self.entered | {turn}
            )
        else:
            state = replace(
                self,
                wagers=wagers,
                acted=frozenset({turn}),
                entered=self.entered | {turn},
                raises=self.raises + 1,
                last_raiser=turn,
            )
        return replace(state, turn=state._next(turn))

    def _next(self, turn: int) -> int | None:
        if len(self.live) == 1:
            return None
        for step in range(1, self.spec.seats):
            seat = (turn + step) % self.spec.seats
            if seat not in self.folded and seat not in self.acted:
                return seat
        return None


@dataclass(slots=True)
class Node:
    """A node of the tree. Each node but the root is an act of its parent."""

    number: int
    state: BettingState
    parent: Node | None = None
    act: str = ""
    children: dict[str, Node] = field(default_factory=dict)

    @property
    def path(self) -> tuple[str, ...]:
        return () if self.parent is None else (*self.parent.path, self.act)


def build(spec: Spec) -> list[Node]:
    """Return all nodes of the tree, parents first. The order is part of the table file."""
    return list(_below(BettingState.start(spec)))


def _below(state: BettingState) -> Iterator[Node]:
    root = Node(0, state)
    waiting, count = [root], 1
    while waiting:
        node = waiting.pop(0)
        yield node
        if node.state.turn is not None:
            for act in node.state.acts():
                child = Node(count, node.state.after(act), node, act)
                count += 1
                node.children[act] = child
                waiting.append(child)
