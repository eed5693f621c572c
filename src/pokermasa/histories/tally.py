"""Twin of `rules.Situation` for simple hands, compared by tests/histories/test_tally.py.

Files of hand histories hold millions of hands, and nearly all are simple. Those are computed here
on plain lists, in a tenth of the time that a `Situation` for each act takes. This is a shortcut
and not a second set of rules: it returns a result only if every act is certainly legal, and None
otherwise. Then `Situation` plays the hand, and only `Situation` refuses hands.

A simple hand is possible, its winners are known, and:

- the rules are no-limit, with the small blind on the button heads-up, any all-in reopening the
  betting, and odd chips to the first winner or one each (`is_plain`: the rules of PHH files, and
  the usual ones of PokerStars text);
- blinds follow from the positions, everybody pays the ante if there is one, and every stack is
  larger than ante and big blind;
- the story begins with the hole cards of everybody, and both cards of a hand are known or neither;
- nobody folds who could have checked;
- if more than one player is left, there is exactly one complete board.

The test plays every hand of some small games, each also with every act replaced by every other
act, and thousands of larger ones, correct and faulty. The shortcut must have an answer for exactly
the simple hands, and the answer of the rules.
"""

from __future__ import annotations

from operator import add, sub
from typing import NamedTuple

from pokermasa import strength
from pokermasa.cards import Card
from pokermasa.histories.history import (
    UNKNOWN,
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HoleCards,
    HoleDealt,
    Shown,
)
from pokermasa.histories.payout import Result, first_winner_shares, result_by_site
from pokermasa.histories.stated_result import compare
from pokermasa.rules import (
    AllInRule,
    Betting,
    Chips,
    Fold,
    HeadsUpButton,
    HouseRules,
    LeastRaise,
    OddChips,
    Raise,
    Reopening,
)
from pokermasa.rules.chips import MOST_CHIPS, StackIndex, clockwise, split

_new = tuple.__new__  # makes a NamedTuple without its Python-level constructor


def is_plain(rules: HouseRules) -> bool:
    """Return whether `add_up` implements these rules.

    Options that are not compared here matter only for hands that are not simple: short blinds,
    limits, order of showing.
    """
    return (
        rules.betting is Betting.NO_LIMIT
        and rules.heads_up_button is HeadsUpButton.SMALL_BLIND
        and rules.all_in is AllInRule.SENT_AS_ALL_IN
        and rules.least_raise is LeastRaise.FULL_RAISE
        and rules.reopening is Reopening.ANY
        and rules.odd_chips is not OddChips.DROPPED
    )


def tally(history: History) -> Result | None:
    """Return the result of a simple hand, and None for any other.

    Raises `HistoryError` if the rules cannot explain what the file says was paid.
    """
    fields = history.fields
    is_bare = history.payments is None and "winnings" not in fields
    sums = add_up(history, is_bare)
    if sums is None:
        return None
    behind, due, returned, _ = sums
    if history.payments is not None:
        return result_by_site(history, behind, due, sum(due))
    stacks = tuple(map(add, behind, due)) if due else tuple(behind)
    net = tuple(map(sub, stacks, history.stacks))
    end: Result = _new(Result, (stacks, net, net, ""))
    if is_bare:
        recorded = fields.get("finishing_stacks")
        if recorded is None or (recorded == list(stacks) and history.scale == 1):
            return end
    if not due:
        _, due, returned, _ = add_up(history) or sums
    return compare(history, end, due, lambda: returned)


class ChipSums(NamedTuple):
    """Chips at the end of a simple hand, by stack index."""

    behind: list[Chips]
    """Chips that each stack has left, including a returned uncalled bet."""
    due: list[Chips]
    """Chips that the rules pay each stack from the pots. Empty if `behind` contains them."""
    returned: Chips
    """Size of the uncalled bet that was returned. 0 if there is none."""
    to: StackIndex
    """Stack that got the uncalled bet."""


def add_up(history: History, in_one: bool = False) -> ChipSums | None:  # noqa: C901 - every figure in one pass
    """Return the sums of a simple hand, or None for any other.

    With *in_one*, all chips are added to `behind` if everybody else folded.
    """
    # One long function, because function calls would take longer than most steps.
    began = history.stacks
    players = len(began)
    button = history.button
    small, price, ante, is_big_blind_ante = history.blinds
    if (
        not is_plain(history.rules)
        or history.posts is not None
        or history.more_boards
        or not 2 <= players <= 10
        or not 0 <= button < players
        or not 0 <= small <= price
        or not 0 <= ante < min(began) - price  # no short stack
        or (ante and is_big_blind_ante)
        or max(began) > MOST_CHIPS
    ):
        return None
    stacks = [chips - ante for chips in began] if ante else list(began)
    wagers = [0] * players
    at_small = (button + 1) % players if players > 2 else button
    at_big = (at_small + 1) % players
    wagers[at_small] = small
    wagers[at_big] = price
    stacks[at_small] -= small
    stacks[at_big] -= price

    folded = [False] * players
    live = players  # stacks that have not folded
    able = players  # live stacks with chips left
    waiting = players  # live stacks that still have to act in this round
    turn = at_big  # stack that acted last
    least_raise = price
    is_betting = True
    due = 0  # number of board cards that must lie open before the next act

    hands: list[HoleCards | None] = [None] * players
    board: tuple[Card, ...] = ()
    shown: dict[int, HoleCards | None] = {}
    seen = 0  # bit set of the numbers of all known cards

    story = history.story
    for step in story[:players]:
        if not isinstance(step, HoleDealt):
            return None  # everybody must be dealt cards first
        index, cards, _ = step
        if not 0 <= index < players or hands[index] is not None:
            return None
        hands[index] = cards
        a, b = cards
        if a is not None and b is not None:
            bits = 1 << a.number | 1 << b.number
            if seen & bits or a is b:
                return None
            seen |= bits
        elif a is not b:
            return None  # only one card is known

    for step in story[players:]:
        if type(step) is Acted:
            if not is_betting or len(board) != due:
                return None
            index, act, _ = step
            turn += 1
            while turn == players or folded[turn] or not stacks[turn]:
                turn = 0 if turn == players else turn + 1
            if index != turn:
                return None
            wager = wagers[turn]
            if type(act) is CheckOrCall:
                owed = price - wager
                if owed:
                    if owed >= stacks[turn]:
                        owed = stacks[turn]
                        able -= 1
                    stacks[turn] -= owed
                    wagers[turn] = wager + owed
                waiting -= 1
            elif isinstance(act, Fold):
                if wager == price:  # the next player may have nothing to decide
                    return None
                folded[turn] = True
                live -= 1
                able -= 1
                waiting -= 1
                if live == 1:
                    is_betting = False
                    continue
            elif isinstance(act, Raise):
                to = act.to
                total = stacks[turn] + wager
                added = to - price
                if added <= 0 or to > total or (added < least_raise and to < total):
                    return None
                for other in range(players):
                    if (
                        other != turn
                        and not folded[other]
                        and stacks[other]
                        and stacks[other] + wagers[other] > price
                    ):
                        break
                else:
                    return None  # no opponent can answer the raise
                stacks[turn] = total - to
                wagers[turn] = price = to
                if added > least_raise:
                    least_raise = added
                if to == total:
                    able -= 1
                    waiting = able
                else:
                    waiting = able - 1
            else:
                return None
            if not waiting:
                if able > 1 and due < 5:
                    due = due + 1 if due else 3
                    waiting = able
                    turn = button
                    price = 0
                    least_raise = history.blinds.big
                    wagers = [0] * players
                else:
                    is_betting = False
        elif isinstance(step, BoardDealt):
            new, _ = step
            lying = len(board)
            if lying >= (due if is_betting else 5 if live > 1 else lying):
                return None
            if len(new) != (1 if lying else 3):
                return None
            board += new
            for card in new:
                bit = 1 << card.number
                if seen & bit:
                    return None
                seen |= bit
        elif isinstance(step, Shown):
            index, show, _ = step
            if is_betting or not 0 <= index < players or folded[index]:
                return None
            if index in shown and shown[index] is None:
                return None
            shown[index] = show
            if show is None or show == UNKNOWN or show == hands[index]:
                continue
            a, b = show
            if a is None or b is None:
                return None
            hand = hands[index]
            if hand is None or hand == UNKNOWN:
                bits = 1 << a.number | 1 << b.number
                if seen & bits or a is b:
                    return None
                seen |= bits
                hands[index] = show
            elif (b, a) != hand:
                return None
        elif isinstance(step, HoleDealt):
            return None

    if is_betting:
        return None
    if live == 1 and in_one:
        stacks[folded.index(False)] += sum(began) - sum(stacks)
        return _new(ChipSums, (stacks, [], 0, 0))
    put = list(map(sub, began, stacks))
    ordered = sorted(put)
    returned = ordered[-1] - ordered[-2]
    most = put.index(ordered[-1])  # the stack that put in the most has not folded
    if returned:  # the uncalled part goes back
        put[most] -= returned
        stacks[most] += returned
    paid_out = [0] * players
    if live == 1:
        paid_out[folded.index(False)] = sum(put)
        return _new(ChipSums, (stacks, paid_out, returned, most))
    if len(board) != 5:
        return None
    values: dict[StackIndex, int] = {}
    for index in clockwise(history.button, players):
        if not folded[index]:
            show = shown.get(index, UNKNOWN)
            if show is not None:
                a, b = show
                values[index] = 0 if a is None or b is None else strength.rank((a, b, *board))
    if not _share(paid_out, put, folded, values, history.rules.odd_chips):
        return None
    return _new(ChipSums, (stacks, paid_out, returned, most))


def _share(
    due: list[Chips],
    put: list[Chips],
    folded: list[bool],
    values: dict[StackIndex, int],
    odd: OddChips,
) -> bool:
    """Add the shares of all pots to *due*. Return False if a pot has no known winner.

    *values* holds the hand strength of each stack that competes.
    """
    highest = max(put)
    if len(values) == folded.count(False) and {put[index] for index in values} == {highest}:
        # one pot, for which all live stacks compete
        best = max(values.values())
        if not best:
            return False
        _divide(due, sum(put), [index for index, value in values.items() if value == best], odd)
        return True
    below = 0
    pots = []
    for level in sorted({put[i] for i in range(len(put)) if not folded[i]}):
        pot = sum([min(chips, level) - min(chips, below) for chips in put])
        below = level
        if pot:
            claims = {i: value for i, value in values.items() if put[i] >= level}
            if not claims or (len(claims) > 1 and not any(claims.values())):
                return False
            pots.append((pot, claims))
    if odd is OddChips.FIRST_WINNER:
        for index, chips in first_winner_shares(pots):
            due[index] += chips
        return True
    for pot, claims in pots:
        best = max(claims.values())
        _divide(due, pot, [index for index, value in claims.items() if value == best], odd)
    return True


def _divide(due: list[Chips], pot: Chips, winners: list[StackIndex], odd: OddChips) -> None:
    """Add the shares of one pot to *due*. *winners* are in order from the left of the button."""
    if len(winners) == 1:
        due[winners[0]] += pot
        return
    for index, chips in zip(winners, split(pot, len(winners), odd), strict=True):
        due[index] += chips
