"""Where a hand's chips went: what came back, which pots there were, who took what of each, and what
the site kept.

Formats that list payments need the sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.payments import Payments
from pokermasa.histories.payout import settle, shown_value, stacks_by_rules
from pokermasa.histories.replay import Scene, came_back, scenes
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
    story: tuple[Scene, ...]
    """The opening, and the table after each step."""
    last: int
    """The place in `story` of the act that ended the betting; 0 if the blinds did."""
    returned: Paid
    """What nobody matched, and whose it was."""
    due: tuple[tuple[PotDistribution, ...], ...]
    """For each board its part of every pot, the main pot first, as the rules pay it."""
    boards: tuple[tuple[PotDistribution, ...], ...]
    """The same, with what was really collected."""
    stacks: tuple[Chips, ...]
    """What everybody holds afterwards."""
    payments: Payments

    @property
    def end(self) -> Scene:
        return self.story[-1]

    @property
    def pots(self) -> tuple[PotDistribution, ...]:
        """Of all boards together."""
        return tuple([_together(parts) for parts in zip(*self.boards, strict=True)])

    @property
    def total(self) -> Chips:
        """Before rake."""
        return sum([pot.wager for pot in self.pots])

    @property
    def kept(self) -> tuple[Chips, ...]:
        """What of each pot went to the site, sold hands aside: so much of what nobody collected
        that it comes to rake and fees."""
        left = self.payments.kept
        kept = []
        for pot in reversed(self.pots):
            kept.append(min(pot.dropped, left))
            left -= kept[-1]
        return tuple(kept[::-1])

    @property
    def collected(self) -> Paid:
        return {index: chips for index, chips in indexed(self.payments.collected) if chips}


def summarize_pots(history: History) -> PotSummary:
    """`HistoryError` if the hand could not have happened, is not over, was called off, or has no
    known winner."""
    if history.is_cancelled:
        raise HistoryError("the hand was cancelled")
    story = tuple(scenes(history))
    end = story[-1]
    if not end.situation.end:
        raise HistoryError("the hand is not over")
    result = settle(end)
    if result is None:
        raise HistoryError("the history does not say who won")
    last, returned = came_back(story)
    due = stacks_by_rules(end)
    behind = [stack.stack for stack in end.dealer.finish().stacks]
    boards: tuple[tuple[PotDistribution, ...], ...]
    if due is None:
        assert history.payments is not None
        payments = history.payments
        held = sum(payments.collected) + payments.kept - payments.added
        boards = ((PotDistribution(held, (), ()),),)
    else:
        owed = [a - b for a, b in zip(due, behind, strict=True)]
        boards = _boards(end, owed)
        total = sum([pot.wager for pots in boards for pot in pots])
        payments = history.payments or Payments(tuple(owed), rake=total - sum(owed))
    paid = _as_collected(boards, payments)
    return PotSummary(story, last, returned, boards, paid, result.stacks, payments)


def _boards(end: Scene, due: Sequence[Chips]) -> tuple[tuple[PotDistribution, ...], ...]:
    """What each board paid of each pot, by the rules."""
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
            if pots and before == contenders:  # nobody went all in between the two and stayed
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
    """Where pots were split as one, an odd chip may have to lie in another of them."""
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
    """The same pots, with what each winner really took of them: what the site kept of somebody's
    winnings lies in the largest first, and what it added, in the main pot."""
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
    for part in parts:
        for index, chips in zip(part.involved, part.shares, strict=True):
            shares[index] = shares.get(index, 0) + chips
    return _distribution(sum([part.wager for part in parts]), shares)
