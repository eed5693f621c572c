"""The result of a hand: how the pots are paid at the end of a history."""

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
    """Chips after a hand, by stack index. Amounts are in smallest units."""

    stacks: tuple[Chips, ...]
    """Chips of each stack after the hand."""
    net: tuple[Chips, ...]
    """Chips won or lost by each stack, after rake and all other payments of the site."""
    before_rake: tuple[Chips, ...]
    """Chips won or lost by each stack under the rules alone, without rake and payments of the
    site."""
    remark: str = ""
    """Explanation of a difference between the file's own sums and the rules. Empty if they agree.
    """


def settle(scene: Scene) -> Result | None:
    """Return the result of the hand, or None if the hand is not over or the winner is unknown.

    A live player who showed two cards competes for the pots. A mucked hand gives up every pot, and
    unknown cards lose to any shown hand. If a pot has several candidates and no shown hand, the
    winner is unknown, unless the site stated what it paid. Raises `HistoryError` if the rules
    cannot explain what the site paid.
    """
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
    """Return all stacks after the pots are paid by the rules, or None if the winner is unknown."""
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
            board_dealer = dealer if len(boards) == 1 else _for_board(dealer, number, len(boards))
            paid_to.extend(board_dealer.distribute_all(values))
    if dealer.rules.odd_chips is not OddChips.FIRST_WINNER:
        return dealer.paid(paid_to)
    stacks = [stack.stack for stack in dealer.finish().stacks]
    for index, chips in first_winners:
        stacks[index] += chips
    return stacks


def _for_board(dealer: Dealer, number: int, boards: int) -> Dealer:
    """Return *dealer* with the pots of board *number*. Odd chips go to the first board."""
    finished = dealer.finish()

    def share_of_board(pot: Pot) -> Pot:
        return Pot(split(pot.wager, boards, OddChips.ONE_EACH)[number], pot.involved)

    return finished._replace(
        running_pot=share_of_board(finished.running_pot),
        side_pots=tuple(map(share_of_board, finished.side_pots)),
    )


def shown_value(scene: Scene, stack: StackIndex, board: Sequence[Card]) -> int | None:
    """Return the strength of a shown hand, 0 if it is unknown, None if it was mucked."""
    cards = scene.shown.get(stack, UNKNOWN)
    if cards is None:
        return None
    a, b = cards
    if a is None or b is None or len(board) < BOARD_CARDS:
        return 0
    return strength.rank((a, b, *board))


def result_by_rules(stacks: Sequence[Chips], began: Sequence[Chips]) -> Result:
    net = tuple(map(sub, stacks, began))
    return Result(tuple(stacks), net, net)


def result_by_site(
    history: History, behind: Sequence[Chips], due: Sequence[Chips] | None, pot: Chips
) -> Result:
    """Return the result with the payments that the site stated.

    *due* and *pot* are those of `Payments.fault`. Raises `HistoryError` if the rules cannot
    explain the payments.
    """
    payments = history.payments
    assert payments is not None
    fault = payments.fault(due, pot)
    if fault is not None:
        given, expected = (amount.written(chips, history.scale) for chips in fault[1:])
        if fault.stack is None:
            raise HistoryError(f"{given} is collected, but the pots hold {expected}")
        name = history.name(StackIndex(fault.stack))
        raise HistoryError(f"{name} collects {given}, but by the rules it is {expected}")
    stacks = tuple(map(add, behind, payments.received))
    net = tuple(map(sub, stacks, history.stacks))
    if due is None:
        return Result(stacks, net, payments.net_before_rake(net))
    before = tuple(map(add, map(sub, behind, history.stacks), due))
    return Result(stacks, net, before)


def first_winner_shares(
    pots: Sequence[tuple[Chips, Mapping[StackIndex, int]]],
) -> Iterator[tuple[StackIndex, Chips]]:
    """Yield the shares of *pots* if odd chips go to the first winner, as in pokerkit.

    Each pot, the main pot first, has the hand values of the stacks that compete for it. Pokerkit
    removes losing hands before it separates the pots, so side pots that are left to the same
    stacks are split as one.

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
