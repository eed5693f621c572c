"""Where a hand's chips went: what came back, which pots there were, who took what of each, and what
the site kept.

Formats that list payments need the sums, and when they are read the sums tell something back:
which house the hand was played in. `settled_by` finds a house whose rules pay exactly what the file
says was paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories import amount
from pokermasa.histories.history import Acted, History, HistoryError
from pokermasa.histories.payments import Payments
from pokermasa.histories.replay import Scene, came_back, scenes
from pokermasa.histories.settling import by_the_rules, settled, value
from pokermasa.histories.tally import add_up
from pokermasa.rules import (
    Betting,
    Chips,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Pot,
    PotDistribution,
    Reopening,
    Role,
    ShortAntes,
    ShortBigBlind,
    StackIndex,
)
from pokermasa.rules.chips import indexed, split
from pokermasa.rules.pot import award

Paid = Mapping[StackIndex, Chips]


class Account(NamedTuple):
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


def account(history: History) -> Account:
    """`HistoryError` if the hand could not have happened, is not over, was called off, or has no
    known winner."""
    if history.is_cancelled:
        raise HistoryError("the hand was cancelled")
    story = tuple(scenes(history))
    end = story[-1]
    if not end.situation.end:
        raise HistoryError("the hand is not over")
    result = settled(end)
    if result is None:
        raise HistoryError("the history does not say who won")
    last, returned = came_back(story)
    due = by_the_rules(end)
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
    return Account(story, last, returned, boards, paid, result.stacks, payments)


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
    values = {i: mine for i in contenders if (mine := value(end, i, board)) is not None}
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


# Reading


class Claims(NamedTuple):
    """What a file says about chips, besides the acts and what was collected."""

    paid: Mapping[int, Chips]
    """What an act put in, by its place in the story."""
    returned: Paid | None
    """None if the file does not tell."""
    raised_by: Mapping[int, Chips] = {}
    """How far a raise went above the price, likewise."""
    lines: Mapping[int, int] = {}
    """Where an act stands in the file."""
    fits: bool = False
    """The sums of all acts have been found right, if the acts are."""


_LENIENT = HouseRules.named("tda").but(reopening=Reopening.ANY, raise_cap=None)


def house(betting: Betting, heads_up_button: HeadsUpButton) -> HouseRules:
    """Where a hand is taken to be from until its sums say otherwise."""
    return _LENIENT.but(betting=betting, heads_up_button=heads_up_button)


def settled_by(history: History, claims: Claims) -> History:
    """The hand in the first house in which it goes as claimed; `history.payments` is what the file
    says was paid, and is None afterwards if that is what the rules pay.

    A hand that no house allows comes back as it is, since replaying it tells best what is wrong;
    one that could happen but comes to other sums is a `HistoryError`.
    """
    quick = _settled_quickly(history, claims)
    if quick is not None:
        return quick
    fault: HistoryError | None = None
    for rules in _houses(history):
        candidate = history.but(rules=rules)
        try:
            return _verified(candidate, claims)
        except _Claim as error:
            if rules.odd_chips is not OddChips.DROPPED:
                fault = fault or error
        except HistoryError:
            pass
    if fault is not None:
        raise fault
    return history


def _settled_quickly(history: History, claims: Claims) -> History | None:
    """For hands that are plain beyond doubt, and sums that are as they should be."""
    payments = history.payments
    if not claims.fits or payments is None or _may_be_dropped(history):
        return None
    sums = add_up(history)
    if sums is None:
        return None
    _, due, returned, to = sums
    if (claims.returned or {}) != ({to: returned} if returned else {}):
        return None
    if payments.fault(due, sum(due)) is not None:
        return None
    if payments.is_plain:
        return history.but(payments=None) if payments.collected == tuple(due) else None
    return history


def _may_be_dropped(history: History) -> bool:
    """Whether what was kept may be odd chips: where a house drops them, they are told as rake."""
    payments = history.payments
    is_rake = payments is not None and 0 < payments.rake < 10 * history.players
    return is_rake and "currency" not in history.fields


class _Claim(HistoryError):
    """The hand is fine, but the file says something else."""


def _houses(history: History) -> Iterator[HouseRules]:
    """Every house that may have been it, the most likely first."""
    base = house(history.rules.betting, history.rules.heads_up_button)
    ante = history.blinds.ante
    antes = (
        [ShortAntes.LAYERED, ShortAntes.SHARED]
        if ante > min(history.stacks)
        else [base.short_antes]
    )
    prices = [ShortBigBlind.FULL_PRICE, ShortBigBlind.LARGEST_POST]
    reopenings = [Reopening.ANY]
    if base.betting is Betting.FIXED_LIMIT:
        reopenings.append(Reopening.ADD_UP)
    odd_chips = [OddChips.ONE_EACH, OddChips.FIRST_WINNER]
    if _may_be_dropped(history):
        odd_chips.insert(0, OddChips.DROPPED)
    for odd, short, price, reopening in product(odd_chips, antes, prices, reopenings):
        yield base.but(odd_chips=odd, short_antes=short, short_big_blind=price, reopening=reopening)


def _verified(history: History, claims: Claims) -> History:
    """The hand, if it goes as claimed; what was collected is told without what came back."""
    story = []
    for scene in scenes(history):
        story.append(scene)
        _verify_act(scene, claims)
    end = story[-1]
    if not end.situation.end:
        raise _Claim("the hand ends before the betting is over")
    payments = history.payments
    assert payments is not None
    _, returned = came_back(story)
    readings = [payments]
    if claims.returned != returned:
        # Some count what came back among what was collected, or tell it otherwise.
        told = claims.returned or {}
        other = [
            chips + told.get(index, 0) - returned.get(index, 0)
            for index, chips in indexed(payments.collected)
        ]
        if claims.returned is not None:
            readings.clear()
        if min(other) >= 0:
            readings.append(payments._replace(collected=tuple(other)))
    fault: HistoryError | None = None
    for reading in readings:
        try:
            return _settled(history.but(payments=reading), end)
        except HistoryError as error:
            fault = fault or error
    for index in {*returned, *(claims.returned or {})}:
        given, due = (claims.returned or {}).get(index, 0), returned.get(index, 0)
        if given != due:
            raise _disagreement(history, index, "gets back", given, due)
    raise _Claim(fault.reason if fault else "the sums do not fit")


def _settled(history: History, end: Scene) -> History:
    """With the payments that are left to tell once the rules have paid."""
    payments = history.payments
    assert payments is not None
    due = by_the_rules(end)
    finished = end.dealer.finish()
    behind = [stack.stack for stack in finished.stacks]
    owed = None if due is None else [a - b for a, b in zip(due, behind, strict=True)]
    if owed is not None and history.rules.odd_chips is OddChips.DROPPED:
        is_dropped = payments.rake == finished.gathered - sum(owed) and (
            payments._replace(rake=0).is_plain and payments.collected == tuple(owed)
        )
        if not is_dropped:
            raise _Claim("something else than odd chips was kept")
        return history.but(payments=None)
    settled(end._replace(history=history))
    if owed is not None and payments.is_plain and payments.collected == tuple(owed):
        return history.but(payments=None)
    return history


def _verify_act(scene: Scene, claims: Claims) -> None:
    move = scene.move
    if not isinstance(scene.step, Acted) or move is None:
        return
    to = move.player_diff.new_wager
    before = move.before.stacks[move.before.turn_to_act].recent_wager
    for claimed, due, does in (
        (claims.paid.get(scene.number), to - before, "puts in"),
        (claims.raised_by.get(scene.number), to - move.before.price, "raises by"),
    ):
        if claimed is not None and claimed != due:
            fault = _disagreement(scene.history, scene.step.stack, does, claimed, due)
            raise _Claim(fault.reason, line=claims.lines.get(scene.number))


def _disagreement(
    history: History, stack: StackIndex, does: str, given: Chips, due: Chips
) -> HistoryError:
    return _Claim(
        f"{history.name(stack)} {does} {_written(given, history)}, "
        f"but by the rules it is {_written(due, history)}"
    )


def _written(chips: Chips, history: History) -> str:
    return amount.written(chips, history.scale)
