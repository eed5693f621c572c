"""Helpers for masa tests: seat players, stack the deck, and play acts written with their side.

>>> masa = seated({0: 200, 1: 200, 3: 60}, sides=5)
>>> masa = masa.deal(stacked("Kd Kc", "7s 2h", "As Qh", board="Ah 7c 2d 9s 4h")).masa
>>> stacks(play(masa, "0 RR6", "1 FO", "3 AA", "0 CA").masa)
{0: 140, 1: 199, 3: 121}
"""

import os
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Change, Masa, MasaError, MasaRefusal, SeatStatus, save
from pokermasa.notation import uci
from pokermasa.rules import Fold


def seated(holding: Mapping[int, int], **opening: Any) -> Masa:
    """Return a masa on which these stacks have bought in, in this order."""
    masa = Masa.open(**opening)
    for side, stack in holding.items():
        masa = masa.buy_in(side, stack).masa
    return masa


def stacked(*hands: str, board: str, second: str = "", button: int = 0) -> Deck:
    """Return a deck that deals these hands, by stack index, and this board.

    *button* is the stack with the button. A second board may follow.
    """
    pairs = [hand.split() for hand in (*hands[button + 1 :], *hands[: button + 1])]
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return Deck([*firsts, *seconds, *board.split(), *second.split()])


def play(start: Masa | Change, *acts: str) -> Change:
    """Play acts with their sides, as in "0 RR6". Return the change with all events."""
    change = start if isinstance(start, Change) else Change(start)
    for sent in acts:
        side, act = sent.split()
        change = change.then(change.masa.move(int(side), uci.read(act)))
    return change


def fold_round(masa: Masa) -> Masa:
    """Let every player fold until one is left, who wins the blinds."""
    while masa.to_act is not None:
        masa = masa.move(masa.to_act, Fold()).masa
    return masa


def hand(masa: Masa) -> Masa:
    """Deal a hand and let every player fold until one is left."""
    return fold_round(masa.deal(Deck()).masa)


def places(masa: Masa) -> tuple[int | None, int | None, int | None]:
    """Return button, small blind and big blind of the current hand, by side."""
    return masa.positions.button, masa.positions.small, masa.positions.big


def stacks(masa: Masa) -> dict[int, int]:
    return {side: seat.stack for side, seat in masa.seats.items()}


def statuses(masa: Masa) -> dict[int, str]:
    return {side: seat.status.value for side, seat in masa.seats.items()}


def wagers(masa: Masa) -> dict[int, int]:
    """Return the wagers of the round, by side."""
    assert masa.game is not None
    dealer = masa.game.situation.dealer
    return {
        side: stack.recent_wager
        for side, stack in zip(masa.game.sides, dealer.stacks, strict=True)
        if stack.recent_wager
    }


def gathered(masa: Masa) -> int:
    """Return the chips in the pots."""
    assert masa.game is not None
    return masa.game.situation.dealer.gathered


def dealt_in(masa: Masa) -> tuple[int, ...]:
    assert masa.game is not None
    return masa.game.sides


def events_of(change: Change, kind: type) -> list[Any]:
    """Return the events of one kind."""
    return [event for event in change.events if isinstance(event, kind)]


def refusal(masa: Masa, call: Callable[[], object]) -> MasaRefusal:
    """Return the code with which *call* is refused, and check that nothing has changed."""
    before = save.write(masa)
    with pytest.raises(MasaError) as caught:
        call()
    assert save.write(masa) == before
    assert str(caught.value).startswith(caught.value.code.words)
    return caught.value.code


def soak_terms() -> tuple[float, int]:
    """Return SECONDS and SEED as set by `make soak`."""
    seconds = float(os.environ.get("SECONDS") or 60)
    return seconds, int(os.environ.get("SEED") or SystemRandom().randrange(10**9))


OTHERS, NEXT = SeatStatus.WAIT_OTHERS, SeatStatus.WAIT_NEXT_HAND
SITOUT, INVOLVED = SeatStatus.SITOUT_NEXT_HAND, SeatStatus.INVOLVED
