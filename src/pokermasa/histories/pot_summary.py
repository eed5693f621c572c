"""A summary of a finished hand: the uncalled bet, the pots, their winners and the rake.

The formats that list payments (PokerStars text, Open Hand History) are written from these sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.payments import Payments
from pokermasa.histories.payout import settle, shown_value, stacks_by_rules
from pokermasa.histories.replay import Scene, scenes, uncalled_bet
from pokermasa.rules import (
    Chips,
    OddChips,
    Pot,
    PotDistribution,
    Role,
    StackIndex,
)
from pokermasa.rules.chips import indexed, split
from pokermasa.rules.pot import award

Paid = Mapping[StackIndex, Chips]


class PotSummary(NamedTuple):
    """Uncalled bet, pots and payments of one finished hand. Amounts are in smallest units."""

    story: tuple[Scene, ...]
    """The start of the hand and the table after each step."""
    last: int
    """Index in `story` of the act that ended the betting. 0 if the blinds ended it."""
    returned: Paid
    """The bet that nobody matched, by the stack that got it back. Empty if there is none."""
    due: tuple[tuple[PotDistribution, ...], ...]
    """Share of each board in every pot as the rules pay it, the main pot first."""
    boards: tuple[tuple[PotDistribution, ...], ...]
    """Share of each board in every pot as it was really paid, the main pot first.

    The amounts differ from `due` by what the site took or added.
    """
    stacks: tuple[Chips, ...]
    """Chips of each stack after the hand."""
    payments: Payments

    @property
    def end(self) -> Scene:
        return self.story[-1]

    @property
    def pots(self) -> tuple[PotDistribution, ...]:
        """The pots of all boards together, the main pot first."""
        return tuple([_together(parts) for parts in zip(*self.boards, strict=True)])

    @property
    def total(self) -> Chips:
        """Sum of all pots before rake."""
        return sum([pot.wager for pot in self.pots])

    @property
    def deducted(self) -> tuple[Chips, ...]:
        """Rake and fees taken from each pot, the main pot first.

        They are taken from the chips that nobody collected. Cashed-out hands are not included.
        """
        left = self.payments.deducted
        deductions = []
        for pot in reversed(self.pots):
            deductions.append(min(pot.dropped, left))
            left -= deductions[-1]
        return tuple(deductions[::-1])

    @property
    def collected(self) -> Paid:
        return {index: chips for index, chips in indexed(self.payments.collected) if chips}


def summarize_pots(history: History) -> PotSummary:
    """Summarize a finished hand.

    Raises `HistoryError` if the hand is impossible under its rules, is not over, was cancelled, or
    has no known winner.
    """
    if history.is_cancelled:
        raise HistoryError("the hand was cancelled")
    story = tuple(scenes(history))
    end = story[-1]
    if not end.situation.end:
        raise HistoryError("the hand is not over")
    result = settle(end)
    if result is None:
        raise HistoryError("the history does not say who won")
    last, returned = uncalled_bet(story)
    due = stacks_by_rules(end)
    behind = [stack.stack for stack in end.dealer.finish().stacks]
    boards: tuple[tuple[PotDistribution, ...], ...]
    if due is None:
        assert history.payments is not None
        payments = history.payments
        paid_out = sum(payments.collected) + payments.deducted - payments.added
        boards = ((PotDistribution(paid_out, (), ()),),)
    else:
        owed = [a - b for a, b in zip(due, behind, strict=True)]
        boards = _boards(end, owed)
        total = sum([pot.wager for pots in boards for pot in pots])
        payments = history.payments or Payments(tuple(owed), rake=total - sum(owed))
    paid = _as_collected(boards, payments)
    return PotSummary(story, last, returned, boards, paid, result.stacks, payments)


def _boards(end: Scene, due: Sequence[Chips]) -> tuple[tuple[PotDistribution, ...], ...]:
    """Return for each board how every pot is paid under the rules."""
    dealer = end.dealer
    live = {i for i, stack in indexed(dealer.stacks) if stack.role is not Role.FOLDED}
    finished = dealer.finish()
    boards = (end.board, *end.history.more_boards)
    paid: list[list[tuple[Chips, dict[StackIndex, Chips]]]] = []
    for number, board in enumerate(boards):
        pots: list[tuple[Chips, dict[StackIndex, Chips]]] = []
        before: set[StackIndex] = set()
        for wager, members in (*finished.side_pots[::-1], finished.running_pot):
            if not wager:
                continue
            wager = split(wager, len(boards), OddChips.ONE_EACH)[number]
            contenders = (live & set(members)) or live
            if len(live) == 1:
                contenders = live
            best = _best(end, contenders, board)
            shared = award(Pot(wager, tuple(best)), best, dealer.button, dealer.rules.odd_chips)
            shares = dict(zip(shared.involved, shared.shares, strict=True))
            # nobody who is still in the hand went all in between the two pots
            if pots and before == contenders:
                below, already = pots.pop()
                wager += below
                shares = {i: shares.get(i, 0) + already.get(i, 0) for i in {**already, **shares}}
            before = contenders
            pots.append((wager, shares))
        paid.append(pots)
    _reconcile([shares for pots in paid for _, shares in pots], due)
    return tuple([tuple([_distribution(*pot) for pot in pots]) for pots in paid])


def _distribution(wager: Chips, shares: Mapping[StackIndex, Chips]) -> PotDistribution:
    return PotDistribution(wager, tuple(shares), tuple(shares.values()))


def _best(end: Scene, contenders: set[StackIndex], board: Sequence[Card]) -> list[StackIndex]:
    if len(contenders) == 1:
        return list(contenders)
    values = {i: mine for i in contenders if (mine := shown_value(end, i, board)) is not None}
    return sorted([i for i, mine in values.items() if mine == max(values.values())])


def _reconcile(pots: Sequence[dict[StackIndex, Chips]], due: Sequence[Chips]) -> None:
    """Move odd chips between *pots* until every stack has the sum in *due*.

    Pots may be computed apart although the rules split them as one, so an odd chip can end up in
    the wrong pot. Raises `HistoryError` if the sums still differ.
    """
    off = {i: chips - sum([shares.get(i, 0) for shares in pots]) for i, chips in indexed(due)}
    for shares in pots:
        for owed in shares:
            for over in shares:
                chips = min(off[owed], -off[over], shares[over])
                if chips > 0:
                    shares[owed] += chips
                    shares[over] -= chips
                    off[owed] -= chips
                    off[over] += chips
    if any(off.values()):
        raise HistoryError("the pots of this hand do not add up to what was paid")


def _as_collected(
    boards: Sequence[Sequence[PotDistribution]], payments: Payments
) -> tuple[tuple[PotDistribution, ...], ...]:
    """Return the pots with the amounts that each winner really collected.

    Deductions from a winner's share are booked in that winner's largest pots first. Chips that the
    site added are booked in the main pot.
    """
    pots = [
        (pot.wager, dict(zip(pot.involved, pot.shares, strict=True)))
        for board in boards
        for pot in board
    ]
    if pots:
        pots[0] = (pots[0][0] + payments.added, pots[0][1])
    for stack, chips in indexed(payments.collected):
        off = chips - sum([shares.get(stack, 0) for _, shares in pots])
        if off > 0:
            main = pots[0][1]
            main[stack] = main.get(stack, 0) + off
        for _, shares in sorted(pots, key=lambda pot: -pot[1].get(stack, 0)) if off < 0 else ():
            less = min(-off, shares.get(stack, 0))
            if less:
                shares[stack] -= less
                off += less
    paid = iter([_distribution(*pot) for pot in pots])
    return tuple([tuple([next(paid) for _ in board]) for board in boards])


def _together(parts: Sequence[PotDistribution]) -> PotDistribution:
    shares: dict[StackIndex, Chips] = {}
    for pot in parts:
        for index, chips in zip(pot.involved, pot.shares, strict=True):
            shares[index] = shares.get(index, 0) + chips
    return _distribution(sum([pot.wager for pot in parts]), shares)
