"""Evaluates one decision of a real hand with the solver.

`advise` is made for the study page: it is limited in time and memory, and its result consists of
plain values that can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pokermasa.cards import CardsLike
from pokermasa.notation import uci
from pokermasa.rules import Fold, PlayerAct, Situation
from pokermasa.solve.place import NAMES, Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import SOLVED
from pokermasa.solve.solving import begin
from pokermasa.solve.subgame import Subgame
from pokermasa.solve.validation import RangeLike
from pokermasa.strength.hand_class import Combo

MEMORY = 300_000_000
"""Default memory limit of `advise`, in bytes."""
_TREES: tuple[dict[str, Any], ...] = (
    {"bets": "33%, 75%, 150%, all-in", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "50%, 100%, all-in", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "66%", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "75%", "all_in_from": 0.5, "raise_cap": 1, "donks": False},
    {"bets": "75%", "all_in_from": 0.5, "raise_cap": 0, "donks": False},
)
"""Betting trees from the largest to the smallest. `advise` takes the first one that fits in memory.
The last one is stored as 16-bit numbers."""


class Advice(NamedTuple):
    """The solver's answer to one decision. All values are chips counted from this decision on, so a
    fold is worth 0."""

    player: str
    """The player to act: `oop` (out of position) or `ip` (in position)."""
    acts: dict[str, float]
    """Frequency of each act (in Uci) over the player's whole range, from 0 to 1."""
    bets: str
    """The bet sizes in the tree that was solved."""
    percent: float
    """Exploitability of the solution, in per cent of the pot. 0 would be a perfect answer."""
    iterations: int
    """Number of CFR iterations."""
    hand: str | None = None
    """The player's two cards, such as `KsKd`; None if no hand was given."""
    strategy: dict[str, float] | None = None
    """Frequency of each act with `hand`, from 0 to 1. None without a hand."""
    act_ev: dict[str, float] | None = None
    """Expected chips of each act with `hand`. None without a hand."""
    equity: float | None = None
    """Share of the pot that `hand` wins if both players only check from here on. None without a
    hand."""
    act: str | None = None
    """The act that was played, as the tree names it (Uci). None if no act was given."""
    loss: float | None = None
    """Chips that `act` costs with `hand`, compared with the best act. None without a hand and an
    act."""

    @property
    def is_solved(self) -> bool:
        """Whether the exploitability is low enough to follow the answer (see
        `Solution.is_solved`)."""
        return self.percent <= SOLVED

    def to_data(self) -> dict[str, Any]:
        """Return all fields and `is_solved` as a dictionary for JSON."""
        return self._asdict() | {"is_solved": self.is_solved}


def advise(
    situation: Situation,
    ranges: Mapping[int, RangeLike],
    act: PlayerAct | None = None,
    hand: str | Combo | None = None,
    *,
    board: CardsLike | None = None,
    seconds: float = 3.0,
    target: float = 0.5,
    memory: int = MEMORY,
    threads: int = 1,
    rake: float = 0.0,
    rake_cap: float = 0.0,
) -> Advice:
    """Solve a decision and return how often each act is played and, for *hand* and *act*, their
    value.

    *ranges* maps stack indexes to the ranges of the two players who are left; both players know
    them. *act* is the act that was played; its loss needs *hand*.

    Solving stops at an exploitability of *target* per cent of the pot, or after *seconds* (the
    running iteration is finished). At most *memory* bytes are used: if a betting tree needs more, a
    smaller one is taken. Raises `SolveError` if the subgame is not valid or even the smallest tree
    does not fit.

    >>> from pokermasa.rules import Blinds, Dealer, HandDealer, Raise
    >>> cards = HandDealer(["AhAd", "KsKd"], "2c 7d 9h Js Qs")
    >>> situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards)
    >>> for act in (Raise(6), *map(uci.read, ("CA", "CH", "CH", "CH", "CH"))):
    ...     situation = situation.move(act).situation_after
    >>> advice = advise(situation, {0: "AA, 88, AJ", 1: "KK, QJ, A9"}, Raise(7), "KsKd")
    >>> advice.player, sorted(advice.acts), advice.loss >= 0
    ('oop', ['AA', 'CH', 'RR18', 'RR4', 'RR7'], True)
    """
    for tree in _TREES:
        subgame = Subgame.at(
            *(situation, ranges),
            **tree,
            board=board,
            rake=rake,
            rake_cap=rake_cap,
            including=None if isinstance(act, Fold) else act,
        )
        is_last = tree is _TREES[-1]
        try:
            solution = begin(subgame, small=is_last, threads=threads, memory=memory)
            break
        except SolveError as error:
            if error.code is not SolveRefusal.TOO_LARGE or is_last:
                raise
    solution.improve(target, seconds)
    place = solution.root
    assert place.player is not None
    advice = Advice(
        NAMES[place.player], place.frequencies, tree["bets"], solution.percent, solution.iterations
    )
    if act is not None:
        advice = advice._replace(
            act=uci.write(act if isinstance(act, Fold) else subgame.in_tree(act))
        )
    return advice if hand is None else _with_hand(advice, place, hand)


def _with_hand(advice: Advice, place: Place, hand: str | Combo) -> Advice:
    found = place.hand(hand)
    worth = found["act_ev"]
    loss = None
    if advice.act is not None:  # A fold is worth 0, also where it is not in the tree.
        loss = max(worth.values()) - worth.get(advice.act, 0.0)
    return advice._replace(
        hand="".join(map(str, hand)),
        strategy=found["strategy"],
        act_ev=worth,
        equity=found["equity"],
        loss=loss,
    )
