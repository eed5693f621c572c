"""Where a hand's chips went: what came back, which pots there were, and who took what of each.

Formats that list payments need the sums, and when they are read the sums tell something back:
which house the hand was played in. `settled_by` finds a house whose rules pay exactly what the file
says was paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pokermasa.histories import amount
from pokermasa.histories.history import Acted, History, HistoryError
from pokermasa.histories.replay import Scene, scenes
from pokermasa.histories.settling import settled, value
from pokermasa.rules import (
    Betting,
    Chips,
    Dealer,
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
from pokermasa.rules.chips import indexed
from pokermasa.rules.opening import open_hand
from pokermasa.rules.pot import award

Paid = Mapping[StackIndex, Chips]


class Account(NamedTuple):
    story: tuple[Scene, ...]
    """The opening, and the table after each step."""
    last: int
    """The place in `story` of the act that ended the betting; 0 if the blinds did."""
    returned: Paid
    """What nobody matched, and whose it was."""
    pots: tuple[PotDistribution, ...]
    """The main pot first."""
    stacks: tuple[Chips, ...]
    """What everybody holds afterwards."""

    @property
    def end(self) -> Scene:
        return self.story[-1]

    @property
    def total(self) -> Chips:
        return sum([pot.wager for pot in self.pots])

    @property
    def dropped(self) -> Chips:
        """Odd chips that went to nobody, where the house drops them."""
        return sum([pot.dropped for pot in self.pots])

    @property
    def won(self) -> dict[StackIndex, Chips]:
        return _won(self.pots)


def account(history: History) -> Account:
    """`HistoryError` if the hand could not have happened, is not over, or has no known winner."""
    story = tuple(scenes(history))
    end = story[-1]
    if not end.situation.end:
        raise HistoryError("the hand is not over")
    result = settled(end)
    if result is None:
        raise HistoryError("the history does not say who won")
    last, returned = _returned(story)
    pots = _pots(end, _due(result.stacks, end.dealer))
    return Account(story, last, returned, pots, result.stacks)


def _returned(story: Sequence[Scene]) -> tuple[int, Paid]:
    """Which scene ended the betting, and what went back to whom then."""
    history = story[0].history
    last = max((i for i, scene in enumerate(story) if scene.move is not None), default=0)
    move = story[last].move
    if move is None:
        opening = open_hand(
            history.stacks, history.button, history.blinds, history.rules, history.posts
        )
        before = [stack.stack for stack in opening.stacks]
    else:
        before = [stack.stack for stack in move.before.stacks]
        before[move.before.turn_to_act] = move.player_diff.new_stack
    after = [stack.stack for stack in story[-1].dealer.finish().stacks]
    back = [b - a for a, b in zip(before, after, strict=True)]
    return last, {index: chips for index, chips in indexed(back) if chips}


def _due(stacks: Sequence[Chips], dealer: Dealer) -> list[Chips]:
    """What each stack was paid out of the pots."""
    behind = [stack.stack for stack in dealer.finish().stacks]
    return [a - b for a, b in zip(stacks, behind, strict=True)]


def _pots(end: Scene, due: Sequence[Chips]) -> tuple[PotDistribution, ...]:
    dealer = end.dealer
    live = {i for i, stack in indexed(dealer.stacks) if stack.role is not Role.FOLDED}
    finished = dealer.finish()
    pots: list[tuple[set[StackIndex], Chips, dict[StackIndex, Chips]]] = []
    for wager, members in (*finished.side_pots[::-1], finished.running_pot):
        if not wager:
            continue
        contenders = (live & set(members)) or live
        if len(live) == 1:
            contenders = live
        best = _best(end, contenders)
        paid = award(Pot(wager, tuple(best)), best, dealer.button, dealer.rules.odd_chips)
        shares = dict(zip(paid.involved, paid.shares, strict=True))
        if pots and pots[-1][0] == contenders:  # nobody went all in between the two and stayed
            _, below, already = pots.pop()
            wager += below
            shares = {i: shares.get(i, 0) + already.get(i, 0) for i in {**already, **shares}}
        pots.append((contenders, wager, shares))
    _reconcile([shares for _, _, shares in pots], due)
    return tuple(
        [PotDistribution(wager, tuple(shares), tuple(shares.values())) for _, wager, shares in pots]
    )


def _best(end: Scene, contenders: set[StackIndex]) -> list[StackIndex]:
    if len(contenders) == 1:
        return list(contenders)
    values = {index: mine for index in contenders if (mine := value(end, index)) is not None}
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


def _won(pots: Sequence[PotDistribution]) -> dict[StackIndex, Chips]:
    won: dict[StackIndex, Chips] = {}
    for pot in pots:
        for index, chips in zip(pot.involved, pot.shares, strict=True):
            won[index] = won.get(index, 0) + chips
    return won


# Reading


class Claims(NamedTuple):
    """What a file says about chips, besides the acts."""

    paid: Mapping[int, Chips]
    """What an act put in, by its place in the story."""
    returned: Paid | None
    """None if the file does not tell."""
    won: Paid
    rake: Chips = 0
    raised_by: Mapping[int, Chips] = {}
    """How far a raise went above the price, likewise."""
    lines: Mapping[int, int] = {}
    """Where an act stands in the file."""


_LENIENT = HouseRules.named("tda").but(reopening=Reopening.ANY, raise_cap=None)


def house(betting: Betting, heads_up_button: HeadsUpButton) -> HouseRules:
    """Where a hand is taken to be from until its sums say otherwise."""
    return _LENIENT.but(betting=betting, heads_up_button=heads_up_button)


def settled_by(history: History, claims: Claims) -> History:
    """The hand in the first house in which it goes as claimed.

    A hand that no house allows comes back as it is, since replaying it tells best what is wrong;
    one that could happen but comes to other sums is a `HistoryError`.
    """
    fault: HistoryError | None = None
    for rules in _houses(history, claims):
        candidate = history.but(rules=rules)
        try:
            _verify(candidate, claims)
            return candidate
        except _Claim as error:
            if rules.odd_chips is not OddChips.DROPPED:
                fault = fault or error
        except HistoryError:
            pass
    if fault is not None:
        raise fault
    return history


class _Claim(HistoryError):
    """The hand is fine, but the file says something else."""


def _houses(history: History, claims: Claims) -> Iterator[HouseRules]:
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
    if claims.rake:
        odd_chips.insert(0, OddChips.DROPPED)
    for odd, short, price, reopening in product(odd_chips, antes, prices, reopenings):
        yield base.but(odd_chips=odd, short_antes=short, short_big_blind=price, reopening=reopening)


def _verify(history: History, claims: Claims) -> None:
    story = []
    for scene in scenes(history):
        story.append(scene)
        _verify_act(scene, claims)
    end = story[-1]
    if not end.situation.end:
        raise _Claim("the hand ends before the betting is over")
    _, returned = _returned(story)
    told = returned if claims.returned is None else claims.returned
    for index in {*returned, *told}:
        given, due = told.get(index, 0), returned.get(index, 0)
        if given != due:
            raise _disagreement(history, index, "gets back", given, due)
    result = settled(end)
    if result is None:
        return  # nobody saw the cards; the file alone knows
    due_of = _due(result.stacks, end.dealer)
    rake = claims.rake
    if history.rules.odd_chips is OddChips.DROPPED:
        rake -= end.dealer.finish().gathered - sum(due_of)
        if rake:
            raise _Claim("something else than odd chips was kept")
    for index, due in indexed(due_of):
        given = claims.won.get(index, 0)
        if given > due or (given < due and due - given > rake):
            raise _disagreement(history, index, "collects", given, due)
    if sum(due_of) - sum(claims.won.values()) != rake:
        won, due = sum(claims.won.values()), sum(due_of) - rake
        raise _Claim(
            f"{_written(won, history)} is collected, but the pots hold {_written(due, history)}"
        )


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
