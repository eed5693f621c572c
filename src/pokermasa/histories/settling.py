"""Who is paid what at the end of a history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from pokermasa import strength
from pokermasa.histories.history import UNKNOWN
from pokermasa.rules import Chips, OddChips, OneWin, Role, StackIndex
from pokermasa.rules.chips import clockwise, indexed
from pokermasa.rules.hand_dealer import BOARD_CARDS

if TYPE_CHECKING:
    from pokermasa.histories.replay import Scene


class Result(NamedTuple):
    stacks: tuple[Chips, ...]
    """What each stack holds afterwards."""
    net: tuple[Chips, ...]
    """What it won or lost."""


def settled(scene: Scene) -> Result | None:
    """A live player who showed two cards competes; one who mucked gives up every pot; one whose
    cards nobody wrote down loses to any that were. If a pot has no such hand, and more than one
    who might take it, the history does not say who won."""
    outcome = scene.situation.outcome
    if outcome is None:
        return None
    began = scene.history.stacks
    if isinstance(outcome, OneWin):
        return paid(outcome.winners.stacks, began)
    dealer = scene.dealer
    values = [
        None if stack.role is Role.FOLDED else value(scene, index)
        for index, stack in indexed(dealer.stacks)
    ]
    round_from = clockwise(dealer.button, len(began))
    pots = []
    for wager, members in reversed(outcome.pots):
        claims = {i: mine for i in round_from if i in members and (mine := values[i]) is not None}
        if wager:
            if not claims or (len(claims) > 1 and not any(claims.values())):
                return None
            pots.append((wager, claims))
    if dealer.rules.odd_chips is not OddChips.FIRST_WINNER:
        return paid(dealer.paid(dealer.distribute_all(values)), began)
    stacks = [stack.stack for stack in dealer.finish().stacks]
    for index, chips in first_winner_shares(pots):
        stacks[index] += chips
    return paid(stacks, began)


def value(scene: Scene, stack: StackIndex) -> int | None:
    """None for a mucked hand, 0 for an unknown one: less than any hand that was shown."""
    cards = scene.shown.get(stack, UNKNOWN)
    if cards is None:
        return None
    a, b = cards
    if a is None or b is None or len(scene.board) < BOARD_CARDS:
        return 0
    return strength.number((a, b, *scene.board))


def paid(stacks: Sequence[Chips], began: Sequence[Chips]) -> Result:
    return Result(tuple(stacks), tuple(map(sub, stacks, began)))


def first_winner_shares(
    pots: Sequence[tuple[Chips, Mapping[StackIndex, int]]],
) -> Iterator[tuple[StackIndex, Chips]]:
    """What each stack gets of *pots*, the main pot first, each with the hand values of those who
    claim it. Odd chips go to the first winner, as in pokerkit; which takes the losers' hands before
    it counts the pots, so that side pots left to the same stacks are split as one.

    >>> list(first_winner_shares([(31, {0: 7, 1: 7, 2: 5}), (31, {0: 7, 1: 7})]))
    [(0, 31), (1, 31)]
    """
    winners = []
    for _, claims in pots:
        best = max(claims.values())
        winners.append([index for index, value in claims.items() if value == best])
    survivors = {index for won in winners for index in won}
    merged: list[tuple[Chips, set[StackIndex], list[StackIndex]]] = []
    for (pot, claims), won in zip(pots, winners, strict=True):
        alive = claims.keys() & survivors
        if merged and merged[-1][1] == alive:
            pot += merged.pop()[0]
        merged.append((pot, alive, won))
    for pot, _, won in merged:
        share, rest = divmod(pot, len(won))
        for index in won:
            yield index, share + (rest if index == won[0] else 0)
