"""One question, one answer: what a decision of a real hand was worth.

What a study page asks: quick enough to wait for, bounded in time and memory, plain numbers that go
from one process to another.
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
from pokermasa.solve.spot import Spot
from pokermasa.solve.validation import RangeLike
from pokermasa.strength.hand_class import Combo

MEMORY = 300_000_000
_TREES: tuple[dict[str, Any], ...] = (
    {"bets": "33%, 75%, 150%, all-in", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "50%, 100%, all-in", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "66%", "all_in_from": 0.67, "raise_cap": 2},
    {"bets": "75%", "all_in_from": 0.5, "raise_cap": 1, "donks": False},
    {"bets": "75%", "all_in_from": 0.5, "raise_cap": 0, "donks": False},
)
"""The first that fits is taken; the last in 16-bit numbers."""


class Advice(NamedTuple):
    """Chips count from the decision on: what was put in before is gone, so a fold is worth 0."""

    player: str
    """`oop` or `ip`."""
    acts: dict[str, float]
    """In Uci: how often each is taken over the whole range."""
    bets: str
    """The sizes that were thought of."""
    percent: float
    """Exploitability, in per cent of the pot: how far from perfect the answer may be."""
    iterations: int
    hand: str | None = None
    strategy: dict[str, float] | None = None
    """With that hand; likewise the next two."""
    act_ev: dict[str, float] | None = None
    equity: float | None = None
    act: str | None = None
    """What was done, as the tree calls it."""
    loss: float | None = None
    """Chips that it cost, with that hand, beside the best act."""

    @property
    def is_solved(self) -> bool:
        """Whether the answer is near enough to perfect to follow it (`Solution.is_solved`)."""
        return self.percent <= SOLVED

    def to_data(self) -> dict[str, Any]:
        """For JSON."""
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
    """What two players who know each other's *ranges* (by stack) would do at this decision, what
    each act is worth with *hand*, and what *act* cost.

    It stops at *target* per cent of the pot or after so many *seconds*, and the round of learning
    it is at then; *memory* bytes at most are taken, and the tree is made so small that they do.
    `SolveError` says why there is no answer.

    >>> from pokermasa.rules import Blinds, Dealer, HandDealer, Raise
    >>> cards = HandDealer(["AhAd", "KsKd"], "2c 7d 9h Js Qs")
    >>> situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards)
    >>> for done in (Raise(6), *map(uci.read, ("CA", "CH", "CH", "CH", "CH"))):
    ...     situation = situation.move(done).situation_after
    >>> told = advise(situation, {0: "AA, 88, AJ", 1: "KK, QJ, A9"}, Raise(7), "KsKd")
    >>> told.player, sorted(told.acts), told.loss >= 0
    ('oop', ['AA', 'CH', 'RR18', 'RR4', 'RR7', 'RR9'], True)
    """
    for tree in _TREES:
        spot = Spot.at(
            *(situation, ranges),
            **tree,
            board=board,
            rake=rake,
            rake_cap=rake_cap,
            including=None if isinstance(act, Fold) else act,
        )
        is_last = tree is _TREES[-1]
        try:
            solution = begin(spot, small=is_last, threads=threads, memory=memory)
            break
        except SolveError as error:
            if error.code is not SolveRefusal.TOO_LARGE or is_last:
                raise
    solution.improve(target, seconds)
    place = solution.root
    assert place.player is not None
    told = Advice(
        NAMES[place.player], place.frequencies, tree["bets"], solution.percent, solution.iterations
    )
    if act is not None:
        told = told._replace(act=uci.write(act if isinstance(act, Fold) else spot.in_tree(act)))
    return told if hand is None else _with_hand(told, place, hand)


def _with_hand(told: Advice, place: Place, hand: str | Combo) -> Advice:
    found = place.hand(hand)
    worth = found["act_ev"]
    loss = None
    if told.act is not None:  # who folds where a check is free gives up what that would bring
        loss = max(worth.values()) - worth.get(told.act, 0.0)
    return told._replace(
        hand="".join(map(str, hand)),
        strategy=found["strategy"],
        act_ev=worth,
        equity=found["equity"],
        loss=loss,
    )
