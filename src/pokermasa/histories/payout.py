"""Who is paid what at the end of a history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple

from pokermasa import strength
from pokermasa.cards import Card
from pokermasa.histories import amount
from pokermasa.histories.history import UNKNOWN, History, HistoryError
from pokermasa.rules import (
    Chips,
    Dealer,
    OddChips,
    OneWin,
    Pot,
    PotDistribution,
    Role,
    StackIndex,
)
from pokermasa.rules.chips import clockwise, split, stack_indexes
from pokermasa.rules.hand_dealer import BOARD_CARDS

if TYPE_CHECKING:
    from pokermasa.histories.replay import Scene


class Result(NamedTuple):
    stacks: tuple[Chips, ...]
    """What each stack holds afterwards."""
    net: tuple[Chips, ...]
    """What it won or lost, after rake and all else that the site kept or paid."""
    before_rake: tuple[Chips, ...]
    """What it would have won or lost without the site: as the rules have it."""
    remark: str = ""
    """How the file's own sums differ from that, where they do and it can be explained."""


def settle(scene: Scene) -> Result | None:
    """A live player who showed two cards competes; one who mucked gives up every pot; one whose
    cards nobody wrote down loses to any that were. If a pot has no such hand, and more than one
    who might take it, the history does not say who won: unless the site wrote down what it paid.

    `HistoryError` if the site paid what the rules cannot explain."""
    outcome = scene.situation.outcome
    if outcome is None:
        return None
    history = scene.history
    stacks = stacks_by_rules(scene)
    if history.payments is None:
        return None if stacks is None else result_by_rules(stacks, history.stacks)
    finished = scene.dealer.finish()
    behind = [stack.stack for stack in finished.stacks]
    due = None if stacks is None else list(map(sub, stacks, behind))
    return result_by_site(history, behind, due, finished.gathered)


def stacks_by_rules(scene: Scene) -> Sequence[Chips] | None:
    """What everybody holds when the pots are paid, the site aside; None if the history does not
    say."""
    outcome = scene.situation.outcome
    if outcome is None or isinstance(outcome, OneWin):
        return None if outcome is None else outcome.winners.stacks
    return _shown_down(scene, outcome.pots)


def _shown_down(scene: Scene, pots: Sequence[Pot]) -> Sequence[Chips] | None:
    dealer = scene.dealer
    boards = (scene.board, *scene.history.more_boards)
    round_from = clockwise(dealer.button, len(dealer.stacks))
    live = [stack.role is not Role.FOLDED for stack in dealer.stacks]
    shared = [split(wager, len(boards), OddChips.ONE_EACH) for wager, _ in pots]
    paid_to: list[PotDistribution] = []
    first_winners: list[tuple[StackIndex, Chips]] = []
    for number, board in enumerate(boards):
        values = [
            shown_value(scene, index, board) if live[index] else None
            for index in stack_indexes(len(live))
        ]
        claimed = []
        for parts, (_, members) in zip(shared[::-1], pots[::-1], strict=True):
            claims = {
                i: mine for i in round_from if i in members and (mine := values[i]) is not None
            }
            if parts[number]:
                if not claims or (len(claims) > 1 and not any(claims.values())):
                    return None
                claimed.append((parts[number], claims))
        if dealer.rules.odd_chips is OddChips.FIRST_WINNER:
            first_winners.extend(first_winner_shares(claimed))
        else:
            part = dealer if len(boards) == 1 else _part(dealer, number, len(boards))
            paid_to.extend(part.distribute_all(values))
    if dealer.rules.odd_chips is not OddChips.FIRST_WINNER:
        return dealer.paid(paid_to)
    stacks = [stack.stack for stack in dealer.finish().stacks]
    for index, chips in first_winners:
        stacks[index] += chips
    return stacks


def _part(dealer: Dealer, number: int, boards: int) -> Dealer:
    """The same with what each pot holds for one of several boards, odd chips for the first."""
    finished = dealer.finish()

    def part(pot: Pot) -> Pot:
        return Pot(split(pot.wager, boards, OddChips.ONE_EACH)[number], pot.involved)

    return finished._replace(
        running_pot=part(finished.running_pot), side_pots=tuple(map(part, finished.side_pots))
    )


def shown_value(scene: Scene, stack: StackIndex, board: Sequence[Card]) -> int | None:
    """None for a mucked hand, 0 for an unknown one: less than any hand that was shown."""
    cards = scene.shown.get(stack, UNKNOWN)
    if cards is None:
        return None
    a, b = cards
    if a is None or b is None or len(board) < BOARD_CARDS:
        return 0
    return strength.number((a, b, *board))


def result_by_rules(stacks: Sequence[Chips], began: Sequence[Chips]) -> Result:
    net = tuple(map(sub, stacks, began))
    return Result(tuple(stacks), net, net)


def result_by_site(
    history: History, behind: Sequence[Chips], due: Sequence[Chips] | None, pot: Chips
) -> Result:
    """With what the site wrote down that it paid; *due* and *pot* as `Payments.fault` takes them.
    `HistoryError` if that cannot be."""
    payments = history.payments
    assert payments is not None
    fault = payments.fault(due, pot)
    if fault is not None:
        given, held = (amount.written(chips, history.scale) for chips in fault[1:])
        if fault.stack is None:
            raise HistoryError(f"{given} is collected, but the pots hold {held}")
        name = history.name(StackIndex(fault.stack))
        raise HistoryError(f"{name} collects {given}, but by the rules it is {held}")
    stacks = tuple(map(add, behind, payments.got))
    net = tuple(map(sub, stacks, history.stacks))
    if due is None:
        return Result(stacks, net, payments.before(net))
    before = tuple(map(add, map(sub, behind, history.stacks), due))
    return Result(stacks, net, before)


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
